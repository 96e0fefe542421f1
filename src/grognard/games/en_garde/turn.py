"""The turn: Priority, Move, Combat, End (EG-TURN-01), one piece at a time."""

from grognard.games.en_garde.activation import activate
from grognard.games.en_garde.battle import Battle, Figure, Morale
from grognard.games.en_garde.combat import begin_combat, clockwise, combats, fight_on, pick_combat
from grognard.games.en_garde.deployment import deploy_one, prepare, to_deploy
from grognard.games.en_garde.morale import take_morale_checks
from grognard.games.en_garde.priority import settle_priority
from grognard.games.en_garde.sighting import is_engaged
from grognard.games.en_garde.stuns import shake_off_all
from grognard.games.en_garde.victory import check_end, concede
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

PHASES = ("Priority", "Move", "Combat", "End")


def play_on(referee: Referee, battle: Battle) -> None:
    """Play the next piece: a step of deployment, a phase's beginning, one activation, one attack."""
    phase = battle.phase
    if phase == "Move":
        one_activation(referee, battle)
    elif phase == "Combat":
        one_step_of_combat(referee, battle)
    elif phase == "End":
        end_phase(referee, battle)
    elif phase == "Priority":
        priority_phase(referee, battle)
    elif not phase:
        prepare(referee, battle)
    else:
        deployment(referee, battle)


def deployment(referee: Referee, battle: Battle) -> None:
    """Place models in turn until all stand (EG-RULE-69)."""
    deploy_one(referee, battle)
    while battle.side(battle.acting).deploys_alone and to_deploy(battle, battle.acting):
        deploy_one(referee, battle)
    if not any(to_deploy(battle, side.id) for side in battle.sides):
        battle.turn = 1
        begin_phase(referee, battle, "Priority")


def begin_phase(referee: Referee, battle: Battle, phase: str) -> None:
    battle.phase = phase
    referee.tell(f"Turn {battle.turn}: {phase}", rule="EG-TURN-01", kind="phase")


def priority_phase(referee: Referee, battle: Battle) -> None:
    """EG-TURN-02: who has Priority, then the morale tests that are due (EG-RULE-02)."""
    settle_priority(referee, battle)
    if battle.options.morale_step == "priority" and battle.turn > 1:
        take_morale_checks(referee, battle, clockwise(battle, battle.priority))
        if end_by_rout(battle):
            return
    for figure in battle.figures.values():
        figure.activated = figure.fired = figure.rested = False
        figure.moved = ""
    battle.acting = battle.priority
    begin_phase(referee, battle, "Move")


def end_by_rout(battle: Battle) -> bool:
    """EG-RULE-57: where a rout concedes, it ends the battle."""
    if battle.options.rout == "concede":
        for warband in battle.sides:
            if warband.morale is Morale.ROUTING:
                concede(battle, warband.id)
                break
    return battle.outcome is not None


def one_activation(referee: Referee, battle: Battle) -> None:
    """EG-TURN-03: every model once. EG-RULE-03: players alternate, one model at a time; whoever is under an order acts first (EG-RULE-14)."""
    battle.ordered = [id for id in battle.ordered if battle.figures[id].standing]
    if battle.ordered:
        activate(referee, battle, next_ordered(referee, battle), ordered=True)
    else:
        side = next_side(battle)
        if side is None:
            begin_combat_phase(referee, battle)
            return
        battle.acting = side
        figure = pick_model(referee, battle, side)
        battle.acting = clockwise(battle, side)[1]
        activate(referee, battle, figure)
    if len({figure.side for figure in battle.figures.values() if figure.standing}) < len(battle.sides):
        check_end(referee, battle)


def next_ordered(referee: Referee, battle: Battle) -> Figure:
    return battle.figures[battle.ordered.pop(0)]


def next_side(battle: Battle) -> str | None:
    """Whose turn it is to activate: the sides in turn, passing over those that are done."""
    waiting = {figure.side for figure in battle.figures.values() if figure.standing and not figure.activated}
    return next((side for side in clockwise(battle, battle.acting) if side in waiting), None)


def unactivated(battle: Battle, side: str) -> list[Figure]:
    return [
        figure for figure in battle.figures.values() if figure.side == side and not figure.activated and figure.standing
    ]


def pick_model(referee: Referee, battle: Battle, side: str) -> Figure:
    """A player with a model left must activate one."""
    models = unactivated(battle, side)
    if len(models) == 1:
        return models[0]
    options = [Pick(figure.id, figure.name, figure.id) for figure in models]
    return battle.figures[referee.choose(side, "who acts next?", options, rule="EG-RULE-03").key]


def begin_combat_phase(referee: Referee, battle: Battle) -> None:
    """EG-TURN-04; EG-RULE-43: whoever starts the phase unengaged starts with a first round again."""
    for figure in battle.standing():
        if figure.rounds and not is_engaged(battle, figure):
            figure.rounds = 0
    battle.fought, battle.picks = [], 0
    begin_phase(referee, battle, "Combat")


def one_step_of_combat(referee: Referee, battle: Battle) -> None:
    """One attack of the combat that is being fought, or the beginning of the next one."""
    if battle.fight is not None:
        fight_on(referee, battle)
        return
    found = combats(battle)
    if found:
        begin_combat(referee, battle, pick_combat(referee, battle, found))
        return
    for id in battle.fought:
        battle.figures[id].rounds += 1
    battle.fought = []
    begin_phase(referee, battle, "End")


def end_phase(referee: Referee, battle: Battle) -> None:
    """EG-TURN-05: Stunned counters, morale where it is tested now, and the end of the game."""
    shake_off_all(referee, battle)
    if battle.options.morale_step == "end":
        take_morale_checks(referee, battle, clockwise(battle, battle.priority))
        if end_by_rout(battle):
            return
    check_end(referee, battle)
    if battle.outcome is None:
        battle.turn += 1
        begin_phase(referee, battle, "Priority")
