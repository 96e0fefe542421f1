"""Peers that are measured beside us, through their Python interfaces."""

from collections.abc import Callable
from random import Random

from bench.clock import rate


def python_chess() -> float:
    """Random playouts: legal moves and a push, steps a second."""
    import chess

    pick = Random(1)

    def game() -> int:
        board, steps = chess.Board(), 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(pick.random() * len(moves))])
            steps += 1
        return steps

    return rate(game)


def open_spiel(name: str) -> Callable[[], float]:
    """Random playouts of an OpenSpiel game, steps (chance included) a second."""

    def measured() -> float:
        import pyspiel

        loaded = pyspiel.load_game(name)
        pick = Random(1)

        def game() -> int:
            state, steps = loaded.new_initial_state(), 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(pick.random() * len(actions))])
                steps += 1
            return steps

        return rate(game)

    return measured


def pettingzoo_chess() -> float:
    """Random play of PettingZoo's chess, steps a second."""
    from pettingzoo.classic import chess_v6

    pick = Random(1)

    def game() -> int:
        env = chess_v6.env()
        env.reset(seed=1)
        steps = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = [action for action, legal in enumerate(observation["action_mask"]) if legal]
            env.step(actions[int(pick.random() * len(actions))])
            steps += 1
            del agent
            if steps >= 150:
                break
        return steps

    return rate(game)


PEERS: dict[str, Callable[[], float]] = {
    "python-chess": python_chess,
    "OpenSpiel backgammon": open_spiel("backgammon"),
    "OpenSpiel chess": open_spiel("chess"),
    "PettingZoo chess": pettingzoo_chess,
}


def icepool_attack() -> object:
    """One attack of En Garde!: 2D6 + 2 against D6 + 2, read on the wound table."""
    import icepool

    die = icepool.d6
    hit = (2 @ die) - die
    return hit.map(lambda score: 0 if score <= 0 else 1 if score == 1 else 2 if score <= 3 else 3 if score <= 5 else 4)


def icepool_shot() -> object:
    """One shot: 2D6 and skill, read on the wound table."""
    import icepool

    return (2 @ icepool.d6).map(lambda total: 0 if total + 1 <= 6 else min(4, (total - 5 + 2) // 2))


def icepool_morale() -> object:
    """2D6 against a rating, re-rolled once if it fails."""
    import icepool

    roll = 2 @ icepool.d6
    return roll.map(lambda total: True if total <= 8 else roll.map(lambda again: again <= 8))


def icepool_stun() -> object:
    """A D6 with +2: how many counters come off."""
    import icepool

    return icepool.d6.map(lambda face: 2 if face + 2 >= 7 else 1 if face + 2 >= 5 else 0)


def dyce_attack() -> object:
    """The same attack in dyce."""
    from dyce import H

    return (2 @ H(6)) - H(6)
