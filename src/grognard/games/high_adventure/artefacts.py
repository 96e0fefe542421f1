"""Artefacts: scrolls, magical objects, rings, swords, belts and talismans (HA-ART).

What is always active needs nothing here (HA-ART-04): a Ring of Protection is read by `armour` (HA-ART-05), a Magic Sword
by `melee` (HA-ART-06), a Belt of Protection by `shooting` and `aims` (HA-ART-07 to 09). Scenarios may invent more of the
same kinds (HA-ART-11).
"""

from collections.abc import Callable

from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure, gap
from grognard.games.high_adventure.things import Item
from grognard.kernel.referee import Referee

SIX = ["1", "2", "3", "4", "5", "6"]

CONDITIONS: dict[str, Callable[[Battle, Figure], bool]] = {  # HA-ART-03: when an object may be used
    "": lambda battle, figure: True,
    "wounded": lambda battle, figure: figure.light_wounds > 0,
    "enemy near": lambda battle, figure: any(gap(figure, foe) <= 600 for foe in battle.enemies(figure.side)),
    "alone": lambda battle, figure: (
        not any(gap(figure, friend) <= 600 for friend in battle.able(figure.side) if friend is not figure)
    ),
}


def may_trigger(battle: Battle, figure: Figure, item: Item) -> bool:
    """HA-ART-01: scrolls are for magic users; HA-ART-03: any figure uses an object whose condition is met."""
    if item.gone or item.ability not in ABILITIES:
        return False
    if item.kind == "scroll":
        return bool(figure.profile.wizard or figure.profile.abilities)
    return item.kind == "object" and CONDITIONS[item.condition](battle, figure)


def spend(referee: Referee, battle: Battle, figure: Figure, item_id: str) -> None:
    """HA-ART-02: the writing of a scroll vanishes; an object with charges loses one."""
    for item in battle.items:
        if item.id != item_id:
            continue
        item.known = True
        if item.kind == "scroll":
            item.gone = True
            referee.tell("{0} reads {1}; the writing vanishes", figure, item, rule="HA-ART-02")
        else:
            referee.tell("uses", figure, item, rule="HA-ART-03")
            if item.charges:
                item.charges -= 1
                item.gone = item.charges == 0


def examine(referee: Referee, battle: Battle, figure: Figure, item: Item) -> None:
    """HA-ART-10, HA-RULE-52: the first look at a talisman, seen by its bearer only: 1-4 inert, 5 kindly, 6 baleful."""
    if item.kind != "talisman" or item.nature:
        return
    item.side = figure.side  # whoever looks at it knows
    lot = referee.draw(SIX, 1, "the nature of the talisman", by=figure.side, rule="HA-RULE-52", seen_by=(figure.side,))[
        0
    ]
    item.nature = nature_of(int(lot))
    item.charges = 1 if item.nature == "kindly" else 0
    item.known = True
    referee.tell("{1} is {2}", figure, item, item.nature, rule="HA-RULE-52", seen_by=(figure.side,))


def nature_of(die: int) -> str:
    """HA-RULE-52: most talismans are inert."""
    return "inert" if die <= 4 else "kindly" if die == 5 else "baleful"


def reveal(referee: Referee, battle: Battle, figure: Figure, item: Item) -> None:
    """HA-MIN-08: Divine shows what a thing is; a talisman is examined by it."""
    examine(referee, battle, figure, item)
    item.known = True
    magical = item.kind in ("scroll", "object", "talisman") and item.nature != "inert"
    words = "{1} is magical: {2}" if magical else "there is no magic in {1}"
    referee.tell(words, figure, item, item.ability or item.nature, rule="HA-MIN-08", seen_by=(figure.side,))


def actions(battle: Battle, figure: Figure) -> list[str]:
    """What a figure may do with artefacts as a task of its own: look at a talisman."""
    return [f"examine {item.id}" for item in battle.items_of(figure) if item.kind == "talisman" and not item.nature]


def act(referee: Referee, battle: Battle, figure: Figure, key: str) -> None:
    """Do what `actions` offered."""
    for item in battle.items_of(figure):
        if key == f"examine {item.id}":
            examine(referee, battle, figure, item)
