"""How a toy battle is drawn."""

from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token
from tests.table.toy.battle import Battle


def scene(battle: Battle, side: str | None) -> Scene:
    tokens = [
        Token(
            f.id,
            f.side,
            f.name,
            "round",
            f.x / 100,
            f.y / 100,
            1,
            1,
            role="swordsman",
            stats=[Stat("Push", "2")],
            fallen=f.off,
            marks=[Mark("A", "Able")],
        )
        for f in battle.figures
    ]
    cards = [f"{s.name} hold the {s.card}" for s in battle.sides if s.card not in ("", "?")]
    ground = [Ground("wood", Shape("disc", x=12, y=9, radius=3), "copse", "slows nobody")]
    sides = [SideLine(s.id, s.name, f"{len(battle.standing(s.id))} left") for s in battle.sides]
    return Scene(
        24, 18, "inch", ground, tokens, sides, battle.turn, f"of {battle.last_turn}", ["Fight"], battle.phase, cards
    )
