"""The OpenSpiel games pass OpenSpiel's own random simulation test, in a process of their own."""

import subprocess
import sys

import pytest

pytest.importorskip("pyspiel")

CODE = """
import pyspiel
import grognard.env.spiel as spiel

name = [name for name in spiel.NAMES if name.startswith("grognard_" + GAME)][0]
pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
print("passed", name)
"""


@pytest.mark.parametrize("game", ["en_garde", "fearful_odds", "high_adventure", "war_and_conquest", "confrontation"])
def test_openspiel_plays_it_through(game: str):
    said = subprocess.run(
        [sys.executable, "-c", f"GAME = {game!r}\n{CODE}"], capture_output=True, text=True, timeout=120
    )
    assert f"passed grognard_{game}" in said.stdout, said.stderr[-2000:]
