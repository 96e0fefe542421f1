"""Glancing attacks: skirmishers strike in passing, are struck back and fall away again."""

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.blows import strikes_kill
from grognard.games.war_and_conquest.footprint import body, put
from grognard.games.war_and_conquest.losses import take_off
from grognard.games.war_and_conquest.numbers import Lengths
from grognard.games.war_and_conquest.room import is_free, others_near, stop_before, straight_run
from grognard.ground.ranks import advanced, front_middle
from grognard.ground.shapes import Slab
from grognard.kernel.referee import Referee


def glance_next(referee: Referee, battle: Battle) -> None:
    """One glancing attack: strikes, strikes back, and the skirmishers fall back; nobody is engaged (WC-OGLANCE-02)."""
    charge = battle.charges.pop(0)
    unit, target = battle.unit(charge.unit), battle.unit(charge.target)
    if unit.where != "table" or target.where != "table":
        return
    exchange(referee, battle, unit, target)
    if unit.where == "table":
        fall_back(referee, battle, unit)


def exchange(referee: Referee, battle: Battle, unit: Unit, target: Unit) -> None:
    """The skirmishers strike; whoever is left of the target strikes back."""
    killed = strikes_kill(referee, unit, target, glancing_dice(unit))
    referee.tell("{} strikes {} in passing and kills {}", unit, target, killed, rule="WC-OGLANCE-02")
    take_off(referee, battle, target, killed, "glancing", unit)
    if target.where == "table":
        back = strikes_kill(referee, target, unit, strike_back_dice(target))
        referee.tell("{} strikes back at {} and kills {}", target, unit, back, rule="WC-OGLANCE-02")
        take_off(referee, battle, unit, back, "strike back", target)


def glancing_dice(unit: Unit) -> int:
    """Half of the skirmishers, rounded up."""
    return (unit.models + 1) // 2


def strike_back_dice(target: Unit) -> int:
    """Half of the target's front rank, rounded down."""
    return min(target.files, target.models) // 2


def fall_back(referee: Referee, battle: Battle, unit: Unit) -> None:
    """Back up to the base move, facing kept (WC-OGLANCE-03)."""
    room = back_room(battle, unit, unit.profile.base_move)
    if not room:
        return
    back = referee.choose(
        unit.side, f"How far does {unit.name} fall back?", Lengths(0, room), rule="WC-OGLANCE-03", about=(unit.id,)
    ).value
    place = body_after(unit, back)
    if not is_free(battle, place, others_near(battle, unit, back + 200)):
        referee.tell("finds no room to fall back so far", unit, rule="WC-OGLANCE-03")
        return
    put(battle, unit, *front_middle(place), place.facing)
    referee.tell('{} falls back {}"', unit, back / 100, rule="WC-OGLANCE-03")


def back_room(battle: Battle, unit: Unit, length: int) -> int:
    """How far it can go straight back: a body that looks behind itself. Skirmishers pass through friends."""
    own = body(unit)
    behind = Slab(own.x, own.y, own.width, own.depth, (own.facing + 180) % 360)
    others = others_near(battle, unit, length + 200)
    stops = [
        stop_before(unit, other) for other in others if other.side != unit.side or (unit.is_battle and other.is_battle)
    ]
    return min(length, straight_run(battle, behind, stops))


def body_after(unit: Unit, back: int) -> Slab:
    """Where it stands after going straight back."""
    return advanced(body(unit), -back)
