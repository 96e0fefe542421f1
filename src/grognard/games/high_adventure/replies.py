"""What may come back for an attack: what a charge may cost the charger, and the shot that the target may answer with."""

from fractions import Fraction

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.questions import DEAD, OUT, a_skirmish, alone_at, in_contact, let_fly, one_round
from grognard.games.high_adventure.shooting import Aim, aim_at, targets_for
from grognard.games.high_adventure.volleys import Target
from grognard.kernel.choice import Option, Pick, Question
from grognard.kernel.odds import outcomes_of
from grognard.kernel.referee import Referee

FAR = 3000


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """The melee that follows a charge, from the other side; the answer to a shot where the target can shoot back from where it stands."""
    if not question.about:
        return None
    if isinstance(option, Target):
        return _shot_back(battle, battle.figure(question.about[0]), battle.figure(option.id))
    if isinstance(option, Pick) and option.key.startswith("charge "):
        return _struck_back(battle, battle.figure(question.about[0]), battle.figure(option.piece))
    return None


def _struck_back(battle: Battle, charger: Figure, target: Figure) -> list[tuple[str, Fraction]]:
    one, other = in_contact(alone_at(charger, FAR), alone_at(target, FAR))
    fought = outcomes_of(
        one_round,
        a_skirmish(one, other, options=battle.options),
        one,
        other,
        see=lambda winner, _, one, other: (winner == other.id, one.state),
    )
    return [
        ("wins", fought.chance(lambda end: end[0])),
        ("puts you out", fought.chance(lambda end: end[1] in OUT)),
        ("kills you", fought.chance(lambda end: end[1] in DEAD)),
    ]


def _shot_back(battle: Battle, me: Figure, foe: Figure) -> list[tuple[str, Fraction]] | None:
    if not any(target.id == me.id for target in targets_for(battle, foe)):
        return None
    alone = a_skirmish(alone_at(me, FAR), alone_at(foe, 2 * FAR), options=battle.options)
    shot, back = aim_at(battle, me, foe), aim_at(battle, foe, me)
    ends = outcomes_of(
        _volleys, alone, alone.figures[0], alone.figures[1], shot, back, see=lambda hit, _, me, *rest: (hit, me.state)
    )
    return [
        ("hits you", ends.chance(lambda end: end[0])),
        ("puts you out", ends.chance(lambda end: end[1] in OUT)),
        ("kills you", ends.chance(lambda end: end[1] in DEAD)),
    ]


def _volleys(referee: Referee, battle: Battle, me: Figure, foe: Figure, shot: Aim, back: Aim) -> bool:
    let_fly(referee, battle, me, foe, shot)
    return let_fly(referee, battle, foe, me, back) if foe.state not in OUT else False
