"""`make bench`: everything that we promise about speed, measured in one run and printed as ratios."""

import subprocess
import sys
from collections.abc import Callable

from bench import lab, load
from bench.clock import cost, rate
from bench.peers import PEERS, dyce_attack, icepool_attack, icepool_morale, icepool_shot, icepool_stun
from grognard.games.en_garde import questions as en_garde
from grognard.kernel.game import Game, all_games
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

EVENING = {"en_garde": "stewards_letter", "fearful_odds": "long_acre", "confrontation": "nine_bells_of_vell"}


def decisions(game: Game, scenario: str) -> float:
    """Decisions a second of random battles."""
    start = game.set_up(game.scenario(scenario))
    number = 0

    def battle() -> int:
        nonlocal number
        number += 1
        answers: list[Given] = []
        players = {side: Recruit(f"{number} {side}") for side in start.side_ids()}
        play_out(game, start.copy(), players, SealedDice(str(number)), answers)
        return sum(not isinstance(answer, list) for answer in answers)

    return rate(battle)


def calls_per_decision(game: Game, scenario: str) -> float:
    """Python calls for one decision: a count that does not depend on the machine."""
    import cProfile
    import pstats

    start = game.set_up(game.scenario(scenario))
    journals: list[list[Given]] = [[], [], []]
    profile = cProfile.Profile()
    profile.enable()
    for number, answers in enumerate(journals):
        play_out(
            game, start.copy(), {side: Recruit(number) for side in start.side_ids()}, SealedDice(str(number)), answers
        )
    profile.disable()
    made = sum(not isinstance(answer, list) for answers in journals for answer in answers)
    total: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    return total / max(made, 1)


def main() -> None:
    print("peers, steps a second on one core:")
    peers = {}
    for name, measure in PEERS.items():
        try:
            peers[name] = measure()
            print(f"  {name:24} {peers[name]:10,.0f}")
        except ImportError as error:
            print(f"  {name:24} not installed: {error}")
    print("\ndecisions a second between two recruits, and the ratio to each peer:")
    for game in all_games().values():
        scenarios = list(game.scenarios())
        scenario = EVENING.get(game.name, scenarios[-1] if scenarios else "")
        if not scenario:
            continue
        ours = decisions(game, scenario)
        ratios = ", ".join(f"{ours / theirs:.2f} of {name}" for name, theirs in peers.items())
        print(
            f"  {game.name} {scenario}: {ours:,.0f} ({ratios}); {calls_per_decision(game, scenario):.0f} Python calls a decision"
        )
    exact_odds()
    small_things()
    lab.report()
    load.report()


def exact_odds() -> None:
    """The same question in icepool, where it can be asked."""
    print("\nexact odds, times faster than icepool on the same question (more is better):")
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "one attack": (en_garde.attack, icepool_attack),
        "one shot": (en_garde.shot, icepool_shot),
        "morale with a banner": (lambda: en_garde.morale(banner=True), icepool_morale),
        "shaking off stuns": (en_garde.shake_it_off, icepool_stun),
    }
    for name, (ours, theirs) in pairs.items():
        mine, his = cost(ours), cost(theirs)
        print(f"  {name:24} {his / mine:6.2f}  ({mine * 1e6:,.0f} against {his * 1e6:,.0f} microseconds)")
    try:
        print(f"  one attack in dyce       {cost(dyce_attack) / cost(en_garde.attack):6.2f}")
    except ImportError as error:
        print(f"  dyce is not installed: {error}")
    print("\nthe quick questions of En Garde!, milliseconds:")
    for name, ask in en_garde.QUESTIONS.items():
        print(f"  {name:24} {cost(ask, 0.2) * 1e3:8.2f}")


def small_things() -> None:
    print("\nsmall things:")
    game = all_games()["en_garde"]
    battle = game.set_up(game.scenario("stewards_letter"))
    print(f"  a copy of a 20-figure battle: {cost(battle.copy) * 1e6:.1f} microseconds")
    code = "import time; t = time.process_time(); import grognard; print(time.process_time() - t)"
    spent = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(5)
    )
    print(f"  import grognard: {spent * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
