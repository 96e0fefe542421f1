"""Calling: a Faithful's divination with a strengthened bond, against the censure of other Faithful."""

from collections.abc import Iterator
from typing import NamedTuple

from grognard.games.confrontation.artefacts import Use, usable, use
from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.countermagic import after
from grognard.games.confrontation.faith import is_spared_in_melee
from grognard.games.confrontation.incantation import may_try, tried_this_round
from grognard.games.confrontation.miracles import AURA, MIRACLES, Miracle
from grognard.games.confrontation.sight import can_see
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally


class Call(Option, frozen=True, gc=False):
    """Try a miracle on a target; one that fills the aura names none but the caller."""

    miracle: str
    target: str

    @property
    def key(self) -> str:
        return f"call {self.miracle.replace('_', ' ')} on {self.target}"

    @property
    def words(self) -> str:
        return f"Call {MIRACLES[self.miracle].title} on {self.target.replace('_', ' ')}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.target,)


class Bond(Option, frozen=True, gc=False):
    """So much T.F. more, each point for one more die."""

    points: int
    need: int = 0  # the difficulty

    @property
    def key(self) -> str:
        return f"bond {self.points}" if self.points else "no bond"

    @property
    def words(self) -> str:
        return f"Spend {self.points} T.F. more: {1 + self.points} dice" if self.points else "Spend no more T.F."


class Censure(Option, frozen=True, gc=False):
    """So much T.F. against a miracle."""

    points: int

    @property
    def key(self) -> str:
        return f"censure {self.points}" if self.points else "no censure"

    @property
    def words(self) -> str:
        return f"Censure with {self.points} T.F." if self.points else "No censure"


class Calling(NamedTuple):
    """What became of a miracle: "effect", "failed" or "out_of_range", and the divination roll."""

    outcome: str
    roll: Attempt


# Choosing a miracle and its target


def miracle_options(battle: Battle, caller: Fighter) -> list[Call | Use]:
    """Every miracle that he has the fervour for on every target in sight; distance is measured last (C3-CALL-10)."""
    if caller.routed or not any(caller.profile.aspects):  # C3-ROUT-04
        return []
    offered: list[Call | Use] = [option for option in usable(caller) if option.artefact == "tinder_psalter"]
    miracles = [miracle for name in caller.profile.miracles if (miracle := MIRACLES[name]).fervour <= caller.tf]
    if not miracles:
        return offered
    tried = tried_this_round(battle)
    for target in battle.fighters:
        if not target.on_table:
            continue
        wanted = [
            m for m in miracles if m.targets(battle, caller, target) and may_try(tried, m.name, target.id)
        ]  # C3-CALL-02
        if wanted and (target is caller or can_see(battle, caller, target)):  # C3-CALL-05
            offered += [Call(miracle.name, target.id) for miracle in wanted]
    return offered


# Calling


def call(referee: Referee, battle: Battle, caller: Fighter, option: Call | Use) -> str:
    """Do what was chosen of `miracle_options`: the whole calling, or an artefact; what became of it."""
    if isinstance(option, Use):
        use(referee, battle, caller, option)
        return "used"
    return divine(referee, battle, caller, MIRACLES[option.miracle], battle.fighter(option.target)).outcome


def divine(referee: Referee, battle: Battle, caller: Fighter, miracle: Miracle, target: Fighter) -> Calling:
    """C3-CALL-05 to C3-CALL-11: fervour, bond, censure, the test, the distance, the effects."""
    caller.tried = (*caller.tried, (miracle.name, target.id))
    referee.tell("{} calls {} on {}", caller, miracle.title, target, rule="C3-CALL-05")
    caller.tf -= miracle.fervour  # C3-CALL-07: gone before the test
    bond = strengthen_bond(referee, caller, miracle)
    censure = enemy_censure(referee, battle, caller, miracle)
    roll = divination_roll(referee, battle, caller, miracle.difficulty, 1 + bond, censure)
    if not roll.reaches(miracle.difficulty):
        referee.tell("{} fails: {} against {}", caller, roll.total, miracle.difficulty, rule="C3-CALL-09")
        return Calling("failed", roll)
    if miracle.range != AURA and not battle.within(caller, target, miracle.range):
        referee.tell("{} is out of range of {}", target, miracle.title, rule="C3-CALL-10")
        return Calling("out_of_range", roll)
    miracle.effect(referee, battle, caller, target)  # C3-CALL-11
    return Calling("effect", roll)


def strengthen_bond(referee: Referee, caller: Fighter, miracle: Miracle) -> int:
    """C3-CALL-06: how much T.F. more is spent, each point for one more die."""
    if not caller.tf:
        return 0
    offered = [Bond(points, miracle.difficulty) for points in range(caller.tf + 1)]
    text = f"{caller.name}, {miracle.title}: strengthen the bond?"
    points = referee.choose(caller.side, text, offered, rule="C3-CALL-06", about=(caller.id,)).points
    caller.tf -= points
    return points


def divination_roll(
    referee: Referee, battle: Battle, caller: Fighter, difficulty: int, dice: int, censure: int
) -> Attempt:
    """C3-CALL-09, C3-RULE-71: the Faith total and the best of the dice, less what censure takes."""
    modifiers = Tally(divination_modifiers(battle, caller, censure))
    value = caller.profile.faith + modifiers.total
    roll = attempt(
        referee,
        battle.options,
        caller.side,
        "divination",
        value,
        rule="C3-CALL-09",
        need=difficulty,
        dice=dice,
        illuminated=is_illuminated(caller),
        about=(caller.id,),
    )
    referee.tell(
        "{}: divination {}, difficulty {}", caller, roll.total, difficulty, because=modifiers, rule="C3-CALL-09"
    )
    return roll


def divination_modifiers(battle: Battle, caller: Fighter, censure: int) -> Iterator[Modifier]:
    """What lowers a divination test."""
    if not is_spared_in_melee(caller.profile) and not battle.is_free(caller):
        yield Modifier(-1, "in hand-to-hand", "C3-CALL-09")
    if censure:
        yield Modifier(-censure, "censure", "C3-CALL-08")


def is_illuminated(caller: Fighter) -> bool:
    """C3-RULE-74: the Illuminated may roll 5s again like 6s."""
    return caller.has("illuminated")


# Censure


def enemy_censure(referee: Referee, battle: Battle, caller: Fighter, miracle: Miracle) -> int:
    """C3-CALL-08: every enemy Faithful near enough may spend T.F. before the roll; what it takes from the test."""
    taken = 0
    for side in after(battle, caller.side):
        for censor in battle.camp(side):
            if may_censure(battle, censor, caller, miracle):
                taken += censure_of(battle, censor, spend_censure(referee, battle, censor, caller, miracle))
    return taken


def may_censure(battle: Battle, censor: Fighter, caller: Fighter, miracle: Miracle) -> bool:
    """C3-CALL-08: an enemy Faithful who sees the caller, within the miracle's range of him; "aura" is the caller's."""
    if not any(censor.profile.aspects) or censor.side == caller.side or not censor.on_table:
        return False
    if censor.routed or censor.sheltering:  # C3-ROUT-05, C3-RULE-27
        return False
    reach = caller.profile.aura if miracle.range == AURA else miracle.range
    return battle.within(censor, caller, reach) and can_see(battle, censor, caller)


def spend_censure(referee: Referee, battle: Battle, censor: Fighter, caller: Fighter, miracle: Miracle) -> int:
    """Ask one censor how much T.F. he spends, and take it."""
    while censor.tf or usable(censor):
        offered: list[Censure | Use] = [Censure(points) for points in range(censor.tf + 1)]
        offered += [option for option in usable(censor) if option.artefact == "tinder_psalter"]
        if len(offered) == 1:
            return 0
        text = f"{caller.name} calls {miracle.title}: does {censor.name} censure it?"
        answer = referee.choose(censor.side, text, offered, rule="C3-CALL-08", about=(censor.id, caller.id))
        if isinstance(answer, Use):
            use(referee, battle, censor, answer)
            continue
        if answer.points:
            censor.tf -= answer.points
            referee.tell("{} censures {} with {} T.F.", censor, caller, answer.points, rule="C3-CALL-08")
        return answer.points
    return 0


def censure_of(battle: Battle, censor: Fighter, points: int) -> int:
    """C3-RULE-70: what so much T.F. takes from the test.

    A censor in hand-to-hand loses one point of effect, unless C3-RULE-68 spares him.
    """
    if (
        points
        and battle.options.censure_melee == "minus_one"
        and not is_spared_in_melee(censor.profile)
        and not battle.is_free(censor)
    ):
        return points - 1
    return points
