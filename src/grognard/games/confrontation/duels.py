"""Duels: the exact odds of a whole combat of one against one, with the best placement and the best blows of both.

The combat is walked with the playing rules themselves: who may attack, what may be declared, and what an attack does are asked of `exchanges` and `attacks`; only the dice are
not rolled but weighed (`chances`). Equal situations are solved once, and what can no longer matter is left out of the comparison, so that a duel of
troops takes tenths of a second. Chances are kept as whole numbers over one large power of six, which every throw of D6s divides.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from grognard.errors import TooLarge
from grognard.games.confrontation.attacks import (
    Attack,
    Clash,
    Defence,
    Outcome,
    hit_in_combat,
    hurt,
    may_give_up,
    reckon,
    resolve,
    spend_attack,
)
from grognard.games.confrontation.chances import clash_odds
from grognard.games.confrontation.combat import Placement, initiative_of, place, placements
from grognard.games.confrontation.exchanges import attack_options, defence_options, turn_over
from grognard.games.confrontation.fight import KILLED, Combatant, Fight
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.wounds import Hit, Wound, roll_wound
from grognard.kernel.choice import NO, YES, O
from grognard.kernel.matrix import equilibrium
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee

UNIT = 6**240  # chances are whole numbers of this; each die of a path divides it once
HARM = (0, 1, 2, 4, 8)  # what a level is worth to whoever inflicts it, in eighths of a death
LIMIT = 400_000  # situations before a duel is called too large


class Prospect(NamedTuple):
    """What comes of a situation under best play: harm done less harm suffered by the first side, and who dies; in parts of UNIT."""

    value: Any
    first_dies: Any
    second_dies: Any


class Choice(NamedTuple):
    """A side's best placement, and what each of its placements leads to."""

    side: str
    best: str
    values: dict[str, Fraction]


class Duel(NamedTuple):
    """The answer: the chances of the first fighter, and how both place best once the initiative is rolled."""

    value: Fraction  # expected harm done less harm suffered; a death is 1, Critical 1/2, Serious 1/4, Light 1/8
    kills: Fraction
    dies: Fraction
    placements: tuple[Choice, ...] = ()


class _Given(Referee):
    """Nobody rolls and nobody is asked but whether dice are given up, which is tried both ways."""

    __slots__ = ("gives_up",)

    def __init__(self, gives_up: bool = False) -> None:
        self.gives_up = gives_up

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        return YES if self.gives_up else NO  # type: ignore[return-value]


_SILENT = _Given()
_GIVING = _Given(True)


class Solver:
    """Best play of a one-against-one combat under some options."""

    def __init__(self, options: Options, first: str) -> None:
        self.options = options
        self.first = first  # the side that wants the value high
        self.known: dict[Any, Prospect] = {}
        self.unit: Any = UNIT if options.six_rule != "safe" else Fraction(UNIT)

    # Exchanges

    def value(self, fight: Fight) -> Prospect:
        """The prospects of a combat whose dice are down."""
        turn_over(self.options, fight)
        if fight.stage == "over":
            return self._over(fight)
        key = essence(self.options, fight)
        found = self.known.get(key)
        if found is None:
            if len(self.known) > LIMIT:
                raise TooLarge(len(self.known))
            found = self.known[key] = self._best_attack(fight)
        return found

    def _over(self, fight: Fight) -> Prospect:
        mine, theirs = fight.combatants
        if mine.side != self.first:
            mine, theirs = theirs, mine
        value = (HARM[theirs.level] - HARM[mine.level]) * self.unit
        return Prospect(value, self.unit if mine.level == KILLED else 0, self.unit if theirs.level == KILLED else 0)

    def _best_attack(self, fight: Fight) -> Prospect:
        if fight.gained is not None:
            return self._best_defence(fight, Attack(*fight.gained), gained=True)
        found = [self._best_defence(fight, attack) for attack in attack_options(self.options, fight)]
        return self._pick(found, fight.attacking)

    def _pick(self, found: Sequence[Prospect], side: str) -> Prospect:
        best = max if side == self.first else min
        return best(found, key=lambda prospect: prospect.value)

    def _best_defence(self, fight: Fight, attack: Attack, gained: bool = False) -> Prospect:
        defender = fight.combatant(attack.on)
        open_to_it = defence_options(defender) if defender.def_dice else [Defence("none")]
        found = [self._blow(fight, attack, defence, gained) for defence in open_to_it]
        return self._pick(found, defender.side)

    def _blow(self, fight: Fight, attack: Attack, defence: Defence, gained: bool) -> Prospect:
        """One attack against one defence, over every way its dice can fall."""
        start = fight.copy()
        if gained:
            start.gained = None
        else:
            spend_attack(self.options, start.combatant(attack.by), attack)
        attacker, defender = start.combatant(attack.by), start.combatant(attack.on)
        ways, outcomes = weighed_clash(
            self.options, reckon(self.options, attacker, defender, defence)._replace(by="", against="")
        )
        found = []
        for outcome, weight in outcomes:
            if outcome.missed and self.options.failed_attack == "keep_dice" and may_give_up(defender, defence):
                both = [self._after(start, attack, defence, outcome, referee) for referee in (_SILENT, _GIVING)]
                found.append((weight, self._pick(both, defender.side)))
            else:
                found.append((weight, self._after(start, attack, defence, outcome, _SILENT)))
        return self._mean(found, ways)

    def _after(self, start: Fight, attack: Attack, defence: Defence, outcome: Outcome, referee: Referee) -> Prospect:
        fight = start.copy()
        resolve(referee, self.options, fight, attack, defence, _settled(outcome))
        if fight.hurt is None:
            return self.value(fight)
        by, on, strength = fight.hurt
        ways, wounds = weighed_wound(
            self.options, hit_in_combat(self.options, fight.combatant(by), fight.combatant(on), strength)
        )
        found = []
        for wound, weight in wounds:
            wounded = fight.copy()
            hurt(referee, self.options, wounded, _settled(wound))
            found.append((weight, self.value(wounded)))
        return self._mean(found, ways)

    def _mean(self, found: Sequence[tuple[int, Prospect]], ways: int) -> Prospect:
        totals = [sum([weight * prospect[n] for weight, prospect in found]) for n in range(3)]
        if isinstance(self.unit, int):
            return Prospect(*(total // ways for total in totals))
        return Prospect(*(total / ways for total in totals))

    # Placing

    def placed(self, fight: Fight) -> tuple[Prospect, tuple[Choice, ...]]:
        """Both place their dice: the loser of the initiative first and openly, or both in secret (C3-RULE-39)."""
        winner = next(one for one in fight.combatants if one.side == fight.first)
        loser = next(one for one in fight.combatants if one.side != fight.first)
        table = {
            (theirs.key, ours.key): self._start(fight, {loser.id: theirs, winner.id: ours})
            for theirs in placements(loser)
            for ours in placements(winner)
        }
        rows, columns = [p.key for p in placements(loser)], [p.key for p in placements(winner)]
        if self.options.dice_placement == "secret_simultaneous":
            return self._mixed(table, rows, columns, loser.side, winner.side)
        replies = {row: self._pick([table[row, column] for column in columns], winner.side) for row in rows}
        best_row = self._key(replies, loser.side)
        answers = {column: table[best_row, column] for column in columns}
        best_column = self._key(answers, winner.side)
        return table[best_row, best_column], (
            Choice(loser.side, best_row, {row: self.fraction(prospect.value, 8) for row, prospect in replies.items()}),
            Choice(
                winner.side,
                best_column,
                {column: self.fraction(prospect.value, 8) for column, prospect in answers.items()},
            ),
        )

    def _key(self, found: dict[str, Prospect], side: str) -> str:
        best = self._pick(list(found.values()), side)
        return next(key for key, prospect in found.items() if prospect is best)

    def _start(self, fight: Fight, chosen: dict[str, Placement]) -> Prospect:
        start = fight.copy()
        for one in start.combatants:
            place(one, chosen[one.id])
        start.stage, start.attacking = "exchanges", start.first
        return self.value(start)

    def _mixed(
        self, table: dict[tuple[str, str], Prospect], rows: list[str], columns: list[str], loser: str, winner: str
    ) -> tuple[Prospect, tuple[Choice, ...]]:
        """The equilibrium of the secret placements; the best named is the likeliest of the mix."""
        if loser != self.first:
            matrix = [[self.fraction(table[row, column].value, 8) for row in rows] for column in columns]
        else:
            matrix = [[self.fraction(table[row, column].value, 8) for column in columns] for row in rows]
        mix = equilibrium(matrix)
        loser_mix, winner_mix = (mix.columns, mix.rows) if loser != self.first else (mix.rows, mix.columns)
        dies = [
            sum(
                p * q * Fraction(table[row, column][n])
                for row, p in zip(rows, loser_mix, strict=True)
                for column, q in zip(columns, winner_mix, strict=True)
            )
            for n in (1, 2)
        ]
        found = Prospect(mix.value * 8 * self.unit, *dies)
        named = []
        for side, keys, shares in ((loser, rows, loser_mix), (winner, columns, winner_mix)):
            named.append(Choice(side, keys[shares.index(max(shares))], dict(zip(keys, shares, strict=True))))
        return found, tuple(named)

    def fraction(self, value: Any, parts: int = 1) -> Fraction:
        return Fraction(value) / (UNIT * parts)


def _settled(outcome: Any) -> Callable[..., Any]:
    """A throw that has fallen."""
    return lambda referee, rule, options, *numbers: outcome


def essence(options: Options, fight: Fight) -> Any:
    """A situation without what can no longer matter: equal ones have the same prospects."""
    one, other = fight.combatants
    gained = fight.gained
    one_strikes = _may_strike(one) or (gained is not None and gained[0] == one.id)
    other_strikes = _may_strike(other) or (gained is not None and gained[0] == other.id)
    return (
        fight.attacking,
        gained,
        _part(options, one, one_strikes, other_strikes),
        _part(options, other, other_strikes, one_strikes),
    )


def _may_strike(one: Combatant) -> bool:
    """Whether a fighter can still make an attack, or gain one."""
    return one.att_dice > 0 or (one.def_dice > 0 and (one.counters or one.ambidextrous))


def _part(options: Options, one: Combatant, strikes: bool, threatened: bool) -> Any:
    """What still counts of a fighter: its ATT if it may strike, its DEF and RES if it may be struck."""
    injuries = one.injuries
    parries = threatened and one.def_dice > 0
    stun = one.stunned if strikes or parries or (threatened and options.wound_modifier == "victim") else 0
    att_hurt = strikes and "att_aim_minus_1" in injuries
    res_hurt = threatened and "res_minus_1" in injuries
    if not strikes and not parries:
        return one.level, stun, res_hurt
    def_hurt = parries and "def_minus_1" in injuries
    def_dice = one.def_dice if parries or options.master_strike_dice == "defence" else 0
    sustains = parries and one.placed_def >= one.placed_att
    return one.level, stun, att_hurt, def_hurt, res_hurt, one.bought, one.att_dice, def_dice, sustains, one.struck


def _counted(distribution: Distribution[Any]) -> tuple[int, tuple[tuple[Any, int], ...]]:
    """Outcomes with whole weights, and their sum."""
    ways = lcm(*(share.denominator for _, share in distribution.items()))
    return ways, tuple((outcome, int(share * ways)) for outcome, share in distribution.items())


@lru_cache(maxsize=16384)
def weighed_clash(options: Options, numbers: Clash) -> tuple[int, tuple[tuple[Outcome, int], ...]]:
    """Every outcome of an attack with its weight."""
    return _counted(clash_odds(options, numbers))


@lru_cache(maxsize=16384)
def weighed_wound(options: Options, hit: Hit) -> tuple[int, tuple[tuple[Wound, int], ...]]:
    """Every outcome of a wound roll with its weight; where it strikes is told apart only by the injury it leaves."""
    harmless = ("mov_halved", "ini_minus_1")

    def seen(wound: Wound) -> Wound:
        return Wound("", 0, wound.result, "none" if wound.injury in harmless else wound.injury)

    return _counted(odds(roll_wound, options, hit, "").map(seen))


def duel(options: Options, one: Combatant, other: Combatant, initiative: Distribution[str]) -> Duel:
    """The exact prospects of `one` in a combat against `other`, initiative included: ties are rolled again."""
    solver = Solver(options, one.side)
    share = {
        one.side: initiative["one"] / (1 - initiative["tie"]),
        other.side: initiative["other"] / (1 - initiative["tie"]),
    }
    value = kills = dies = Fraction(0)
    named: list[Choice] = []
    for first, chance in share.items():
        if not chance:
            continue
        found, choices = solver.placed(
            Fight(combatants=[one.copy(), other.copy()], first=first, attacking=first, stage="placing")
        )
        value += chance * solver.fraction(found.value, 8)
        dies += chance * solver.fraction(found.first_dies)
        kills += chance * solver.fraction(found.second_dies)
        named += choices
    return Duel(value, kills, dies, tuple(named))


def initiative_values(options: Options, one: Combatant, other: Combatant) -> tuple[tuple[int, int], tuple[int, int]]:
    """What both roll for initiative with."""
    return (initiative_of(options, [one]), 1), (initiative_of(options, [other]), 1)
