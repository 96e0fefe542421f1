"""Chances: the exact odds of single tests, of two rolls against each other, and of one attack, counted over the playing rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.confrontation.attacks import HARDER, Clash, Outcome, clash
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.strategy import Staff, roll_tactics
from grognard.games.confrontation.tests_of_skill import Attempt, Rolling, Summing, attempt, roll_wave, sum_on, thrifty
from grognard.kernel.battle import Changing
from grognard.kernel.chains import chain
from grognard.kernel.odds import Distribution, Policy, odds
from grognard.kernel.once import playing, remembered
from grognard.kernel.referee import Referee

CLEAR = 3  # a lead that no rule's +2 can turn


def chance(
    options: Options,
    value: int,
    need: int,
    *,
    dice: int = 1,
    illuminated: bool = False,
    policy: Policy = thrifty,
) -> Fraction:
    """How likely a test reaches its difficulty (C3-TEST-01)."""
    return scores(options, value, enough=need, dice=dice, illuminated=illuminated, policy=policy).chance(
        lambda came: came.reaches(need)
    )


def scores(
    options: Options,
    value: int,
    *,
    enough: int,
    dice: int = 1,
    illuminated: bool = False,
    zero_fails: bool = True,
    policy: Policy = thrifty,
) -> Distribution[Attempt]:
    """What comes of a test; from `enough` on totals are not told apart, which keeps option `safe` finite."""

    def rule(referee: Referee) -> Attempt:
        came = attempt(
            referee,
            options,
            "red",
            "test",
            value,
            rule="C3-TEST-01",
            need=enough,
            dice=dice,
            illuminated=illuminated,
            zero_fails=zero_fails,
        )
        return Attempt(min(came.total, enough), came.failed) if not came.failed else came

    if options.six_rule != "safe":
        return odds(rule, policy=policy)
    if dice > 1 and playing() is None:
        return best_of(
            scores(options, value, enough=enough, illuminated=illuminated, zero_fails=zero_fails, policy=policy), dice
        )
    start = Rolling(waiting=dice, least=5 if illuminated else 6)
    ends = chain(
        _wave,
        start,
        over=lambda rolling: rolling.over or (not rolling.waiting and value + rolling.best >= max(enough, 1)),
    )

    def read(end: Any) -> Attempt:
        best = end.situation.best
        failed = not best or (zero_fails and value + best <= 0)
        return Attempt(0, True) if failed else Attempt(min(value + best, enough), False)

    return ends.map(read)


def best_of(one: Distribution[Attempt], dice: int) -> Distribution[Attempt]:
    """The best of so many dice, each of which goes its own way; one that shows 1 scores nothing, which is the best only if all do (C3-RULE-04)."""
    found: dict[Attempt, Fraction] = {}
    less = Fraction(0)
    for came, chance in sorted(one.items(), key=lambda entry: (not entry[0].failed, entry[0].total)):
        found[came] = (less + chance) ** dice - less**dice
        less += chance
    return Distribution(found)


def _wave(referee: Referee, rolling: Rolling) -> None:
    roll_wave(referee, rolling, "red", "test", "C3-TEST-01")


# Two rolls against each other


class Contest(Changing):
    """Two rolls under option `safe`, wave by wave beside each other; what both have gained alike is taken off, so that the endless series closes."""

    one: Rolling
    other: Rolling


def _waves(referee: Referee, contest: Contest) -> None:
    for rolling in (contest.one, contest.other):
        if not rolling.over:
            _wave(referee, rolling)


def _level(contest: Contest, floor: int) -> None:
    """Both go on: only the difference counts from here, once both have passed what they need."""
    if contest.one.going and contest.other.going:
        down = 6 * max(0, (min(contest.one.best, contest.other.best) - floor) // 6)
        for rolling in (contest.one, contest.other):
            rolling.best -= down
            rolling.going = [score - down for score in rolling.going]


def contested(
    options: Options,
    one: tuple[int, int],
    other: tuple[int, int],
    read: Callable[[Attempt, Attempt], Any],
    *,
    need: int = 0,
    policy: Policy = thrifty,
) -> Distribution[Any]:
    """Two open-ended rolls, each a value and a number of dice; `read(one, other)` sees the two results.

    It must only ask for their difference up to 2, for failures, and whether the first reaches `need`.
    """
    (value, dice), (other_value, other_dice) = one, other
    if options.six_rule != "safe":

        def rule(referee: Referee) -> Any:
            first = attempt(referee, options, "red", "test", value, rule="C3-TEST-06", dice=dice)
            return read(
                first, attempt(referee, options, "blue", "test", other_value, rule="C3-TEST-06", dice=other_dice)
            )

        return odds(rule, policy=policy)

    floor = max(need - value, 1 - value, 1 - other_value, 0) + 6  # what is needed or fails is decided below this

    def step(referee: Referee, contest: Contest) -> None:
        _waves(referee, contest)
        _level(contest, floor)

    def over(contest: Contest) -> bool:
        a, b = contest.one, contest.other
        if a.waiting or b.waiting:
            return False
        lead = (value + a.best) - (other_value + b.best)
        if a.over and b.over:
            return True
        if a.over:
            return b.best >= floor and lead <= -CLEAR
        return b.over and a.best >= floor and lead >= CLEAR

    ends = chain(step, Contest(Rolling(waiting=dice), Rolling(waiting=other_dice)), over=over)
    return ends.map(lambda end: read(_result(value, end.situation.one), _result(other_value, end.situation.other)))


def _result(value: int, rolling: Rolling) -> Attempt:
    total = value + rolling.best
    return Attempt(total, False) if rolling.best and total > 0 else Attempt(0, True)


def opposed(
    options: Options, one: tuple[int, int], other: tuple[int, int], policy: Policy = thrifty
) -> Distribution[str]:
    """C3-TEST-06: "one", "other" or "tie" of one throw; failures count 0."""

    def read(first: Attempt, second: Attempt) -> str:
        return "tie" if first.total == second.total else "one" if first.total > second.total else "other"

    return contested(options, one, other, read, policy=policy)


def tactics(options: Options, one: Staff, other: Staff, policy: Policy = thrifty) -> Distribution[str]:
    """The tactical roll of two camps: "one", "other" or "tie"."""
    if options.leadership_tactical == "best_of_two" or one.dice == other.dice == 1:
        return opposed(options, (one.dis + one.bonus, one.dice), (other.dis + other.bonus, other.dice), policy)
    if options.six_rule == "safe":
        return _sums(one, other)

    def rule(referee: Referee) -> str:
        first = roll_tactics(referee, options, "red", one).total
        second = roll_tactics(referee, options, "blue", other).total
        return "tie" if first == second else "one" if first > second else "other"

    return odds(rule, policy=policy)


class Sums(Changing):
    """Two tactical rolls under option `safe` whose dice are added, one re-roll of each beside one of the other, so that two 6s change nothing and the endless series closes."""

    one: Summing
    other: Summing


def _sums(one: Staff, other: Staff) -> Distribution[str]:
    """C3-RULE-08: "one", "other" or "tie"; a roll that failed counts 0."""
    ahead = (one.dis + one.bonus) - (other.dis + other.bonus)

    def step(referee: Referee, sums: Sums) -> None:
        for summing, side in ((sums.one, "red"), (sums.other, "blue")):
            if not summing.over:
                sum_on(referee, summing, side, "tactical roll", "C3-RULE-08")
        down = min(sums.one.score, sums.other.score) - 1  # neither has failed: only the difference counts
        if down > 0:
            sums.one.score -= down
            sums.other.score -= down

    def lead(sums: Sums) -> int:
        if sums.one.score and sums.other.score:
            return ahead + sums.one.score - sums.other.score
        return sums.one.score - sums.other.score

    def over(sums: Sums) -> bool:
        if sums.one.waiting or (sums.one.sixes and sums.other.sixes):
            return False
        return (
            not sums.other.sixes
            if lead(sums) > 0
            else (sums.one.over if lead(sums) < 0 else sums.one.over and sums.other.over)
        )

    ends = chain(step, Sums(Summing(waiting=one.dice), Summing(waiting=other.dice)), over=over)
    found = ends.map(lambda end: lead(end.situation))
    return found.map(lambda by: "tie" if not by else "one" if by > 0 else "other")


# One attack


def clash_odds(options: Options, numbers: Clash, policy: Policy = thrifty) -> Distribution[Outcome]:
    """What comes of one attack and its defence; only what matters of the totals is kept."""
    return _clash_odds(options, numbers._replace(by="", against=""), policy)


@remembered(4096)
def _clash_odds(options: Options, numbers: Clash, policy: Policy) -> Distribution[Outcome]:
    if options.six_rule != "safe":
        return odds(clash, options, numbers, policy=policy).map(brief)
    if not numbers.dice:
        return scores(options, numbers.attack, enough=1).map(lambda came: Outcome(0 if came.failed else 1))

    def read(attack: Attempt, defence: Attempt) -> Outcome:
        if attack.failed:
            return Outcome(0)
        need = attack.total + numbers.harder
        return brief(Outcome(attack.total, defence.reaches(need), defence.total, need))

    return contested(options, (numbers.attack, 1), (numbers.defence, numbers.dice), read)


def brief(outcome: Outcome) -> Outcome:
    """An outcome without its totals: missed, hit, parried, or parried by 2 or more."""
    if outcome.missed or not outcome.parried:
        return Outcome(int(not outcome.missed))
    return Outcome(1, True, 1 + HARDER if outcome.defence_total >= outcome.attack_total + HARDER else 1)
