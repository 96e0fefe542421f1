"""Reactions to a charge: stand, stand and shoot, or flee."""

from msgspec.structs import replace

from grognard.games.war_and_conquest.battle import Battle, Charge, Unit
from grognard.games.war_and_conquest.charges import reach_of
from grognard.games.war_and_conquest.flight import away_from, roll_run, run_away
from grognard.games.war_and_conquest.footprint import is_ahead, near_figure
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.morale import pass_command_test
from grognard.games.war_and_conquest.shooting import volley
from grognard.ground.measure import along
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

CLOSE = 500  # WC-OCHARGE-03: who starts nearer is too near to be shot at


STAND = Pick("stand", "Stand")


FLEE = Pick("flee", "Flee")


def react_next(referee: Referee, battle: Battle) -> None:
    """One charged unit reacts, in the order in which the charges were declared; what it does is done at once (WC-RULE-39)."""
    if not battle.queue:
        battle.step = "charge"
        return
    target = battle.unit(battle.queue.pop(0))
    chargers = [charge for charge in battle.charges if charge.target == target.id and not charge.glancing]
    if not chargers:
        return
    if target.fleeing:
        flee_from(referee, battle, target, chargers)
        return
    options = reactions(battle, target, chargers)
    picked = options[0]
    if len(options) > 1:
        names = " and ".join(battle.unit(charge.unit).name for charge in chargers)
        picked = referee.choose(
            target.side, f"How does {target.name} react to {names}?", options, rule="WC-OCHARGE-03", about=(target.id,)
        )
    if picked.key == FLEE.key:
        flee_from(referee, battle, target, chargers)
    elif picked.piece:
        stand_and_shoot(referee, battle, target, battle.unit(picked.piece))
    else:
        referee.tell("stands", target, rule="WC-OCHARGE-03")


def reactions(battle: Battle, target: Unit, chargers: list[Charge]) -> list[Pick]:
    """Stand; stand and shoot at a charger who starts more than 5" away and in front; or flee. Who is engaged can only stand."""
    if target.engaged:
        return [STAND]
    options = [STAND]
    if target.profile.missile is not None:
        for charge in chargers:
            charger = battle.unit(charge.unit)
            if charge.gap > CLOSE and is_ahead(target, near_figure(target, charger)):
                options.append(Pick(f"stand and shoot {charger.id}", f"Stand and shoot at {charger.name}", charger.id))
    return [*options, FLEE]


def stand_and_shoot(referee: Referee, battle: Battle, unit: Unit, charger: Unit) -> None:
    """A passed Command Test allows one volley; failed, the unit just stands."""
    if not pass_command_test(referee, battle, unit):
        referee.tell("stands, but cannot shoot", unit, rule="WC-OCHARGE-03")
        return
    volley(referee, battle, unit, charger, stand_and_shoot=True)
    if charger.where != "table":
        battle.charges = [charge for charge in battle.charges if charge.unit != charger.id]


def flee_from(referee: Referee, battle: Battle, unit: Unit, chargers: list[Charge]) -> None:
    """Flee straight from the nearest charger; any charger may catch it (WC-OCHARGE-04, WC-RULE-37)."""
    nearest = battle.unit(min(chargers, key=lambda charge: charge.gap).unit)
    unit.harried_by = nearest.id
    fled = roll_run(referee, unit, "flees from the charge")
    caught = [charge.unit for charge in chargers if is_overtaken(charge.gap, fled, reach_of(battle.unit(charge.unit)))]
    battle.charges = [
        replace(charge, fled=True, caught=charge.unit in caught)
        if charge.target == unit.id and not charge.glancing
        else charge
        for charge in battle.charges
    ]
    if caught:
        unit.caught = True
        x, y = along(unit.x, unit.y, *away_from(unit, nearest), fled * 100)
        unit.x, unit.y = max(0, min(battle.ground.width, x)), max(0, min(battle.ground.height, y))
        charger = battle.unit(caught[0])
        referee.tell("is caught by", unit, charger, rule="WC-OCHARGE-04")
        lose(referee, battle, unit, "destroyed", "WC-OCHARGE-04", charger)
    else:
        run_away(referee, battle, unit, away_from(unit, nearest), fled, "charge")


def is_overtaken(apart: int, fled: int, reach: int) -> bool:
    """Is the distance before the flight and the flight together still within the charger's reach (WC-OCHARGE-04)?"""
    return apart + 100 * fled <= reach
