"""Activations: who may activate, how many, how far, and how a group is chosen."""

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.games.fearful_odds.battle import Battle, Character, Impulse, State, Unit, Where
from grognard.games.fearful_odds.morale import own_quality
from grognard.kernel.choice import Option, Pick, find
from grognard.kernel.referee import Referee

LEADER_KINDS = ("charge", "march", "regroup")  # FO-ACT-03
UNIT_KINDS = ("charge", "march")  # FO-ACT-06
PASS = Pick("pass")
ENOUGH = Pick("that is all", "That is all")
EVERYBODY = Pick("everybody", "Everybody who can come, nearest first")


class Activate(Option, frozen=True, gc=False):
    """A leader, a lead unit or a lone hero begins an activation of one kind."""

    who: str
    kind: str

    @property
    def key(self) -> str:
        return f"{self.kind} with {self.who}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.who,)


class Take(Option, frozen=True, gc=False):
    """One more for the group."""

    who: str

    @property
    def key(self) -> str:
        return f"take {self.who}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.who,)


class Impulses(Sequence[Option]):
    """What a player may do in his impulse: pass, or any activation; made only when somebody looks."""

    __slots__ = ("_leaders", "_others")

    def __init__(self, leaders: list[str], others: list[str]) -> None:
        self._leaders = leaders
        self._others = others  # lead units and lone heroes

    def __len__(self) -> int:
        return 1 + 3 * len(self._leaders) + 2 * len(self._others)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return PASS
        index -= 1
        if index < 3 * len(self._leaders):
            return Activate(self._leaders[index // 3], LEADER_KINDS[index % 3])
        index -= 3 * len(self._leaders)
        return Activate(self._others[index // 2], UNIT_KINDS[index % 2])

    def __iter__(self) -> Iterator[Option]:
        for n in range(len(self)):
            yield self[n]

    def find(self, key: str) -> Option:
        return find(list(self), key, "FO-SEQ-06")


# How many and how far


def lead_quality(battle: Battle, unit: Unit) -> int:
    """FO-RULE-06: own QL without the leader's ML, or the printed number."""
    return unit.counter.quality if battle.options.activation_ql == "printed" else own_quality(battle, unit)


def group_limit(battle: Battle, command: int, lead: Unit | None) -> int:
    """FO-ACT-01, FO-ACT-04: how many units; at least 1 with a lead unit (FO-RULE-15), no QL term without one (FO-RULE-16)."""
    if lead is None:
        return 3 * command
    return max(1, 3 * command + lead_quality(battle, lead) // 2)  # FO-RULE-05: rounded down


def group_radius(command: int) -> int:
    """FO-ACT-02, FO-ACT-05: how far, in hexes over anything."""
    return 2 + 2 * command


def kinds_for(leads: bool) -> tuple[str, ...]:
    """FO-ACT-03, FO-ACT-06: what a leader, or a lead unit or lone hero, may declare."""
    return LEADER_KINDS if leads else UNIT_KINDS


# Declaring


def activations_for(battle: Battle, side: str) -> Impulses | None:
    """FO-SEQ-06: what a side may declare; None if nothing is Ready that can activate (FO-RULE-11). FO-ACT-20: Spent pieces may not."""
    stood = []
    ready = []
    is_ready = State.READY  # looked up once: that is slow in Python 3.11
    for unit in battle.units.values():
        if unit.side == side and unit.at >= 0:
            stood.append(unit.at)
            if unit.state is is_ready:
                ready.append(unit.id)
    leaders = []
    for one in battle.characters.values():
        if one.side == side and one.at >= 0 and one.state is is_ready:
            if one.kind == "leader":
                leaders.append(one.id)
            elif one.at not in stood:
                ready.append(one.id)  # FO-RULE-17: a hero alone
    return Impulses(leaders, ready) if leaders or ready else None


def declare(referee: Referee, battle: Battle) -> bool:
    """The acting player activates or passes; whether an impulse has begun."""
    side = battle.actor
    offered = activations_for(battle, side)
    picked: Option = PASS
    if offered is not None:
        picked = referee.choose(side, "Activate whom?", offered, rule="FO-SEQ-06")
    if picked is PASS or not isinstance(picked, Activate):
        referee.tell("{} passes", battle.side(side), rule="FO-SEQ-07")
        return False
    begin(referee, battle, picked)
    return True


def note_call(battle: Battle, acts: bool) -> bool:
    """FO-SEQ-07: two passes directly after one another end the Action Sequence, which is what comes back; a pass that is answered by an activation counts for nothing."""
    battle.passes = 0 if acts else battle.passes + 1
    return battle.passes >= 2


def pass_on(battle: Battle) -> None:
    """FO-SEQ-06: impulses alternate."""
    battle.actor = battle.enemy_of(battle.actor)


def begin(referee: Referee, battle: Battle, picked: Activate) -> None:
    """Form the group of an activation (FO-ACT-01 to 06)."""
    side = battle.actor
    character, unit = battle.characters.get(picked.who), battle.units.get(picked.who)
    leads = character is not None and character.kind == "leader"
    battle.impulse = Impulse(side, picked.kind, leader=picked.who if leads else "")
    referee.tell("{} activates: " + picked.kind, battle.piece(picked.who), rule="FO-ACT-03" if leads else "FO-ACT-06")
    if character is not None:
        join(battle, character)
        if not leads:
            return  # FO-RULE-17: a hero by himself
        lead = _lead_unit(referee, battle, character)
        form_group(
            referee, battle, character.at, group_radius(character.command), group_limit(battle, character.command, lead)
        )
    elif unit is not None:
        join(battle, unit)
        form_group(referee, battle, unit.at, group_radius(0), group_limit(battle, 0, unit) - 1)


def _lead_unit(referee: Referee, battle: Battle, leader: Character) -> Unit | None:
    """The unit stacked with the leader; alone he has none, or names one (FO-RULE-16)."""
    lead = battle.unit_in(leader.at)
    if lead is not None or battle.options.lone_leader_ql == "zero":
        return lead
    near = ready_units(battle, leader.at, group_radius(leader.command), leader.side)
    if not near:
        return None
    options = [Take(unit.id) for unit in near]
    return battle.units[
        referee.choose(leader.side, "Which is the lead unit?", options, rule="FO-RULE-16", about=(leader.id,)).who
    ]


def can_be_activated(piece: Unit | Character) -> bool:
    """FO-ACT-20: only Ready pieces, not Spent ones."""
    return piece.state is State.READY


def ready_units(battle: Battle, at: int, radius: int, side: str) -> list[Unit]:
    """Ready units of a side within a radius, nearest first."""
    far = battle.board.distances[at]
    near = [
        unit
        for unit in battle.units.values()
        if unit.at >= 0 and unit.side == side and far[unit.at] <= radius and unit.state is State.READY
    ]
    near.sort(key=lambda unit: far[unit.at])
    return near


def form_group(referee: Referee, battle: Battle, at: int, radius: int, limit: int) -> None:
    """Choose the others of the group one by one, or everybody at once; fewer than the limit is allowed (FO-RULE-15)."""
    impulse = battle.impulse
    assert impulse is not None
    side = impulse.side
    units = [unit.id for unit in ready_units(battle, at, radius, side)] if limit > 0 else []
    if impulse.kind == "regroup":  # FO-ACT-17, FO-RULE-15: boxed units count, at no distance
        units += [
            unit.id
            for unit in battle.units.values()
            if unit.where is Where.REGROUP_BOX and unit.side == side and unit.state is State.READY
        ]
    company = companions(battle, at, radius, side)
    while (units and limit > 0) or company:
        options: list[Option] = [ENOUGH, EVERYBODY]
        if limit > 0:
            options += [Take(one) for one in units]
        options += [Take(one) for one in company]
        picked = referee.choose(side, "Who goes along?", options, rule="FO-ACT-01")
        if picked is EVERYBODY:
            for one in units[:limit]:
                company += join(battle, battle.units[one])
            for one in company:
                join(battle, battle.characters[one])
            return
        if picked is ENOUGH or not isinstance(picked, Take):
            return
        if picked.who in battle.units:
            company += join(battle, battle.units[picked.who])
            units.remove(picked.who)
            limit -= 1
        else:
            join(battle, battle.characters[picked.who])
            company.remove(picked.who)


def join(battle: Battle, piece: Unit | Character) -> list[str]:
    """A piece becomes Active; the Ready characters who stand with a unit may now come too (FO-RULE-17)."""
    impulse = battle.impulse
    assert impulse is not None
    piece.state = State.ACTIVE
    impulse.group.append(piece.id)
    if type(piece) is Character or piece.at < 0:
        return []
    return [
        one.id
        for one in battle.characters.values()
        if one.at == piece.at and one.side == piece.side and one.state is State.READY
    ]


def companions(battle: Battle, at: int, radius: int, side: str) -> list[str]:
    """FO-RULE-17: Ready characters stacked with a unit of the group, and Ready heroes alone within the radius; they do not count as units."""
    ready = [one for one in battle.characters.values() if one.side == side and one.at >= 0 and one.state is State.READY]
    if not ready:
        return []
    stood = {unit.at: unit for unit in battle.units.values() if unit.side == side and unit.at >= 0}
    far = battle.board.distances[at]
    found = []
    for one in ready:
        unit = stood.get(one.at)
        if (unit is not None and unit.state is State.ACTIVE) or (
            unit is None and one.kind == "hero" and far[one.at] <= radius
        ):
            found.append(one.id)
    return found


# The end of an impulse


def end_impulse(battle: Battle) -> None:
    """FO-ACT-19: whatever was activated is Spent; what was noted during the impulse is forgotten."""
    for unit in battle.units.values():
        if unit.state is State.ACTIVE:
            unit.state = State.SPENT
            unit.moved = unit.fought = unit.tried = False
            unit.entered = unit.shots = 0
            unit.beside = ()
        if unit.evaded or unit.sent_champion:
            unit.evaded = unit.sent_champion = False
    for one in battle.characters.values():
        if one.state is State.ACTIVE:
            one.state = State.SPENT
        if one.moved or one.fought or one.called:
            one.moved = one.fought = one.called = False
    battle.impulse = None
