"""What may come back for an attack: the blow or the shot that the enemy still has, after yours."""

from fractions import Fraction

from grognard.games.en_garde.actions import targets_for
from grognard.games.en_garde.battle import Battle, Figure
from grognard.games.en_garde.blows import Blow, resolve
from grognard.games.en_garde.combat import blade_in_hand, stands_behind
from grognard.games.en_garde.shooting import Shot, line_up, shoot
from grognard.games.en_garde.weapons import BLADES
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee

NOTHING = "miss"


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """How the enemy may hurt you in return, plain blows on both sides; None where he has no counter or no loaded weapon for it."""
    if not question.about:
        return None
    me = battle.figures[question.about[0]]
    if getattr(option, "verb", "") == "shoot":
        return _shots_back(battle, me, battle.figures[option.target], option.weapon)  # type: ignore[attr-defined]
    if option.key.startswith("attack ") and battle.fight is not None:
        return _blow_back(battle, me, battle.figures[option.pieces[0]])
    return None


def _blow_back(battle: Battle, me: Figure, foe: Figure) -> list[tuple[str, Fraction]] | None:
    fight = battle.fight
    assert fight is not None
    mine, his = fight.fighter(me.id), fight.fighter(foe.id)
    if not fight.pools[his.pool].attack:
        return None
    blow = Blow(blade_in_hand(mine), BLADES[his.blade], stands_behind(battle, me, foe))
    back = Blow(blade_in_hand(his), BLADES[mine.blade], stands_behind(battle, foe, me))
    return _words(odds(_exchange, battle, me, foe, blow, back))


def _exchange(referee: Referee, battle: Battle, me: Figure, foe: Figure, blow: Blow, back: Blow) -> str:
    resolve(referee, battle, me, foe, blow)
    return resolve(referee, battle, foe, me, back).result.value if foe.standing else NOTHING


def _shots_back(battle: Battle, me: Figure, foe: Figure, weapon: str) -> list[tuple[str, Fraction]] | None:
    """The best of his loaded weapons that reaches you now."""
    facts = line_up(battle, me, foe, weapon)
    answers = [
        odds(_volleys, battle, me, foe, facts, line_up(battle, foe, me, his))
        for his, enemy in targets_for(battle, foe)
        if enemy.id == me.id
    ]
    return _words(min(answers, key=lambda chances: chances[NOTHING])) if answers else None


def _volleys(referee: Referee, battle: Battle, me: Figure, foe: Figure, shot: Shot, back: Shot) -> str:
    shoot(referee, battle, me, foe, shot)
    return shoot(referee, battle, foe, me, back).result.value if foe.standing else NOTHING


def _words(chances: Distribution[str]) -> list[tuple[str, Fraction]]:
    return [
        ("hits you", 1 - chances[NOTHING]),
        ("wounds you", chances["light"] + chances["grievous"] + chances["critical"]),
        ("kills you", chances["critical"]),
    ]
