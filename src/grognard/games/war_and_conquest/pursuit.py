"""Pursue or hold, and the flights and pursuits of the Resolution Phase in their order."""

from collections.abc import Sequence

from grognard.games.war_and_conquest.battle import Battle, Run, Unit
from grognard.games.war_and_conquest.contact import (
    engage,
    flush_place,
    part,
    stands_firm,
    touch,
)
from grognard.games.war_and_conquest.flight import from_nearest_enemy, out_of_combat, roll_run, run_away
from grognard.games.war_and_conquest.footprint import body, corners_of, put
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.morale import (
    pass_command_test,
)
from grognard.games.war_and_conquest.room import (
    APART,
    Obstacle,
    is_free,
    others_near,
    solid_obstacles,
    straight_run,
)
from grognard.games.war_and_conquest.tape import forget
from grognard.ground.measure import bearing
from grognard.ground.ranks import advanced, front_middle, side_of
from grognard.ground.shapes import Slab
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

HOLD = Pick("hold")
STEP = 50
NOBODY = Pick("nobody", "Nobody")


def winners_to_ask(battle: Battle) -> list[str]:
    """The winners all of whose opponents broke or were removed, and who have somebody to run after (WC-OFIGHT-08)."""
    order = sorted(battle.units, key=lambda unit: unit.side != battle.advantage)
    return [
        unit.id for unit in order if unit.won and unit.where == "table" and not unit.running and prey_of(battle, unit)
    ]


def prey_of(battle: Battle, unit: Unit) -> list[Unit]:
    """Whom a winner could pursue: its foes, if all of them broke."""
    foes = battle.foes(unit)
    return foes if all(foe.broke for foe in foes) else []


def pursue_next(referee: Referee, battle: Battle) -> None:
    """One winner decides to pursue or hold."""
    if not battle.runs:
        battle.runs = [Run(unit.id) for unit in battle.units if unit.where == "table" and (unit.broke or unit.running)]
    if not battle.queue:
        battle.step = "run"
        return
    unit = battle.unit(battle.queue.pop(0))
    if unit.holds:
        referee.tell("holds: it may not pursue", unit, rule="WC-FAIL-02")
        return
    prey = decide_pursuit(referee, battle, unit, prey_of(battle, unit))
    if prey is not None:
        battle.runs = [Run(run.unit, (*run.pursuers, unit.id)) if run.unit == prey.id else run for run in battle.runs]


def decide_pursuit(referee: Referee, battle: Battle, unit: Unit, prey: list[Unit]) -> Unit | None:
    """Pursue or hold; the Undisciplined hold only after a Command Test (WC-OFIGHT-08). None: it holds."""
    chases = [Pick(f"pursue {foe.id}", f"Pursue {foe.name}", foe.id) for foe in prey]
    picked = referee.choose(
        unit.side, f"Does {unit.name} pursue or hold?", [*chases, HOLD], rule="WC-OFIGHT-08", about=(unit.id,)
    )
    if picked.key == HOLD.key:
        if "Undisciplined" not in unit.profile.traits or pass_command_test(referee, battle, unit):
            referee.tell("holds", unit, rule="WC-OFIGHT-08")
            return None
        referee.tell("cannot be held back", unit, rule="WC-OFIGHT-08")
        picked = chases[0]
        if len(chases) > 1:
            picked = referee.choose(
                unit.side, f"Whom does {unit.name} pursue?", chases, rule="WC-OFIGHT-08", about=(unit.id,)
            )
    return battle.unit(picked.piece)


def run_next(referee: Referee, battle: Battle) -> None:
    """One flight with its pursuit, in the order that the player with Strategic Advantage chooses (WC-PHASE-04, WC-PF-01)."""
    battle.runs = [run for run in battle.runs if battle.unit(run.unit).where == "table"]
    if not battle.runs:
        battle.step = "close_round"
        return
    run = battle.runs[0]
    if len(battle.runs) > 1:
        options = [Pick(f"move {each.unit}", f"{battle.unit(each.unit).name} flees", each.unit) for each in battle.runs]
        picked = referee.choose(battle.advantage, "Which flight is resolved next?", options, rule="WC-PHASE-04")
        run = next(each for each in battle.runs if each.unit == picked.piece)
    battle.runs = [each for each in battle.runs if each.unit != run.unit]
    resolve_run(referee, battle, run)


def resolve_run(referee: Referee, battle: Battle, run: Run) -> None:
    """The fleeing unit and its pursuers roll; caught, it is destroyed; then everybody moves."""
    unit = battle.unit(run.unit)
    pursuers = [battle.unit(id) for id in run.pursuers]
    heading = (
        (0, 1) if battle.companion else out_of_combat(battle, unit) if unit.broke else from_nearest_enemy(battle, unit)
    )
    part(battle, unit)
    fled = roll_run(referee, unit, "flees")
    chased = [roll_run(referee, pursuer, "pursues") for pursuer in pursuers]
    if is_caught(fled, chased):
        fastest = pursuers[max(range(len(chased)), key=chased.__getitem__)]
        lose(referee, battle, unit, "destroyed", "WC-PF-02", fastest)
    else:
        run_away(referee, battle, unit, heading, fled, "resolution")
    for pursuer, inches in zip(pursuers, chased, strict=True):
        follow(referee, battle, pursuer, unit, bearing(0, 0, *heading), inches)


def is_caught(fled: int, chased: Sequence[int]) -> bool:
    """WC-PF-02: an equal roll is caught; WC-RULE-21: by any of several pursuers, and without one nothing is compared."""
    return any(fled <= inches for inches in chased)


def follow(referee: Referee, battle: Battle, pursuer: Unit, prey: Unit, facing: int, inches: int) -> None:
    """The pursuer moves its own roll along the same line; another enemy in its way is met as by a charge (WC-RULE-21, WC-RULE-22)."""
    if battle.companion:
        referee.tell('{} pursues {}"', pursuer, inches, rule="WC-RULE-22")
        forget(battle, pursuer)
        ask_meeting(referee, battle, pursuer)
        return
    others = others_near(battle, pursuer, inches * 100 + 400)
    own = body(pursuer)
    start = Slab(own.x, own.y, own.width, own.depth, facing)
    if facing != own.facing and not is_free(battle, start, others):
        start = own
    foes = [other for other in others if other.side != pursuer.side and stands_firm(other) and other is not prey]
    rest = [Obstacle(corners_of(other), APART) for other in others if other not in foes and other is not prey]
    room = min(inches * 100, straight_run(battle, start, rest + solid_obstacles(battle)))
    foe_room, foe = min(
        ((straight_run(battle, start, [Obstacle(corners_of(foe))]), n) for n, foe in enumerate(foes)),
        default=(room + 1, -1),
    )
    if foe >= 0 and foe_room <= room and meet(referee, battle, pursuer, foes[foe]):
        return
    if foe >= 0 and foe_room <= room:
        room = max(0, foe_room - APART)
    place = advanced(start, room)
    while room > 0 and not is_free(battle, place, others):
        room = max(0, room - STEP)
        place = advanced(start, room)
    if room:
        put(battle, pursuer, *front_middle(place), place.facing)
    referee.tell('{} pursues {}"', pursuer, room // 100, rule="WC-RULE-22")


def ask_meeting(referee: Referee, battle: Battle, pursuer: Unit) -> None:
    """What the people at a real table saw of a pursuit: another enemy in its way (WC-COMP-08)."""
    enemies = [enemy for enemy in battle.standing(battle.other(pursuer.side)) if stands_firm(enemy)]
    while enemies:
        options = [NOBODY, *(Pick(enemy.id, enemy.name, enemy.id) for enemy in enemies)]
        text = f"Whom {'else ' if pursuer.charged else ''}does {pursuer.name} run into?"
        met = referee.choose(pursuer.side, text, options, rule="WC-RULE-22", about=(pursuer.id,))
        if met.key == NOBODY.key:
            return
        enemies = [enemy for enemy in enemies if enemy.id != met.key]
        touch(battle, pursuer, battle.unit(met.key))
        pursuer.charged = True
        referee.tell("pursues into", pursuer, battle.unit(met.key), rule="WC-RULE-22")


def meet(referee: Referee, battle: Battle, pursuer: Unit, foe: Unit) -> bool:
    """The pursuer runs into another enemy: it stops flush with it and counts as charging next."""
    side = side_of(body(foe), pursuer.x, pursuer.y)
    place = flush_place(battle, pursuer, foe, side)  # type: ignore[arg-type]
    if place is None:
        return False
    engage(battle, pursuer, foe, side, place)  # type: ignore[arg-type]
    pursuer.charged = True
    referee.tell("pursues into", pursuer, foe, rule="WC-RULE-22")
    return True
