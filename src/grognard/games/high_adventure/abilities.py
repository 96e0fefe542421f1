"""What magic users can learn: every ability with its time, price and reach, and how much power each rank of them
has."""

from msgspec import Struct

from grognard.games.high_adventure.attributes import roll_d2, roll_d3
from grognard.kernel.dice import D4
from grognard.kernel.referee import Referee


class Ability(Struct, frozen=True, gc=False):
    """One line of the tables of HA-MIN and HA-MAJ. The reach is in hundredths of an inch."""

    name: str
    rule: str
    turns: int  # conjuring time, HA-MAG-10
    cost: int  # Power Points
    reach: int
    major: bool = False
    needs_sight: bool = True  # HA-RULE-39
    lasts: str = ""  # "release" on a 6, "escape" by Strength, "D6" or "2D6" turns, "game"; empty: done at once


ABILITIES: dict[str, Ability] = {
    ability.name: ability
    for ability in (
        Ability("Smoke", "HA-MIN-01", 1, 1, 2400, lasts="D6"),
        Ability("Levitate", "HA-MIN-02", 2, 1, 2400, lasts="game"),
        Ability("Open/Lock/Close", "HA-MIN-03", 1, 1, 800, lasts="release"),
        Ability("Find", "HA-MIN-04", 1, 1, 2400, needs_sight=False),
        Ability("Light torch", "HA-MIN-05", 1, 1, 1200, lasts="game"),
        Ability("Oppose", "HA-MIN-06", 1, 1, 800),
        Ability("Sleep", "HA-MIN-07", 1, 1, 300, lasts="release"),
        Ability("Divine", "HA-MIN-08", 1, 1, 800, needs_sight=False),
        Ability("Knock back", "HA-MIN-09", 1, 1, 1200),
        Ability("Wind storm", "HA-MAJ-01", 3, 3, 3000, major=True, lasts="D6"),
        Ability("Start fire", "HA-MAJ-02", 1, 1, 2400, major=True, lasts="2D6"),
        Ability("Healing", "HA-MAJ-03", 3, 2, 100, major=True),
        Ability("Teleport", "HA-MAJ-04", 1, 1, 2000, major=True),
        Ability("Make invisible", "HA-MAJ-05", 2, 2, 2400, major=True, lasts="release"),
        Ability("Freeze", "HA-MAJ-06", 1, 1, 2400, major=True, lasts="D6"),
        Ability("Petrify", "HA-MAJ-07", 1, 1, 2400, major=True, lasts="2D6"),
        Ability("Reanimate", "HA-MAJ-08", 3, 3, 800, major=True, needs_sight=False, lasts="game"),
        Ability("Summon", "HA-MAJ-09", 1, 3, 800, major=True, lasts="D6"),
        Ability("Avatar", "HA-MAJ-10", 1, 2, 600, major=True, lasts="2D6"),
        Ability("Transform self", "HA-MAJ-11", 3, 3, 0, major=True, needs_sight=False, lasts="game"),
        Ability("Hypnotic gaze", "HA-MAJ-12", 1, 1, 600, major=True, lasts="escape"),
        Ability("Illusion", "HA-MAJ-13", 4, 4, 3600, major=True, lasts="game"),
        Ability("Control", "HA-MAJ-14", 2, 2, 4800, major=True, needs_sight=False, lasts="game"),
    )
}

POWER: dict[
    str, tuple[int, int, int, str]
] = {  # HA-RULE-36: sides of the die, what is added, and the span that this gives
    "Apprentice": (2, 3, 5, "HA-MAG-02"),
    "Wizard": (3, 5, 8, "HA-MAG-03"),
    "Mage": (4, 6, 10, "HA-MAG-04"),
}


def ability_named(name: str) -> Ability | None:
    """The ability of that name, however it is spaced or capitalised."""
    plain = _plain(name)
    return next((ability for ability in ABILITIES.values() if _plain(ability.name) == plain), None)


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


def may_know(names: tuple[str, ...], major_wizard: bool = False) -> bool:
    """HA-MAG-05: one major and up to two minor abilities, or up to four minor ones; Major Wizards may have more majors
    (HA-MAG-11)."""
    known = [ability_named(name) for name in names]
    if None in known or len(dict.fromkeys(known)) < len(known):
        return False
    majors = sum(ability.major for ability in known if ability is not None)
    minors = len(known) - majors
    return minors <= (2 if majors else 4) and (majors <= 1 or major_wizard)


def roll_power(referee: Referee, level: str, by: str, seen_by: tuple[str, ...] | None = None) -> int:
    """HA-MAG-01: the Power Points with which a magic user of this rank begins; nothing restores them (HA-MAG-12)."""
    sides, more, _, rule = POWER[level]
    reason = f"power of the {level.lower()}"
    if sides == 2:
        return roll_d2(referee, reason, by, rule, seen_by) + more
    if sides == 3:
        return roll_d3(referee, reason, by, rule, seen_by) + more
    return referee.roll(D4, reason, by=by, rule=rule, seen_by=seen_by).total + more


def power_span(level: str) -> tuple[int, int]:
    """The least and the most power of a rank, between which a scenario may fix it (HA-RULE-36)."""
    _, more, most, _ = POWER[level]
    return more + 1, most
