"""The starter miracles, one function each, and the table that lists them (C3-RULE-95)."""

from msgspec import Struct

from grognard.games.confrontation.battle import KILLED, NONE, Battle, Fighter
from grognard.games.confrontation.mana import pay
from grognard.games.confrontation.profile import ELEMENTS
from grognard.games.confrontation.rally import rally
from grognard.games.confrontation.spells import (
    CM,
    Magic,
    Targets,
    blast,
    change,
    is_enemy,
    is_friend,
    is_self,
    is_waiting_friend,
    is_wounded_friend,
    mend,
    named,
)
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

AURA = -1  # as range: no target is named, and the distance always fits


class Miracle(Struct, frozen=True, gc=False):
    """A miracle as it stands in the table. `range` is in hundredths of a centimetre, or AURA."""

    title: str
    rule: str
    aspects: tuple[int, int, int]  # Creation, Alteration, Destruction: the least that one must have
    fervour: int
    difficulty: int
    range: int
    targets: Targets
    effect: Magic

    @property
    def name(self) -> str:
        """How cards and records call it: "mending_hand"."""
        return named(self.title)


def is_mystic_enemy(battle: Battle, caller: Fighter, target: Fighter) -> bool:
    """An enemy magician or Faithful."""
    return target.side != caller.side and (target.profile.power > 0 or any(target.profile.aspects))


def in_aura(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """The friends at least partly inside the aura of faith, on the same altitude; himself included."""
    aura, altitude = fighter.profile.aura, fighter.altitude
    return [f for f in battle.camp(fighter.side) if f.altitude == altitude and battle.within(f, fighter, aura)]


# The miracles


def mending_hand(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-01: heals one level."""
    mend(referee, target, "C3-MIR-01")


def shield_of_witness(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-02: RES +3."""
    change(referee, target, "shield_of_witness", "C3-MIR-02", res=+3)


def first_morning(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-03: heals all levels and injuries."""
    if target.level < KILLED:
        target.level = NONE
        target.injuries = ()
        referee.tell("{} is healed of all wounds and injuries", target, rule="C3-MIR-03")


def steadfast_hymn(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-04: the routed in the aura take a rally test now, then all have COU +2; FEAR is no COU (C3-STAT-06)."""
    singers = in_aura(battle, caller)
    for friend in singers:
        if friend.routed:
            rally(referee, battle, friend)
    for friend in singers:
        if friend.profile.cou is not None:
            change(referee, friend, "steadfast_hymn", "C3-MIR-04", cou=+2)


def quickened_step(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-05: MOV +5."""
    change(referee, target, "quickened_step", "C3-MIR-05", mov=5 * CM)


def turn_the_eye(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-06: ATT -2, AIM -2."""
    change(referee, target, "turn_the_eye", "C3-MIR-06", att=-2, aim=-2)


def blade_of_zeal(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-07: STR +2."""
    change(referee, target, "blade_of_zeal", "C3-MIR-07", strength=+2)


def unmake_the_bond(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-08: a magician loses 2 gems of his choice, or a Faithful 3 T.F.; where he is both, the caller says."""
    mage, devotee = target.profile.power > 0, any(target.profile.aspects)
    if mage and devotee:
        mage = (
            referee.choose(caller.side, f"{target.name} loses", (GEMS, FAITH), rule="C3-MIR-08", about=(target.id,))
            is GEMS
        )
    if mage:
        lost = pay(referee, target, min(2, sum(target.gems)), ELEMENTS, "gems lost", rule="C3-MIR-08")
        referee.tell("{} loses {} gems", target, sum(lost), rule="C3-MIR-08")
    else:
        lost_faith = min(3, target.tf)
        target.tf -= lost_faith
        referee.tell("{} loses {} T.F.", target, lost_faith, rule="C3-MIR-08")


def lash_of_ash(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-09: a wound roll."""
    blast(referee, battle, caller, target, 4, "C3-MIR-09")


def word_of_ruin(referee: Referee, battle: Battle, caller: Fighter, target: Fighter) -> None:
    """C3-MIR-10: a terrible wound roll."""
    blast(referee, battle, caller, target, 8, "C3-MIR-10")


GEMS = Pick("2 gems")
FAITH = Pick("3 T.F.")

MIRACLES = {
    miracle.name: miracle
    for miracle in (
        Miracle("Mending Hand", "C3-MIR-01", (1, 0, 0), 2, 6, 15 * CM, is_wounded_friend, mending_hand),
        Miracle("Shield of Witness", "C3-MIR-02", (2, 0, 0), 3, 8, 15 * CM, is_friend, shield_of_witness),
        Miracle("Breath of First Morning", "C3-MIR-03", (2, 1, 0), 5, 9, 10 * CM, is_wounded_friend, first_morning),
        Miracle("Steadfast Hymn", "C3-MIR-04", (1, 1, 0), 3, 7, AURA, is_self, steadfast_hymn),
        Miracle("Quickened Step", "C3-MIR-05", (0, 1, 0), 2, 6, 20 * CM, is_waiting_friend, quickened_step),
        Miracle("Turn the Eye", "C3-MIR-06", (0, 2, 0), 3, 8, 20 * CM, is_enemy, turn_the_eye),
        Miracle("Blade of Zeal", "C3-MIR-07", (0, 1, 1), 3, 7, 15 * CM, is_friend, blade_of_zeal),
        Miracle("Unmake the Bond", "C3-MIR-08", (0, 1, 1), 3, 8, 20 * CM, is_mystic_enemy, unmake_the_bond),
        Miracle("Lash of Ash", "C3-MIR-09", (0, 0, 1), 2, 6, 20 * CM, is_enemy, lash_of_ash),
        Miracle("Word of Ruin", "C3-MIR-10", (0, 0, 2), 4, 9, 25 * CM, is_enemy, word_of_ruin),
    )
}
