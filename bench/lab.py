"""The lab's promises: battles a second, scaling over cores, and environment steps against PettingZoo's chess and OpenSpiel's games in Python; one run, as ratios."""

import contextlib
import io
import resource
from collections.abc import Callable
from random import Random
from time import perf_counter

from bench.clock import rate
from bench.peers import open_spiel, pettingzoo_chess
from grognard.env.stepper import Stepper
from grognard.kernel.game import Game, find_game
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import play_out
from grognard.lab.simulate import Plan, simulate
from grognard.players import find_player

SMALL = {
    "en_garde": "mill_bridge",
    "fearful_odds": "withy_mere",
    "high_adventure": "toll_at_cragford",
    "war_and_conquest": "low_stane",
    "confrontation": "the_toll_plank",
}
SECONDS = 1.5
SCALING = 600  # battles that are played once with one worker and once with two
PYTHON_GAMES = ("python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes", "python_liars_poker")


def battles(game: Game, scenario: str, player: str) -> tuple[float, float]:
    """Battles and decisions a second on one core."""
    start = game.set_up(game.scenario(scenario))
    number = 0
    made = 0

    def battle() -> int:
        nonlocal number, made
        number += 1
        answers: list[Given] = []
        players = {side: find_player(player, f"{number} {side}") for side in start.side_ids()}
        play_out(game, start.copy(), players, SealedDice(str(number)), answers)
        made += sum(not isinstance(answer, list) for answer in answers)
        return 1

    found = rate(battle, SECONDS)
    return found, found * made / number


def scaling(game: str = "war_and_conquest") -> tuple[float, float]:
    """How many times faster two workers are than one: by the clock on the wall, and as it would be on two idle cores (by the CPU time that all processes took)."""
    scenario = find_game(game).scenario(SMALL[game])
    plan = Plan(game, scenario, {"red": "recruit", "blue": "recruit"})
    wall, cpu = [], []
    for workers in (1, 2):
        begun, before = perf_counter(), _cpu()
        simulate(plan, SCALING, workers=workers)
        wall.append(perf_counter() - begun)
        cpu.append(_cpu() - before)
    return wall[0] / wall[1], 2 * cpu[0] / cpu[1]


def _cpu() -> float:
    """CPU seconds of this process and of all that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def stepper_rate(game: Game, scenario: str) -> float:
    """Answers a second of random play through the stepper, every option made."""
    start = game.set_up(game.scenario(scenario))
    pick = Random(1)
    number = 0

    def battle() -> int:
        nonlocal number
        number += 1
        stepper, steps = Stepper(game, start, SealedDice(str(number))), 0
        while stepper.question is not None:
            stepper.step(int(pick.random() * len(stepper.options)))
            steps += 1
        return steps

    return rate(battle, SECONDS)


def pettingzoo_rate(game: str, scenario: str) -> float:
    """Steps a second of random play in the PettingZoo environment, as the peer's chess is played: an observation and a mask each time."""
    from grognard.env.aec import BattleEnv

    env = BattleEnv(game, scenario)
    pick = Random(1)
    number = 0

    def battle() -> int:
        nonlocal number
        number += 1
        env.reset(seed=number)
        steps = 0
        for agent in env.agent_iter():
            del agent
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            env.step(int(actions[int(pick.random() * len(actions))]))
            steps += 1
        return steps

    return rate(battle, SECONDS)


def openspiel_rate(game: str, scenario: str) -> float:
    """Steps a second, chance included, of random play in the OpenSpiel game."""
    import grognard.env.spiel  # noqa: F401  it makes the games known

    return open_spiel(f"grognard_{game}_{scenario}")()


def _measured(measure: Callable[[], float]) -> float | None:
    """A peer's rate; None where it is not installed."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return measure()
    except ImportError:
        return None


def _python_game(name: str) -> float:
    import open_spiel.python.games  # noqa: F401  it makes the games known

    from bench.peers import open_spiel as playouts

    return playouts(name)()


def report() -> None:
    """Print it all."""
    print("\nthe lab: battles a second on one core, in a small scenario")
    for name, scenario in SMALL.items():
        game = find_game(name)
        recruits, decisions = battles(game, scenario, "recruit")
        sergeants, _ = battles(game, scenario, "sergeant")
        print(f"  {name} {scenario}: {recruits:,.1f} between recruits ({decisions:,.0f} decisions), {sergeants:,.2f} between sergeants")  # fmt: skip
    wall, idle = scaling()
    print(f"two workers are {wall:.2f} times as fast as one by the clock, {idle:.2f} by the CPU time spent (aim: 1.8)")
    chess = _measured(pettingzoo_chess)
    print("\nenvironment steps a second, with the ratio to PettingZoo's chess" + (f" ({chess:,.0f}; aim: 5)" if chess else ", which is not installed"))  # fmt: skip
    for name, scenario in SMALL.items():
        ours = pettingzoo_rate(name, scenario)
        print(f"  {name}: {ours:,.0f}" + (f" ({ours / chess:.2f})" if chess else ""))
    peers = {name: found for name in PYTHON_GAMES if (found := _measured(lambda name=name: _python_game(name)))}  # type: ignore[misc]
    print("\nOpenSpiel steps a second; its own games in Python: " + ", ".join(f"{name} {found:,.0f}" for name, found in peers.items()))  # fmt: skip
    slowest = min(peers.values(), default=0.0)
    for name, scenario in SMALL.items():
        alone, ours = stepper_rate(find_game(name), scenario), openspiel_rate(name, scenario)
        ratio = f" ({ours / slowest:.2f} of the slowest of them; aim: 1)" if slowest else ""
        print(f"  {name}: {ours:,.0f} through OpenSpiel{ratio}, {alone:,.0f} answers through the stepper alone")


if __name__ == "__main__":
    report()
