"""The turn, read top to bottom: Strategy Roll, two rounds of play, End Phase. Each line of STEPS is a piece that can stand alone."""

from collections.abc import Callable

from grognard.errors import RuleError
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.charges import aims_of, charge_next, declare_next
from grognard.games.war_and_conquest.combat import begin_combat, fight_next
from grognard.games.war_and_conquest.companion import enter_next, enter_roster, remind
from grognard.games.war_and_conquest.deployment import deploy_next, mark_rally_points, roll_off
from grognard.games.war_and_conquest.end_phase import begin_end, disperse, flee_next, rally_next
from grognard.games.war_and_conquest.movement import begin_moves, move_next
from grognard.games.war_and_conquest.pursuit import pursue_next, run_next
from grognard.games.war_and_conquest.reactions import react_next
from grognard.games.war_and_conquest.resolution import begin_resolution, close_round, next_test
from grognard.games.war_and_conquest.shooting import begin_shooting, shoot_next
from grognard.games.war_and_conquest.strategy import begin_turn, choose_order, strategy_roll
from grognard.games.war_and_conquest.victory import close_turn
from grognard.kernel import battle as kernel
from grognard.kernel.referee import Referee


def begin_round(referee: Referee, battle: Battle) -> None:
    """A round of play begins: strengths are noted, and the disorder of the player's own units ends (WC-OMOVE-08, WC-COMP-02)."""
    battle.round += 1
    battle.active = battle.first if battle.round == 1 else battle.other(battle.first)
    for unit in battle.units:
        unit.round_start = unit.models
        unit.shot = unit.glanced = unit.struck_back = unit.fought = 0
        unit.caught = False
        unit.below_minimum = unit.tested = ""
        if unit.side == battle.active:
            unit.disordered = unit.moved = unit.done = False
            unit.had_move = unit.rounds_out > 0  # WC-LAST-02: it misses this round
            unit.rounds_out = max(0, unit.rounds_out - 1)
    referee.tell("the round of {}", battle.side(battle.active), rule="WC-OMOVE-01", kind="phase")
    battle.charges = []
    if battle.companion:
        battle.phase, battle.step = "Round of play", "enter"
        remind(referee, battle)
    else:
        battle.phase, battle.step = "Movement", "declare"
        battle.queue = []
        battle.aims = aims_of(battle)


STEPS: dict[str, Callable[[Referee, Battle], object]] = {
    # Before the battle
    "roster": enter_roster,
    "rally_points": mark_rally_points,
    "roll_off": roll_off,
    "deploy": deploy_next,
    # The Strategy Roll
    "strategy": begin_turn,
    "strategy_roll": strategy_roll,
    "strategy_choice": choose_order,
    # A round of play
    "begin_round": begin_round,
    "enter": enter_next,
    "declare": declare_next,
    "react": react_next,
    "charge": charge_next,
    "begin_moves": begin_moves,
    "move": move_next,
    "begin_shooting": begin_shooting,
    "shoot": shoot_next,
    "begin_combat": begin_combat,
    "fight": fight_next,
    "resolve": begin_resolution,
    "test": next_test,
    "pursue": pursue_next,
    "run": run_next,
    "close_round": close_round,
    # The End Phase
    "begin_end": begin_end,
    "rally": rally_next,
    "flee": flee_next,
    "disperse": disperse,
    "close_turn": close_turn,
}


def play_on(referee: Referee, battle: kernel.Battle) -> None:
    """Play the next piece of the turn."""
    if not isinstance(battle, Battle):
        raise RuleError("this is not a battle of War & Conquest")
    STEPS[battle.step](referee, battle)
