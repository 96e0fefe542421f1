"""The OpenSpiel games pass OpenSpiel's own random simulation test, in a process of their own."""

import subprocess
import sys

import pytest

pytest.importorskip("pyspiel")

CODE = """
import numpy as np
import pyspiel
import grognard.env.spiel as spiel

name = [name for name in spiel.NAMES if name.startswith("grognard_" + GAME)][0]
pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
print("passed", name)
"""

# What is told apart: simultaneous nodes where sides pick in secret, copies that go on by themselves, and numbers for each player.
NODES = """
pick = np.random.default_rng(5)
game = pyspiel.load_game(name)
state, kinds = game.new_initial_state(), set()
observer = game.make_py_observer()
for step in range(STEPS):
    if state.is_terminal():
        state = game.new_initial_state()
    player = int(state.current_player())
    kinds.add({-1: "chance", -2: "simultaneous"}.get(player, "player"))
    if player == pyspiel.PlayerId.SIMULTANEOUS:
        actions = [int(pick.choice(state.legal_actions(each) or [0])) for each in range(game.num_players())]
        before, twin = str(state), state.clone()
        twin.apply_actions(actions)
        assert str(state) == before
        state.apply_actions(actions)
    else:
        offered = state._offered(player) if player >= 0 else []
        closer = [n for n, option in enumerate(offered) if "contact" in option.words or option.key == "move"]
        action = int(pick.choice(closer or state.legal_actions()))
        before, twin = str(state), state.clone()
        twin.apply_action(action)
        assert str(state) == before
        state.apply_action(action)
    assert str(twin) == str(state) and twin.current_player() == state.current_player()
    observer.set_from(state, 0)
    assert np.isfinite(observer.tensor).all() and observer.tensor.any()
print("kinds", sorted(kinds))
if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL:
    raise SystemExit
turns = pyspiel.convert_to_turn_based(game)
state = turns.new_initial_state()
for step in range(200):
    if state.is_terminal():
        break
    assert state.current_player() != pyspiel.PlayerId.SIMULTANEOUS
    state.apply_action(int(pick.choice(state.legal_actions())))
print("turned", step)
"""


@pytest.mark.parametrize("game", ["en_garde", "fearful_odds", "high_adventure", "war_and_conquest", "confrontation"])
def test_openspiel_plays_it_through(game: str):
    said = subprocess.run(
        [sys.executable, "-c", f"GAME = {game!r}\n{CODE}"], capture_output=True, text=True, timeout=120
    )
    assert f"passed grognard_{game}" in said.stdout, said.stderr[-2000:]


@pytest.mark.parametrize("game", ["en_garde_mill_bridge", "confrontation_the_toll_plank", "war_and_conquest_low_stane"])
def test_secret_picks_are_simultaneous_nodes(game: str):
    said = nodes(game, 1500)
    assert "kinds ['chance', 'player', 'simultaneous']" in said
    assert "turned" in said


def test_a_game_without_secret_picks_is_sequential():
    said = nodes("fearful_odds_withy_mere", 300)
    assert "kinds ['chance', 'player']" in said
    assert "turned" not in said


def nodes(game: str, steps: int) -> str:
    """What was met on so many steps of random play, with a copy beside every step."""
    code = f"GAME, STEPS = {game!r}, {steps}\n{CODE}\n{NODES}"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert not said.returncode, said.stderr[-2000:]
    return said.stdout
