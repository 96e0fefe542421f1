"""Simulations: the same whoever plays them, resumable, and honest about what they do not know."""

import csv
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard import play
from grognard.errors import GrognardError, RecordError
from grognard.kernel.game import find_game
from grognard.kernel.samples import Estimate
from grognard.lab.balance import balance, balance_text
from grognard.lab.effects import Effect, effects, effects_text, runs
from grognard.lab.feuds import Feuds, feuds
from grognard.lab.judgement import judgement_of, judgement_text
from grognard.lab.luck import luck_of
from grognard.lab.report import write_report
from grognard.lab.simulate import Plan, Played, Results, simulate, write_parquet
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
        "mill-bridge",
        "--battles",
        "9000",
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
    more = kept + 20
    assert simulate(a_plan("0"), more, out=folder).battles == simulate(a_plan("0"), more).battles


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see who is whose child")
def test_workers_end_with_the_run_that_was_killed(tmp_path: Path):
    """Nobody plays on for a run that is gone: a closed terminal, a kill."""
    words = [
        sys.executable, "-m", "grognard", "simulate", "en-garde", "mill-bridge",
        "--battles", "90000", "--workers", "2", "--out", str(tmp_path / "kept"),
    ]  # fmt: skip
    killed = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    for _ in range(200):
        time.sleep(0.05)
        if (tmp_path / "kept" / "battles.csv").exists():
            break
    workers = [int(pid) for pid in Path(f"/proc/{killed.pid}/task/{killed.pid}/children").read_text().split()]
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    assert len(workers) >= 2
    left = workers
    for _ in range(200):
        left = [pid for pid in left if is_running(pid)]
        if not left:
            break
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def test_whoever_stops_a_run_does_not_wait_for_the_rest_of_it(tmp_path: Path):
    """Ctrl-C: a hundred thousand battles would take minutes; what was finished is kept."""

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    others = multiprocessing.active_children()  # of tests before
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        simulate(a_plan(), 100_000, workers=2, out=tmp_path, progress=stop)
    assert time.monotonic() - begun < 60
    assert [child for child in multiprocessing.active_children() if child not in others] == []
    assert (tmp_path / "battles.csv").read_text().count("\n") > 1


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


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
    with pytest.raises(GrognardError, match=r"no blue\.courage"):
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


def test_a_worker_killed_in_the_middle_changes_nothing():
    """The first share that comes back is the signal to kill a worker; what it had not reported is played again by others, and comes out the same."""
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if not killed:
            child = multiprocessing.active_children()[0]
            assert child.pid is not None
            killed.append(child.pid)
            os.kill(child.pid, signal.SIGKILL)

    there = simulate(a_plan(), 48, workers=2, progress=kill_one)
    assert killed
    assert there.battles == simulate(a_plan(), 48).battles


def test_the_csv_has_a_row_for_every_battle(tmp_path: Path):
    simulate(a_plan(), 6, out=tmp_path)
    rows = (tmp_path / "battles.csv").read_text().splitlines()
    assert len(rows) == 7


def test_parquet_holds_what_the_csv_holds(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    simulate(a_plan(), 6, out=tmp_path)
    with (tmp_path / "battles.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table = parquet.read_table(tmp_path / "battles.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows
    assert type(table[0]["turns"]) is int


def test_without_pyarrow_there_is_the_csv_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert write_parquet(simulate(a_plan(), 2), tmp_path) is None
    assert not list(tmp_path.iterdir())


def test_whoever_acts_first_is_noted_and_counted():
    """Both sides act first in some of the battles, and the share of the first mover is over decided battles only."""
    results = simulate(a_plan(), 30)
    assert {battle.first for battle in results.battles} == {"red", "blue"}
    first = results.first_mover()
    assert first is not None
    assert first.plays == sum(bool(battle.winner) for battle in results.battles)


def test_where_the_same_side_always_acts_first_nothing_is_said_about_it():
    same = Results(a_plan(), [Played(n, "red", "", 1, 1, {}, {}, "red") for n in range(5)])
    assert same.first_mover() is None


def test_what_an_option_changes_is_measured_battle_for_battle():
    """The change is the difference of the win rates with the same seeds; a value that is never read changes nothing, and is not called certain."""
    game = find_game("war_and_conquest")
    plan = Plan("war_and_conquest", game.scenario("low_stane"), {"red": "recruit", "blue": "recruit"})
    found = effects(plan, 8)
    assert len(found) == runs(plan) - 1
    for effect in found:
        before, after = simulate(plan, 8).wins()["red"], effect.won
        assert effect.change == pytest.approx(after.chance - before.chance)
        assert effect.margin > 0
    assert [abs(effect.change) for effect in found] == sorted((abs(effect.change) for effect in found), reverse=True)
    assert "may be chance" in effects_text(found)


def test_a_watched_battle_is_the_battle_that_was_simulated():
    """Every figure that somebody put out is among those that the simulation lost (nobody comes back in this game)."""
    plan = Plan("en_garde", find_game("en_garde").scenario("redoubt"), {"red": "recruit", "blue": "recruit"})
    lost = {name for battle in simulate(plan, 3).battles for names in battle.lost.values() for name in names}
    watched = feuds(plan, 3)
    assert watched
    assert {victim for _, victim in watched} <= lost
    assert any(killer for killer, _ in watched)


def test_the_report_tells_of_options_and_feuds(tmp_path: Path):
    changes = [Effect("rout", "concede", Estimate(6, 10), 4.0, 0.1, 0.3)]
    page = write_report(simulate(a_plan(), 20), tmp_path, changes=changes, watched=Feuds({("Anne", "Odo"): 3}))
    text = page.read_text()
    assert "rout = concede" in text
    assert "may be chance" in text
    assert "Who put whom out" in text
    assert "act first" in text


def test_a_sergeant_gives_less_away_than_a_recruit():
    """Judgement is apart from luck: whatever fell, the recruit's answers cost points and the sergeant's hardly any."""
    run = play("en_garde", "mill_bridge", seed="q", red="sergeant", blue="recruit")
    judged = judgement_of(find_game("en_garde"), run.record)
    given_away = judged.total()
    assert given_away["red"] < 20 < given_away["blue"]
    assert "costliest" in judgement_text(judged)
    assert judgement_of(find_game("en_garde"), run.record).decisions == judged.decisions


def test_a_figure_more_or_less_is_a_variation_too():
    models = SCENARIO["side"][1]["model"]
    assert len(varied(SCENARIO, "blue.model.2", "none")["side"][1]["model"]) == len(models) - 1
    more = varied(SCENARIO, "red.model.0", "twice")["side"][0]["model"]
    assert more[1]["name"] == f"{more[0]['name']} II"
    assert "leader" not in more[1]
    with pytest.raises(GrognardError, match="none or twice"):
        varied(SCENARIO, "blue.model.2", 7)


def test_what_the_limits_of_a_game_forbid_is_told_and_comes_last():
    """WC-OFIELD-04: armies must be within a tenth of each other; the other changes are played all the same."""
    game = find_game("war_and_conquest")
    plan = Plan("war_and_conquest", game.scenario("low_stane"), {"red": "recruit", "blue": "recruit"})
    trials = balance(plan, ["blue.units.0=none", "red.units.0.mv=7"], 4)
    assert [bool(trial.refused) for trial in trials] == [False, False, True]
    assert "cannot be played" in balance_text(trials)
    with pytest.raises(GrognardError, match="none of these"):
        balance(plan, ["blue.units.0=none"], 4)
