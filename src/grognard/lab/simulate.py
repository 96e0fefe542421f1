"""Many battles at once: reproducible from one seed, whatever the number of workers; resumable after a kill.

Battle number n of a plan is always the same battle, so results do not depend on who played it: one process, several, or a Dask cluster. A worker that dies costs time: its share is played
again, and comes out the same. With a folder to keep them in, every finished share is written down before the next is taken, and a run that was killed goes on where it stopped.
"""

import csv
import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import GrognardError, RecordError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.game import Game, find_game
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import Outlook, Player, play_out
from grognard.kernel.samples import Estimate
from grognard.players import find_player

SHARE = 25  # battles that a worker plays before it reports
PATIENCE = 5  # seconds that a scheduler has to answer
TRIES = 3  # how often in a row workers may die without finishing anything


class Plan(Struct, frozen=True):
    """What is simulated: the same plan and number always give the same battle."""

    game: str
    scenario: dict[str, Any]
    players: dict[str, str]
    options: dict[str, Any] = {}
    seed: str = "0"


class Played(Struct, frozen=True):
    """How one simulated battle ended; `lost` are the pieces that each side had lost, by name; `first` is the side that was first to act with a piece."""

    number: int
    winner: str
    reason: str
    turns: int
    decisions: int
    score: dict[str, int]
    lost: dict[str, list[str]] = {}
    first: str = ""


class Results(Struct):
    """All battles of a simulation, in the order of their numbers."""

    plan: Plan
    battles: list[Played]

    def wins(self) -> dict[str, Estimate]:
        """How often each side won, with its interval; the empty name is a draw."""
        sides = dict.fromkeys([*self.plan.players, *(battle.winner for battle in self.battles if battle.winner), ""])
        return {
            side: Estimate(sum(battle.winner == side for battle in self.battles), len(self.battles)) for side in sides
        }

    def mean_turns(self) -> float:
        return sum(battle.turns for battle in self.battles) / len(self.battles)

    def first_mover(self) -> Estimate | None:
        """How often the side that acted first won the battles that were decided; None where that is always the same side, and so tells nothing."""
        decided = [battle for battle in self.battles if battle.winner and battle.first]
        if len({battle.first for battle in decided}) < 2:
            return None
        return Estimate(sum(battle.winner == battle.first for battle in decided), len(decided))

    def losses(self) -> dict[str, dict[str, Estimate]]:
        """How often each piece was lost, by side."""
        count = len(self.battles)
        tally: dict[str, dict[str, int]] = {}
        for battle in self.battles:
            for side, names in battle.lost.items():
                for name in dict.fromkeys(names):
                    by_name = tally.setdefault(side, {})
                    by_name[name] = by_name.get(name, 0) + 1
        return {
            side: {name: Estimate(times, count) for name, times in sorted(names.items())}
            for side, names in tally.items()
        }


def play_one(plan: Plan, number: int) -> Played:
    """Battle `number` of a plan."""
    game, start = _ready(plan.game, _Frozen(plan.scenario), _Frozen(plan.options))
    battle = start.copy()
    seated = {side: find_player(name, f"{plan.seed} {number} {side}") for side, name in plan.players.items()}
    first = _First(battle, seated)
    answers: list[Given] = []
    play_out(game, battle, first.players, SealedDice(f"{plan.seed} {number}"), answers)
    outcome = battle.outcome
    assert outcome is not None
    decisions = sum(not isinstance(answer, list) for answer in answers)
    lost = lost_in(game, battle)
    return Played(number, outcome.winner, outcome.reason, battle.turn, decisions, dict(outcome.score), lost, first.side)


class _First:
    """Notes which side acts first with one of its pieces once the battle has begun, then steps aside."""

    def __init__(self, battle: Battle, seated: dict[str, Player]) -> None:
        self.battle = battle
        self.seated = seated
        self.side = ""
        self.plans = any(getattr(player, "plans", True) for player in seated.values())
        self.players: dict[str, Player] = dict.fromkeys(seated, self)

    def answer(self, question: Question, outlook: Outlook) -> Option | str:
        if self.battle.turn > 0 and question.kind != "secret" and _acts(question):
            self.side = question.side
            self.players.update(self.seated)
        return self.seated[question.side].answer(question, outlook)


def _acts(question: Question) -> bool:
    """Whether a piece is about to do something: a move, or options that are pieces."""
    return isinstance(question.options, Place) or bool(question.about or question.options[0].pieces)


def lost_in(game: Game, battle: Battle) -> dict[str, list[str]]:
    """The pieces that are out of play at the end, by side."""
    lost: dict[str, list[str]] = {}
    out = game.lost(battle)
    for token in game.scene(battle, None).tokens:
        if token.id in out:
            lost.setdefault(token.side, []).append(token.name)
    return lost


class _Frozen:
    """Plain data as a key for a cache."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self._text = repr(data)

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._text == other._text


@lru_cache(maxsize=8)
def _ready(name: str, scenario: _Frozen, options: _Frozen) -> tuple[Game, Battle]:
    game = find_game(name)
    return game, game.set_up(scenario.data, options.data)


def play_some(plan: Plan, numbers: list[int]) -> list[Played]:
    """A worker's share."""
    return [play_one(plan, number) for number in numbers]


def simulate(
    plan: Plan,
    battles: int,
    *,
    workers: int = 1,
    cluster: str = "",
    out: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play so many battles, on so many processes or on a Dask cluster; kept in `out` as they are finished, where it is given."""
    if battles < 1:
        raise GrognardError("a simulation needs one battle at least")
    _ready(plan.game, _Frozen(plan.scenario), _Frozen(plan.options))  # a scenario that cannot be played is refused here
    kept = Kept(out, plan) if out is not None else None
    played = [battle for battle in kept.read() if battle.number < battles] if kept is not None else []
    if progress is not None and played:
        progress(len(played))
    done = {battle.number: True for battle in played}
    missing = [number for number in range(battles) if number not in done]
    with closing(_shares(plan, missing, workers, cluster)) as shares:
        for share in shares:
            if kept is not None:
                kept.add(share)
            played += share
            if progress is not None:
                progress(len(share))
    results = Results(plan, sorted(played, key=lambda battle: battle.number))
    if out is not None:
        write_parquet(results, out)
    return results


def _shares(plan: Plan, numbers: list[int], workers: int, cluster: str) -> Generator[list[Played], None, None]:
    size = max(1, min(SHARE, len(numbers) // (4 * max(workers, 1)) or 1))
    parts = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    if workers <= 1 and not cluster:
        for part in parts:
            yield play_some(plan, part)
        return
    deaths = 0
    while parts:
        left = len(parts)
        try:
            with _pool(workers, cluster) as pool:
                waiting = {pool.submit(play_some, plan, part): part for part in parts}
                for future in as_completed(waiting):
                    share = future.result()
                    parts.remove(waiting[future])
                    yield share
        except BrokenProcessPool:  # a worker died: what it had not reported is played again, and comes out the same
            deaths = deaths + 1 if len(parts) == left else 1
            if deaths == TRIES:
                raise GrognardError(
                    f"workers died {TRIES} times without finishing anything; {sum(map(len, parts))} battles were not played"
                ) from None


def _end_with_parent() -> None:
    """A worker's first act: nobody is to play on for a run that was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def _pool(workers: int, cluster: str) -> Iterator[Executor]:
    """Local processes, or the workers of a Dask cluster; both are executors."""
    if not cluster:
        others = multiprocessing.active_children()
        with ProcessPoolExecutor(workers, initializer=_end_with_parent) as pool:
            try:
                yield pool
            except BaseException:  # somebody wants no more of it: what is not finished is left
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in multiprocessing.active_children():
                    if worker not in others:
                        worker.kill()
                        worker.join()
                raise
        return
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise GrognardError("a cluster needs the extra `cluster`: pip install grognard[cluster]") from None
    try:
        client: Any = Client(cluster, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise GrognardError(f"no Dask scheduler answers at {cluster}: {error}") from None
    with client:
        yield client.get_executor(pure=False)


def write_parquet(results: Results, folder: Path) -> Path | None:
    """The battles as battles.parquet, where pyarrow is installed; None where it is not: battles.csv has the same rows in the order in which they were finished."""
    try:
        import pyarrow as pa  # type: ignore[import-not-found, unused-ignore]
        from pyarrow import parquet  # type: ignore[import-not-found, unused-ignore]
    except ModuleNotFoundError:
        return None
    rows = [dict(zip(COLUMNS, _row(battle), strict=True)) for battle in results.battles]
    file = folder / "battles.parquet"
    parquet.write_table(pa.Table.from_pylist(rows), file)
    return file


COLUMNS = ("number", "winner", "first", "turns", "decisions", "score", "lost", "reason")


class Kept:
    """A folder that a simulation is kept in: plan.json says what it is, battles.csv grows by every finished share."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.file = folder / "battles.csv"
        said = msgspec.json.encode(plan, order="deterministic")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            head = folder / "plan.json"
            if head.exists() and head.read_bytes() != said:
                raise RecordError(f"{folder} holds another simulation; name an empty folder, or delete it")
            head.write_bytes(said)
        except OSError as error:
            raise GrognardError(f"{folder} cannot be written: {error.strerror}") from None

    def read(self) -> list[Played]:
        """What was finished before; a last line that was cut off in the writing is dropped."""
        if not self.file.exists():
            return []
        text = self.file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.file.write_text(whole, encoding="utf-8")
        return [_from_row(row) for row in csv.DictReader(whole.splitlines())]

    def add(self, share: list[Played]) -> None:
        new = not self.file.exists()
        with self.file.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            if new:
                writer.writerow(COLUMNS)
            writer.writerows([_row(battle) for battle in share])


def _row(battle: Played) -> list[Any]:
    score, lost = msgspec.json.encode(battle.score).decode(), msgspec.json.encode(battle.lost).decode()
    return [battle.number, battle.winner, battle.first, battle.turns, battle.decisions, score, lost, battle.reason]


def _from_row(row: dict[str, str]) -> Played:
    try:
        return Played(
            int(row["number"]),
            row["winner"],
            row["reason"],
            int(row["turns"]),
            int(row["decisions"]),
            msgspec.json.decode(row["score"], type=dict[str, int]),
            msgspec.json.decode(row["lost"], type=dict[str, list[str]]),
            row["first"],
        )
    except (KeyError, ValueError, TypeError, msgspec.DecodeError) as error:
        raise RecordError(f"battles.csv cannot be read: {error}; delete the folder and simulate anew") from None
