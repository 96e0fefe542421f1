"""Morale: when a warband tests, what it needs, and how its state changes."""

from collections.abc import Iterator

from grognard.games.en_garde.battle import Battle, Morale, Warband
from grognard.games.en_garde.options import Options
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally


def must_test(warband: Warband) -> bool:
    """EG-MORALE-01: one reason is enough, and one test is taken for all of them (EG-RULE-59)."""
    if warband.morale is Morale.ROUTING:
        return False  # EG-RULE-57: no further tests
    return (
        warband.morale is Morale.WAVERING  # EG-MORALE-02
        or 4 * warband.lost >= warband.started  # EG-MORALE-03, EG-RULE-52
        or warband.lost_leader  # EG-MORALE-04, EG-RULE-54
    )


def morale_modifiers(options: Options, warband: Warband, now: int, commander: bool) -> Iterator[Modifier]:
    """All of them add up (EG-MORALE-05). EG-RULE-53: "below" is strict, and below a quarter both lines count unless the worst alone does."""
    quarter = 4 * now < warband.started
    if 2 * now < warband.started and not (quarter and options.strength_modifiers == "worst"):
        yield Modifier(+1, "under half strength", "EG-MORALE-06")
    if quarter:
        yield Modifier(+2, "under a quarter of its strength", "EG-MORALE-07")
    if warband.morale is Morale.WAVERING:
        yield Modifier(+1, "wavering", "EG-MORALE-08")
    if commander:
        yield Modifier(-1, "Commander", "EG-MORALE-09")


def morale_check(
    referee: Referee, options: Options, warband: Warband, now: int, *, commander: bool, banner: bool
) -> bool:
    """EG-MORALE-05: 2D6 and modifiers against the Morale Rating; whether it passed. The banner's owner may roll again (EG-MORALE-10)."""
    modifiers = Tally(morale_modifiers(options, warband, now, commander))
    total, passed = morale_roll(referee, options, warband, modifiers)
    if banner and referee.may(
        warband.id,
        f"{warband.name}: morale {'passed' if passed else 'failed'} with {total} against {warband.rating}; re-roll?",
        rule="EG-RULE-55",
    ):
        total, passed = morale_roll(referee, options, warband, modifiers)
    before = warband.morale
    warband.morale = after(before, passed)
    words = "{} tests morale: {} against {}, " + ("still {}" if warband.morale is before else "now {}")
    referee.tell(words, warband, total, warband.rating, warband.morale, because=modifiers, rule=_rule(before, passed))
    return passed


def morale_roll(referee: Referee, options: Options, warband: Warband, modifiers: Tally) -> tuple[int, bool]:
    """One roll with its total; naturals decide by themselves where that is played (EG-RULE-58)."""
    dice = referee.roll(2 * D6, f"morale of {warband.name}", by=warband.id, rule="EG-MORALE-05").total
    total = dice + modifiers.total
    if options.morale_naturals == "on" and dice in (2, 12):
        return total, dice == 2
    return total, total <= warband.rating


def after(morale: Morale, passed: bool) -> Morale:
    """EG-MORALE-11 to -14."""
    if passed:
        return Morale.STEADY
    return Morale.WAVERING if morale is Morale.STEADY else Morale.ROUTING


def _rule(before: Morale, passed: bool) -> str:
    if passed:
        return "EG-MORALE-11" if before is Morale.STEADY else "EG-MORALE-12"
    return "EG-MORALE-13" if before is Morale.STEADY else "EG-MORALE-14"


def take_morale_checks(referee: Referee, battle: Battle, order: list[str]) -> None:
    """All tests that are due, in that order of sides; then the losses of the turn are forgotten."""
    for side in order:
        warband = battle.side(side)
        if must_test(warband):
            standing = battle.standing(side)
            commander = any(figure.profile.commander for figure in standing)
            banner = any(figure.profile.banner for figure in standing)  # EG-RULE-55: while its bearer is on the table
            morale_check(referee, battle.options, warband, len(standing), commander=commander, banner=banner)
            if warband.morale is Morale.ROUTING and battle.options.rout == "concede":
                return  # EG-RULE-57: the battle ends at once
    for warband in battle.sides:
        warband.lost, warband.lost_leader = 0, False
