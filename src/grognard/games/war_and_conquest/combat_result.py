"""The result of a combat: the dead, the generals in danger, the score, and who breaks."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grognard.games.war_and_conquest.battle import Battle, Face, Fray, Unit
from grognard.games.war_and_conquest.contact import face_to
from grognard.games.war_and_conquest.general import break_with, risk
from grognard.games.war_and_conquest.losses import take_off
from grognard.games.war_and_conquest.morale import take_test
from grognard.ground.gaps import spot_gap
from grognard.ground.shapes import holds
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

MOST_RANKS = 2
LEAST_FILES = 4
BEHIND = 100  # how near to a leader an obstacle must be for his unit to stand behind it


class Fighter(Struct, frozen=True, kw_only=True):
    """What a unit brings to its side's score, after casualties."""

    inflicted: int = 0
    models: int = 0
    files: int = 1
    battle: bool = True
    charged: bool = False
    out_of_order: bool = False
    strikes: str = "front"  # the enemy's face that it strikes: "front", "flank" or "rear"
    struck_in: str = "front"
    uphill: bool = False
    general: bool = False
    enemy_shaken: bool = False


def settle(referee: Referee, battle: Battle, fray: Fray) -> None:
    """One step of a combat's result."""
    if fray.stage == "losses":
        take_off_dead(referee, battle, fray)
    elif fray.stage == "generals":
        endanger_generals(referee, battle, fray)
    elif fray.stage == "score":
        reckon(referee, battle, fray)
    elif fray.to_test:
        check_loser(referee, battle, fray, battle.unit(fray.to_test.pop(0)))
    else:
        fray.stage = "over"


def take_off_dead(referee: Referee, battle: Battle, fray: Fray) -> None:
    """All blows fell at the same time; now the dead are taken off (WC-OFIGHT-01)."""
    for id in fray.members:
        blows = [blow for blow in fray.blows if blow.target == id and blow.killed > 0]
        if blows:
            worst = battle.unit(max(blows, key=lambda blow: blow.killed).unit)
            take_off(referee, battle, battle.unit(id), sum(blow.killed for blow in blows), "combat", worst)
    fray.stage = "generals"


def endanger_generals(referee: Referee, battle: Battle, fray: Fray) -> None:
    """Generals whose units lost figures roll before the score is reckoned (WC-OFIGHT-07, WC-RULE-45)."""
    for id in fray.members:
        unit = battle.unit(id)
        if unit.where == "table" and unit.fought and battle.general_with(unit):
            risk(referee, battle, unit)
    fray.stage = "score"


def reckon(referee: Referee, battle: Battle, fray: Fray) -> None:
    """Compare the scores of both sides; the losers have to test (WC-OFIGHT-05)."""
    fray.stage = "tests"
    left = {side.id: _left(battle, fray, side.id) for side in battle.sides}
    one, other = (side.id for side in battle.sides)
    if not left[one] or not left[other]:
        for unit in left[one] + left[other]:
            unit.won = True
            referee.tell("has nobody left to fight", unit, rule="WC-OFIGHT-08")
    else:
        scores = {side: side_score(fighters_of(battle, fray, side), _rivals(battle, fray, side)) for side in left}
        _take_result(referee, battle, fray, left, scores)
    for units in left.values():
        for unit in units:
            unit.shaken = False  # WC-FAIL-03: for one round only


def _take_result(
    referee: Referee, battle: Battle, fray: Fray, left: dict[str, list[Unit]], scores: dict[str, Tally]
) -> None:
    for side, score in scores.items():
        referee.tell("{} scores {}", battle.side(side), score.total, because=score, rule="WC-OFIGHT-04")
    one, other = scores
    fray.difference = abs(scores[one].total - scores[other].total)
    if not fray.difference:
        referee.tell("the combat is drawn and goes on", rule="WC-OFIGHT-05")
        return
    fray.loser = one if scores[one].total < scores[other].total else other
    fray.to_test = [unit.id for unit in left[fray.loser]]
    for unit in left[battle.other(fray.loser)]:
        unit.won = True
    referee.tell("{} loses the combat by {}", battle.side(fray.loser), fray.difference, rule="WC-OFIGHT-05")


def _left(battle: Battle, fray: Fray, side: str) -> list[Unit]:
    return [unit for unit in map(battle.unit, fray.members) if unit.side == side and unit.where == "table"]


def _rivals(battle: Battle, fray: Fray, side: str) -> int:
    return sum(unit.models for unit in _left(battle, fray, battle.other(side)))


def inflicted_by(battle: Battle, fray: Fray, side: str) -> int:
    """The casualties that a side's units inflicted in this combat."""
    return sum(unit.fought for unit in map(battle.unit, fray.members) if unit.side != side)


def check_loser(referee: Referee, battle: Battle, fray: Fray, unit: Unit) -> None:
    """A losing unit tests at its Morale value less the difference; failed, it has broken (WC-OFIGHT-05, WC-OFIGHT-06)."""
    lost_by = Modifier(-fray.difference, "lost the combat", "WC-OFIGHT-05")
    if take_test(referee, battle, unit, "combat", [lost_by]).passed:
        referee.tell("fights on", unit, rule="WC-OFIGHT-06")
    else:
        break_unit(referee, battle, unit)


def break_unit(referee: Referee, battle: Battle, unit: Unit) -> None:
    """The unit has broken and will flee in the Resolution Phase; a general with it is routed (WC-OTROOP-07)."""
    unit.broke = True
    unit.harried_by = max(battle.foes(unit), key=lambda foe: foe.models).id if battle.foes(unit) else unit.harried_by
    referee.tell("breaks", unit, rule="WC-OFIGHT-06")
    if battle.general_with(unit):
        break_with(battle.side(unit.side))


# The score (WC-OFIGHT-04)


def side_score(fighters: Sequence[Fighter], rivals: int) -> Tally:
    """A side's score: casualties of all its units, and each other bonus once, from the unit that gives most (WC-OFIGHT-09)."""
    return Tally(_score(fighters, rivals))


def _score(fighters: Sequence[Fighter], rivals: int) -> Iterator[Modifier]:
    yield Modifier(sum(each.inflicted for each in fighters), "casualties inflicted", "WC-OFIGHT-04")
    yield Modifier(max(map(rank_bonus, fighters)), "complete ranks", "WC-OFIGHT-04")
    yield Modifier(int(any(each.charged for each in fighters)), "charged", "WC-OFIGHT-04")
    yield Modifier(int(sum(each.models for each in fighters) > rivals), "more models", "WC-OFIGHT-04")
    yield Modifier(int(any(each.uphill for each in fighters)), "uphill or behind an obstacle", "WC-OFIGHT-04")
    yield Modifier(
        max({"flank": 2, "rear": 3}.get(each.strikes, 0) for each in fighters), "flank or rear", "WC-OFIGHT-04"
    )
    yield Modifier(int(any(each.general for each in fighters)), "army general", "WC-OFIGHT-04")
    yield Modifier(int(any(each.enemy_shaken for each in fighters)), "shaken enemy", "WC-FAIL-03")


def rank_bonus(fighter: Fighter) -> int:
    """+1 for each complete rank behind the first, at most +2; not in disorder (WC-OMOVE-08) or struck in flank or rear."""
    if not fighter.battle or fighter.files < LEAST_FILES or fighter.out_of_order or fighter.struck_in != "front":
        return 0
    return max(0, min(MOST_RANKS, fighter.models // fighter.files - 1))


def fighters_of(battle: Battle, fray: Fray, side: str) -> list[Fighter]:
    """A side's units in a combat; what they killed is counted for the side and stands with the first."""
    units = _left(battle, fray, side)
    return [
        fighter(battle, unit, inflicted=0 if n else inflicted_by(battle, fray, side)) for n, unit in enumerate(units)
    ]


def fighter(battle: Battle, unit: Unit, *, inflicted: int) -> Fighter:
    """What a unit brings to the score."""
    foes = battle.foes(unit)
    return Fighter(
        inflicted=inflicted,
        models=unit.models,
        files=unit.files,
        battle=unit.is_battle,
        charged=unit.charged,
        out_of_order=unit.out_of_order,
        strikes=_worst(face_to(battle, foe, unit) for foe in foes if face_to(battle, unit, foe) == "front"),
        struck_in=_worst(face_to(battle, unit, foe) for foe in foes),
        uphill=any(stands_higher(battle, unit, foe) for foe in foes) or stands_behind(battle, unit),
        general=battle.general_with(unit),
        enemy_shaken=any(foe.shaken for foe in foes),
    )


def _worst(faces: Iterator[Face] | Sequence[Face]) -> str:
    """The worst of some faces to be struck in."""
    found = ["flank" if face in ("left", "right") else str(face) for face in faces]
    return next((face for face in ("rear", "flank") if face in found), "front")


def stands_higher(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Does its leader stand on a hill on which the foe's leader does not (WC-RULE-44)?"""
    if battle.companion:
        return False
    return any(
        holds(hill.shape, unit.x, unit.y) and not holds(hill.shape, foe.x, foe.y)
        for hill in battle.terrain.of_kind("hill")
    )


def stands_behind(battle: Battle, unit: Unit) -> bool:
    """Does it defend an obstacle close before its leader (WC-RULE-44)? Who charged does not."""
    if battle.companion or unit.charged:
        return False
    return any(spot_gap(wall.shape, unit.x, unit.y) <= BEHIND for wall in battle.terrain.of_kind("obstacle"))
