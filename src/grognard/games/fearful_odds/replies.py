"""What may come back for an attack: what a melee does to the attacker, and the shot that the target may answer with."""

from fractions import Fraction

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.firing import Target
from grognard.games.fearful_odds.melee import fate
from grognard.games.fearful_odds.missiles import may_shoot, shoot, shot_targets
from grognard.games.fearful_odds.questions import melee_odds
from grognard.games.fearful_odds.situations import first_option
from grognard.games.fearful_odds.who_fights import Attack
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import outcomes_of
from grognard.kernel.referee import Referee


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """Melee strikes both ways at once; a target with missiles left shoots back when its turn comes, from where it stands."""
    if isinstance(option, Attack):
        chances = melee_odds(battle, battle.units[option.attacker], battle.units[option.defender])
        return [
            ("hits you", chances["attacker hit"]),
            ("you rout", chances["attacker routs"] + chances["attacker destroyed"]),
        ]
    if isinstance(option, Target) and question.about and option.piece in battle.units:
        return _shot_back(battle, battle.units[question.about[0]], battle.units[option.piece])
    return None


def _shot_back(battle: Battle, me: Unit, foe: Unit) -> list[tuple[str, Fraction]] | None:
    if not can_answer(battle, foe, me):
        return None
    before = fate(me)
    ends = outcomes_of(_volleys, battle, me, foe, see=lambda hit, _, me, __: (hit, fate(me)), policy=first_option)
    return [
        ("hits you", ends.chance(lambda end: end[0])),
        ("disorders you", ends.chance(lambda end: end[1] == "disorder" != before)),
        ("routs you", ends.chance(lambda end: end[1] in ("rout", "eliminated"))),
    ]


def can_answer(battle: Battle, foe: Unit, me: Unit) -> bool:
    """Whether a unit could shoot at another as both stand now."""
    return may_shoot(battle, foe) and any(target.id == me.id for target in shot_targets(battle, foe))


def _volleys(referee: Referee, battle: Battle, me: Unit, foe: Unit) -> bool:
    shoot(referee, battle, me, foe)
    return shoot(referee, battle, foe, me).hit if foe.at >= 0 and can_answer(battle, foe, me) else False
