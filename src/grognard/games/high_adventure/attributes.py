"""Dice and attributes: the small dice read from a D6, attribute tests, tasks with advisers, and characters diced up."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import INCH, Figure, Profile
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.options import Options
from grognard.kernel.dice import D4, D6
from grognard.kernel.referee import Referee

PURPOSE = {  # HA-ATTR-01, HA-ATTR-07: 1 to 5 for characters; what each is for
    "bravery": "tests of nerve",  # HA-ATTR-07a
    "strength": "dice in melee and shooting, wounds, jumps",  # HA-ATTR-07b
    "skill": "tests of dexterity: climbing, catching, picking pockets",  # HA-ATTR-07c
    "cleverness": "puzzles and locks, staying unseen, controlling demons",  # HA-ATTR-07d
    "leadership": "order of movement, giving orders",  # HA-ATTR-07e
}
SHORT_LEGS = ("dwarf", "halfling")  # HA-CRE-03a, HA-CRE-04b
ADVICE = 6 * INCH  # HA-RULE-02: an adviser must be this near


def read_d2(face: int) -> int:
    """HA-DICE-02: a D6 in halves."""
    return (face + 2) // 3


def read_d3(face: int) -> int:
    """HA-DICE-03: half a D6, rounded up."""
    return (face + 1) // 2


def roll_d2(referee: Referee, reason: str, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> int:
    """A D2, thrown as a D6 (HA-DICE-01, HA-DICE-02)."""
    return read_d2(referee.roll(D6, reason, by=by, rule=rule, seen_by=seen_by).total)


def roll_d3(referee: Referee, reason: str, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> int:
    """A D3, thrown as a D6 (HA-DICE-03)."""
    return read_d3(referee.roll(D6, reason, by=by, rule=rule, seen_by=seen_by).total)


def pace_bonus(referee: Referee, figure: Figure, reason: str, rule: str, seen_by: tuple[str, ...] | None = None) -> int:
    """What a charge, run or flight adds, in hundredths: D3", or D2" on short legs (HA-ORD-05, HA-RULE-14)."""
    face = referee.roll(D6, reason, by=figure.side, rule=rule, seen_by=seen_by).total
    return read_pace(figure.profile, face)


def read_pace(profile: Profile, face: int) -> int:
    """The same for a D6 that has fallen."""
    return (read_d2(face) if profile.kind in SHORT_LEGS else read_d3(face)) * INCH


def most_pace(profile: Profile) -> int:
    """The most that the bonus can be (HA-RULE-09)."""
    return (2 if profile.kind in SHORT_LEGS else 3) * INCH


def passes(referee: Referee, battle: Battle, figure: Figure, value: int, what: str, rule: str) -> bool:
    """One attribute test: a D6 not above the value (HA-ATTR-04). Reactions always get exactly this one roll (HA-ATTR-05)."""
    if any(item.nature == "baleful" for item in battle.items_of(figure)):
        value -= 1  # HA-RULE-52
    hears = hearers(battle, figure)
    face = referee.roll(D6, f"{figure.name}: {what}", by=figure.side, rule=rule, seen_by=hears).total
    passed = face <= value
    if not passed and _kindly(referee, battle, figure, what):
        again = f"{figure.name}: {what}, thrown again"
        passed = referee.roll(D6, again, by=figure.side, rule="HA-RULE-52", seen_by=hears).total <= value
    referee.tell("{0} passes: {1}" if passed else "{0} fails: {1}", figure, what, rule=rule)
    return passed


def _kindly(referee: Referee, battle: Battle, figure: Figure, what: str) -> bool:
    """HA-RULE-52: a kindly talisman gives one re-roll in a game, if its bearer wants it now."""
    for item in battle.items_of(figure):
        if item.nature == "kindly" and item.charges > 0:
            if battle.sides and battle.side(figure.side).solo:
                wanted = True
            else:
                wanted = referee.may(
                    figure.side,
                    f"{figure.name} failed ({what}): use the talisman?",
                    rule="HA-RULE-52",
                    about=(figure.id,),
                )
            if wanted:
                item.charges -= 1
                return True
    return False


def attempts(options: Options, helpers: int) -> int:
    """How many rolls a task allows (HA-ATTR-05, HA-RULE-02)."""
    return 1 + min(helpers, 3) if options.attempts_cap == "extra3" else min(1 + helpers, 3)


def advisers(battle: Battle, figure: Figure) -> int:
    """Other able members of the party on hand (HA-RULE-02)."""
    reach = (ADVICE + figure.radius) ** 2
    return sum(
        1
        for friend in battle.able(figure.side)
        if friend is not figure
        and not friend.helpless
        and (friend.x - figure.x) ** 2 + (friend.y - figure.y) ** 2
        <= reach + friend.radius**2 + 2 * friend.radius * (ADVICE + figure.radius)
    )


def attempt(
    referee: Referee, battle: Battle, figure: Figure, value: int, what: str, rule: str, helpers: int | None = None
) -> bool:
    """A task: one attempt, and one more for each adviser within limits; any pass succeeds (HA-ATTR-05)."""
    tries = attempts(battle.options, advisers(battle, figure) if helpers is None else helpers)
    return any(passes(referee, battle, figure, value, what, rule) for _ in range(tries))


def dice_character(referee: Referee, by: str) -> dict[str, int]:
    """A new character: four attributes on D4+1 (HA-ATTR-02, HA-DICE-04, HA-RULE-01), Strength on a D3 (HA-ATTR-03)."""
    diced = {
        name: referee.roll(D4, name, by=by, rule="HA-ATTR-02").total + 1
        for name in ("bravery", "skill", "cleverness", "leadership")
    }
    return {**diced, "strength": roll_d3(referee, "strength", by, "HA-ATTR-03")}
