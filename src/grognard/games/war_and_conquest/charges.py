"""Charges: they are declared without measuring, the enemy reacts, and then they are moved one by one."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Aim, Battle, Charge, Unit
from grognard.games.war_and_conquest.contact import engage, flush_place
from grognard.games.war_and_conquest.footprint import (
    body,
    body_gap,
    is_crossed,
    near_figure,
    put,
)
from grognard.games.war_and_conquest.room import (
    APART,
    Standing,
    is_clear,
    others_near,
    solid_obstacles,
    standing_of,
    stop_before,
    straight_run,
    way_cost,
)
from grognard.games.war_and_conquest.sighting import Mark, Screen, in_view, marks_of, screens
from grognard.ground.lines import crosses
from grognard.ground.measure import bearing, distance, round_up
from grognard.ground.ranks import advanced, front_middle, led_from, side_of
from grognard.ground.shapes import Slab
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee

NO_CHARGE = Pick("no charge")


class Declare(Option, frozen=True, gc=False):
    """A charge or glancing attack that a unit may declare."""

    verb: str  # "charge" or "glance at"
    unit: str
    target: str

    @property
    def key(self) -> str:
        return f"{self.verb} {self.target}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.target,)


# Declaring (WC-OMOVE-01)


def declare_next(referee: Referee, battle: Battle) -> None:
    """One unit of the player whose round it is declares a charge, a glancing attack or nothing."""
    if not battle.aims:
        battle.queue = list(dict.fromkeys(charge.target for charge in battle.charges if not charge.glancing))
        battle.step = "react"
        return
    unit = battle.unit(battle.aims[0].unit)
    options = [
        Declare("glance at" if aim.glancing else "charge", aim.unit, aim.target)
        for aim in battle.aims
        if aim.unit == unit.id
    ]
    battle.aims = battle.aims[len(options) :]
    picked = referee.choose(
        unit.side, f"Does {unit.name} charge?", [NO_CHARGE, *options], rule="WC-OCHARGE-01", about=(unit.id,)
    )
    if isinstance(picked, Declare):
        target = battle.unit(picked.target)
        battle.charges.append(measured(battle, unit, target, glancing=picked.verb != "charge"))
        referee.tell(
            f"declares a {'charge on' if picked.verb == 'charge' else 'glancing attack on'}",
            unit,
            target,
            rule="WC-OMOVE-01",
        )


def may_declare(unit: Unit) -> bool:
    """Not in disorder, not engaged, not fleeing; nor just back on the table (WC-RULE-27)."""
    return unit.where == "table" and not (unit.out_of_order or unit.engaged or unit.fleeing or unit.had_move)


def aims_of(battle: Battle) -> list[Aim]:
    """Everything that the player whose round it is may declare, whatever the distance (WC-PHASE-05)."""
    marks = marks_of(battle.standing(battle.other(battle.active)))
    hiding = screens(battle)
    own = [unit for unit in battle.standing(battle.active) if may_declare(unit)]
    return [aim for unit in own for aim in declarations(battle, unit, marks, hiding)]


def declarations(battle: Battle, unit: Unit, marks: list[Mark], hiding: list[Screen]) -> Iterator[Aim]:
    """What one unit may declare: charges to its front (WC-OCHARGE-01), and skirmishers glancing attacks all round (WC-OGLANCE-01)."""
    for target, ahead in in_view(battle, unit, marks, hiding, all_round=not unit.is_battle):
        if ahead and can_charge(unit, target):
            yield Aim(unit.id, target.id)
        if not unit.is_battle and not target.fleeing:
            yield Aim(unit.id, target.id, glancing=True)


def can_charge(unit: Unit, target: Unit) -> bool:
    """Battle formations charge anybody, skirmishers only skirmishers and fleeing units (WC-OCHARGE-01)."""
    return unit.is_battle or not target.is_battle or target.fleeing


def reach_of(unit: Unit) -> int:
    """A charge reaches twice the base move (WC-OCHARGE-02)."""
    return 2 * unit.profile.base_move


def measured(battle: Battle, unit: Unit, target: Unit, *, glancing: bool) -> Charge:
    """The charge as it stands when it has been declared: how far, at which figure, and on which face (WC-OCHARGE-05)."""
    spot = near_figure(unit, target)
    straight = distance(unit.x, unit.y, *spot)
    rough = round_up(way_cost(battle, unit.x, unit.y, *spot)) - straight if straight else 0
    face = side_of(body(target), unit.x, unit.y)
    return Charge(unit.id, target.id, face, body_gap(body(unit), body(target)) + max(0, rough), spot, glancing)  # type: ignore[arg-type]


# Moving (WC-OCHARGE-06)


def charge_next(referee: Referee, battle: Battle) -> None:
    """One charge or glancing attack is moved, in the order that its player likes."""
    waiting = [charge for charge in battle.charges if not battle.unit(charge.unit).done]
    if not waiting:
        battle.step = "begin_moves"
        return
    charge = waiting[0]
    if len(waiting) > 1:
        options = [Pick(f"move {each.unit}", battle.unit(each.unit).name, each.unit) for each in waiting]
        picked = referee.choose(battle.active, "Which charge is moved next?", options, rule="WC-OMOVE-01")
        charge = next(each for each in waiting if each.unit == picked.piece)
    unit = battle.unit(charge.unit)
    unit.done = unit.had_move = unit.moved = True
    if charge.glancing:
        ride_past(referee, battle, unit, charge)
    else:
        move_charge(referee, battle, unit, charge)


def move_charge(referee: Referee, battle: Battle, unit: Unit, charge: Charge) -> None:
    """Into contact, to where the target stood that fled, or short of it (WC-OCHARGE-02, WC-OCHARGE-04)."""
    target = battle.unit(charge.target)
    if charge.gap > reach_of(unit):
        fall_short(referee, battle, unit, charge)
    elif charge.fled or target.where != "table":
        go_at(battle, unit, charge, max(0, charge.gap - APART))
        unit.disordered = not charge.caught
        referee.tell("runs after", unit, target, rule="WC-OCHARGE-04")
    else:
        place = flush_place(battle, unit, target, charge.face) if is_way_free(battle, unit, charge) else None
        if place is None:
            fall_short(referee, battle, unit, charge)
            return
        engage(battle, unit, target, charge.face, place)
        unit.charged = True
        referee.tell(
            f"charges into the {charge.face if charge.face in ('front', 'rear') else 'flank'} of",
            unit,
            target,
            rule="WC-OCHARGE-05",
        )


def is_way_free(battle: Battle, unit: Unit, charge: Charge) -> bool:
    """Does the leader's straight line to the target meet no unit but friendly skirmishers, and no impassable ground (WC-RULE-42)?"""
    line = (unit.x, unit.y, *charge.spot)
    for other in battle.units:
        if (
            other.where != "table"
            or other.id in (charge.unit, charge.target)
            or (other.side == unit.side and not other.is_battle)
        ):
            continue
        if is_crossed(body(other), *line):
            return False
    return not any(crosses(shape, *line) for shape in battle.terrain.solids.shapes)


def fall_short(referee: Referee, battle: Battle, unit: Unit, charge: Charge) -> None:
    """A failed charge: the base move straight at the target, and disorder (WC-OCHARGE-02)."""
    go_at(battle, unit, charge, unit.profile.base_move)
    unit.disordered = True
    referee.tell("does not reach", unit, battle.unit(charge.target), rule="WC-OCHARGE-02")


def go_at(battle: Battle, unit: Unit, charge: Charge, length: int) -> None:
    """Wheel to the figure that was charged and go straight at it, so far or until something is in the way."""
    others = others_near(battle, unit, length + 200)
    standing = standing_of(others)
    slab = facing_at(battle, unit, charge, standing)
    passes = [other for other in others if other.side == unit.side and not (unit.is_battle and other.is_battle)]
    stops = [stop_before(unit, other) for other in others if other not in passes]
    room = min(length, straight_run(battle, slab, stops + solid_obstacles(battle)))
    place = advanced(slab, room)
    while room > 0 and not is_clear(battle, place, standing):
        room = room * 3 // 4 if room > 50 else 0
        place = advanced(slab, room)
    if is_clear(battle, place, standing):
        put(battle, unit, *front_middle(place), place.facing)


def facing_at(battle: Battle, unit: Unit, charge: Charge, others: list[Standing]) -> Slab:
    """The body turned about its leader to face the figure that was charged, if there is room for it."""
    slab = body(unit)
    if (unit.x, unit.y) == charge.spot:
        return slab
    turned = led_from(unit.x, unit.y, slab.width, slab.depth, bearing(unit.x, unit.y, *charge.spot))
    return turned if is_clear(battle, turned, others) else slab


def ride_past(referee: Referee, battle: Battle, unit: Unit, charge: Charge) -> None:
    """A glancing attack comes up to 1" away; out of reach it comes to nothing (WC-OGLANCE-01, WC-RULE-40)."""
    target = battle.unit(charge.target)
    if charge.gap <= reach_of(unit):
        go_at(battle, unit, charge, max(0, charge.gap - APART))
    else:
        go_at(battle, unit, charge, unit.profile.base_move)
    if target.where == "table" and not target.fleeing and body_gap(body(unit), body(target)) <= 2 * APART:
        referee.tell("comes up to", unit, target, rule="WC-OGLANCE-01")
    else:
        battle.charges = [other for other in battle.charges if other.unit != unit.id]
        referee.tell("does not reach", unit, target, rule="WC-RULE-40")
