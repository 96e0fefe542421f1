"""The End Phase, once a turn: rally, flee on, disperse (WC-END-01 to WC-END-03); what follows is in `turn`."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.flight import roll_run, run_away, to_rally_point
from grognard.games.war_and_conquest.footprint import is_leader_near
from grognard.games.war_and_conquest.general import share_fate
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.morale import Check, take_test
from grognard.games.war_and_conquest.numbers import Numbers
from grognard.games.war_and_conquest.resolution import next_to_pick
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

NEAR = 1000
NO_MORE = Pick("no more", "Rally no more units")


def begin_end(referee: Referee, battle: Battle) -> None:
    """The End Phase begins: who is fleeing, and may be rallied."""
    battle.phase = "End Phase"
    referee.tell("the End Phase", rule="WC-END-01", kind="phase")
    battle.round = 0
    battle.active = ""
    for unit in battle.units:
        unit.failed_rally = False
    battle.queue = [unit.id for unit in battle.units if unit.fleeing and unit.where == "table"]
    battle.last_picked = ""
    battle.due = []
    battle.step = "rally"


# Step 1: rally (WC-END-01)


def rally_next(referee: Referee, battle: Battle) -> None:
    """One rally test: the player whose pick it is names a fleeing unit, or rallies no more of them (WC-RALLY-01, WC-RALLY-03).

    WC-RALLY-04, WC-RULE-49: those whom he does not rally flee on as if they had failed.
    """
    if not battle.queue:
        battle.step = "flee"
        return
    side = next_to_pick(battle.advantage, battle.last_picked, [battle.unit(id).side for id in battle.queue])
    own = [battle.unit(id) for id in battle.queue if battle.unit(id).side == side]
    options = [Pick(f"rally {unit.id}", f"Rally {unit.name}", unit.id) for unit in own]
    picked = referee.choose(side, "Which fleeing unit tries to rally?", [*options, NO_MORE], rule="WC-RALLY-01")
    battle.last_picked = side
    if picked.key == NO_MORE.key:
        for unit in own:
            flee_on(referee, battle, unit)
        return
    try_to_rally(referee, battle, battle.unit(picked.piece))


def try_to_rally(referee: Referee, battle: Battle, unit: Unit) -> Check:
    """A fleeing unit tests; rallied, it faces the way it fled and is disordered until its own next round (WC-RALLY-07, WC-RULE-33)."""
    battle.queue = [id for id in battle.queue if id != unit.id]
    check = take_test(referee, battle, unit, "rally", list(proximity(referee, battle, unit)))
    battle.told = {fact: value for fact, value in battle.told.items() if fact.startswith("meets")}
    if check.passed:
        unit.fleeing = False
        unit.harried_by = ""
        unit.disordered = True
        share_fate(referee, battle, unit)
        referee.tell("rallies, disordered", unit, rule="WC-RALLY-07")
    else:
        flee_on(referee, battle, unit)
    return check


def proximity(referee: Referee, battle: Battle, unit: Unit) -> Iterator[Modifier]:
    """Each enemy formation within 10" of the leader lowers the Morale value by 1 (WC-RALLY-05)."""
    yield Modifier(-enemies_near(referee, battle, unit), 'enemy formations within 10"', "WC-RALLY-05")


def enemies_near(referee: Referee, battle: Battle, unit: Unit) -> int:
    """How many count; at a real table it is asked (WC-COMP-09)."""
    worrying = [enemy for enemy in battle.units if enemy.side != unit.side and worries(enemy)]
    if not battle.companion:
        return sum(is_leader_near(unit, enemy, NEAR) for enemy in worrying)
    told = battle.told.get(f"enemies {unit.id}")
    if told is None and worrying:
        text = f'How many enemy formations are within 10" of the leader of {unit.name}? Not those fighting or fleeing.'
        told = referee.choose(unit.side, text, Numbers(0, len(worrying)), rule="WC-RALLY-05", about=(unit.id,)).value
    return told or 0


def worries(enemy: Unit) -> bool:
    """WC-RALLY-06: not units in combat, individual personalities or fleeing enemies."""
    return enemy.where == "table" and not (enemy.engaged or enemy.fleeing or enemy.profile.personality)


def flee_on(referee: Referee, battle: Battle, unit: Unit) -> None:
    """A unit that did not rally will flee: after all rally tests, or at once (WC-RULE-24)."""
    battle.queue = [id for id in battle.queue if id != unit.id]
    unit.failed_rally = True
    unit.running = True
    if battle.options.rally_flee == "at_once":
        flee_to_rally_point(referee, battle, unit)


# Step 2: flee (WC-END-02)


def flee_next(referee: Referee, battle: Battle) -> None:
    """One flee move, in the order that the player with Strategic Advantage chooses (WC-RULE-25)."""
    running = [unit for unit in battle.units if unit.running and unit.where == "table"]
    if not running:
        battle.step = "disperse"
        return
    unit = running[0]
    if len(running) > 1:
        options = [Pick(f"move {each.id}", f"{each.name} flees", each.id) for each in running]
        picked = referee.choose(battle.advantage, "Which unit flees next?", options, rule="WC-RULE-25")
        unit = battle.unit(picked.piece)
    flee_to_rally_point(referee, battle, unit)


def flee_to_rally_point(referee: Referee, battle: Battle, unit: Unit) -> None:
    """Flee straight for a rally point on the own table edge (WC-RALLY-08); a leader who runs into any unit is noted (WC-RALLY-09)."""
    heading = (0, 1) if battle.companion else to_rally_point(battle, unit)
    inches = roll_run(referee, unit, "flees on")
    journey = run_away(referee, battle, unit, heading, inches, "end")
    if journey.meets in ("friend", "enemy"):
        battle.dispersing[unit.id] = journey.met
        referee.tell("runs into others", unit, rule="WC-RALLY-09")


# Step 3: disperse (WC-END-03)


def disperse(referee: Referee, battle: Battle) -> None:
    """Whoever ran into friend or foe is removed."""
    for id, met in battle.dispersing.items():
        unit = battle.unit(id)
        if unit.where == "table":
            lose(referee, battle, unit, "dispersed", "WC-END-03", battle.piece(met))
    battle.dispersing = {}
    battle.told = {}
    battle.step = "close_turn"
