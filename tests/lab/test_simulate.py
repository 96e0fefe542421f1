"""Simulations: the same whoever plays them, resumable, and honest about what they do not know."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard.errors import GrognardError, RecordError
from grognard.kernel.game import find_game
from grognard.lab.balance import balance
from grognard.lab.luck import luck_of
from grognard.lab.report import write_report
from grognard.lab.simulate import Plan, simulate
from grognard.lab.vary import parse, varied
from tests.every import GAMES, random_battle

SCENARIO = find_game("en_garde").scenario("mill_bridge")


def a_plan(seed: str = "1") -> Plan:
    return Plan("en_garde", SCENARIO, {"red": "recruit", "blue": "recruit"}, {}, seed)


def test_one_two_and_four_workers_give_the_same_battles():
    alone = simulate(a_plan(), 24, workers=1)
    assert simulate(a_plan(), 24, workers=2).battles == alone.battles
    assert simulate(a_plan(), 24, workers=4).battles == alone.battles
    assert simulate(a_plan("2"), 24).battles != alone.battles


def test_a_dask_cluster_gives_the_same_battles():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        there = simulate(a_plan(), 12, cluster=cluster.scheduler_address)
    assert there.battles == simulate(a_plan(), 12).battles


def test_no_scheduler_is_said_in_words():
    pytest.importorskip("distributed")
    with pytest.raises(GrognardError, match="no Dask scheduler"):
        simulate(a_plan(), 2, cluster="tcp://127.0.0.1:1")


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path):
    folder = tmp_path / "kept"
    words = [
        sys.executable,
        "-m",
        "grognard",
        "simulate",
        "en-garde",
        "stewards-letter",
        "--battles",
        "120",
        "--workers",
        "1",
        "--out",
        str(folder),
    ]
    killed = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    for _ in range(200):
        time.sleep(0.05)
        if (folder / "battles.csv").exists() and (folder / "battles.csv").read_text().count("\n") > 5:
            break
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    kept = (folder / "battles.csv").read_text().count("\n")
    assert kept > 5
    plan = Plan(
        "en_garde", find_game("en_garde").scenario("stewards_letter"), {"red": "recruit", "blue": "recruit"}, {}, "0"
    )
    assert simulate(plan, 40, out=folder).battles == simulate(plan, 40).battles


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path):
    whole = simulate(a_plan(), 10, out=tmp_path)
    text = (tmp_path / "battles.csv").read_text()
    (tmp_path / "battles.csv").write_text(text[:-9])
    assert simulate(a_plan(), 10, out=tmp_path).battles == whole.battles


def test_a_folder_of_another_simulation_is_refused(tmp_path: Path):
    simulate(a_plan(), 2, out=tmp_path)
    with pytest.raises(RecordError, match="another simulation"):
        simulate(a_plan("other"), 2, out=tmp_path)


def test_the_report_says_who_wins_and_how_sure_it_is(tmp_path: Path):
    page = write_report(simulate(a_plan(), 20), tmp_path).read_text()
    assert "Steel at the Mill Bridge" in page
    assert "95 % sure" in page


def test_win_rates_add_up():
    results = simulate(a_plan(), 30)
    assert sum(wins.times for wins in results.wins().values()) == 30
    for wins in results.wins().values():
        low, high = wins.interval
        assert low <= wins.chance <= high


def test_a_variation_changes_one_place_and_leaves_the_scenario_alone():
    place, values = parse("blue.morale=6..8")
    assert (place, values) == ("blue.morale", [6, 7, 8])
    assert varied(SCENARIO, place, 6)["side"][1]["morale"] == 6
    assert SCENARIO["side"][1]["morale"] == 7
    assert varied(SCENARIO, "options.rout", "concede")["options"] == {"rout": "concede"}
    for wrong in ("blue.morale", "blue.morale=9..6", "morale=3"):
        with pytest.raises(GrognardError):
            parse(wrong)
    with pytest.raises(GrognardError, match="no blue.courage"):
        varied(SCENARIO, "blue.courage", 3)


def test_balance_tries_every_value_and_puts_the_evenest_first():
    trials = balance(a_plan(), ["red.model.0.pool=3,6"], 12)
    assert len(trials) == 3
    assert [trial.off for trial in trials] == sorted(trial.off for trial in trials)


def test_luck_is_what_fell_less_what_could_have_fallen():
    """Over all throws of a battle the luck of a throw is centred: no throw is counted as luck if every outcome is worth the same."""
    run = random_battle(GAMES["en_garde"], "redoubt", "lucky")
    luck = luck_of(GAMES["en_garde"], run.record)
    assert luck.throws
    assert all(0 < throw.as_good <= 1 for throw in luck.throws)
    assert any(throw.luck > 0 for throw in luck.throws)
    assert any(throw.luck < 0 for throw in luck.throws)
