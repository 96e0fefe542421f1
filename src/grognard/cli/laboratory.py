"""Commands that reckon: exact odds, and many battles between computers."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from grognard.cli.app import app, chosen_options, find_scenario
from grognard.kernel.game import all_games, find_game


@app.command(help_flags=[])
def odds(
    game: Annotated[str, Parameter(allow_leading_hyphen=True)] = "--help",
    question: Annotated[str, Parameter(allow_leading_hyphen=True)] = "",
    *words: Annotated[str, Parameter(allow_leading_hyphen=True, show=False)],
) -> None:
    """The exact odds of a question, for example: grognard odds en-garde shoot --shoot 2 --weapon musket --distance 20.

    Parameters
    ----------
    game: which game
    question: which question; without it the questions are listed. Its own flags follow (--help lists them; --json for data)
    """
    if game in ("--help", "-h"):
        print(f"{odds.__doc__}\n    Games: {', '.join(name.replace('_', '-') for name in all_games())}")
        return
    from grognard.lab.choices import find_question, questions_of

    found = find_game(game)
    if not question or question in ("--help", "-h"):
        for name, function in questions_of(found).items():
            print(f"{name.replace('_', '-')}: {(function.__doc__ or '').strip().splitlines()[0]}")
        return
    as_json = "--json" in words
    asked = find_question(found, question)
    answer = _ask(asked, f"grognard odds {game} {question}", [word for word in words if word != "--json"])
    if answer is not None:
        from grognard.lab.show import as_data, as_text

        print(as_data(answer) if as_json else as_text(answer, sys.stdout.isatty()))


def _ask(function: Callable[..., Any], name: str, words: list[str]) -> Any:
    """Call a question with flags made from its signature."""
    inner = App(name=name, help=function.__doc__, version_flags=[])
    inner.default(function)
    command, bound, *_ = inner.parse_args(words, exit_on_error=False, print_error=False)
    if command is not function:
        inner.help_print([])
        return None
    return command(*bound.args, **bound.kwargs)


@app.command
def balance(
    game: str,
    scenario: str,
    *vary: str,
    battles: int = 100,
    red: str = "sergeant",
    blue: str = "sergeant",
    seed: str = "0",
    workers: int = 0,
) -> None:
    """Find the change that brings a scenario nearest to even odds, for example: grognard balance en-garde mill-bridge blue.morale=6..9.

    Parameters
    ----------
    game: which game
    scenario: which scenario, by name or as a file
    vary: what may be changed, as PLACE=VALUES: blue.morale=6..9, red.model.1.fight=2,3
    battles: for each value
    red: who plays red
    blue: who plays blue
    seed: the same seed gives the same battles
    workers: battles that are played at a time; as many as there are cores for if not said
    """
    from grognard.lab.balance import balance as search
    from grognard.lab.balance import balance_text
    from grognard.lab.vary import parse

    plan = _plan(game, scenario, red, blue, seed, {})
    total = battles * (1 + sum(len(parse(text)[1]) for text in vary))
    with _progress(total) as advance:
        trials = search(plan, list(vary), battles, workers=_workers(workers, red, blue), progress=advance)
    print(balance_text(trials))


def _plan(game: str, scenario: str, red: str, blue: str, seed: str, options: dict[str, Any]) -> Any:
    """What is simulated, with a player for every side that answers."""
    from grognard.lab.simulate import Plan
    from grognard.players import find_player

    found = find_game(game)
    data = find_scenario(found, scenario)
    seats = {"red": red, "blue": blue}
    players = {side: seats.get(side, "recruit") for side in found.set_up(data, options).side_ids()}
    for name in players.values():
        find_player(name)
    return Plan(found.name, data, players, options, seed)


@app.command
def simulate(
    game: str,
    scenario: str,
    *,
    battles: int = 100,
    red: str = "recruit",
    blue: str = "recruit",
    seed: str = "0",
    workers: int = 0,
    cluster: str = "",
    vary: str = "",
    option: list[str] | None = None,
    options_effect: bool = False,
    watch: int = 0,
    out: Path | None = None,
    json: bool = False,
) -> None:
    """Play many battles between computers; win rates with their intervals.

    Parameters
    ----------
    game: which game
    scenario: which scenario, by name or as a file
    battles: how many
    red: who plays red
    blue: who plays blue
    seed: the same seed gives the same battles
    workers: battles that are played at a time; as many as there are cores for if not said
    cluster: the address of a Dask scheduler, instead of local processes
    vary: a value to change, as PLACE=VALUES: blue.morale=6..9
    option: a ruling to play differently, as name=value; may be given several times
    options_effect: play as many battles with every value of every ruling, and say what each changes
    watch: play so many of the battles again, and tell who put whom out of play
    out: a folder that keeps the battles as a table and a report, and lets a killed run go on
    json: print data instead of a table
    """
    from grognard.lab.effects import effects, effects_text, runs
    from grognard.lab.feuds import feuds, feuds_text
    from grognard.lab.report import write_report
    from grognard.lab.show import simulation_data, simulation_text
    from grognard.lab.simulate import Plan
    from grognard.lab.simulate import simulate as play_many
    from grognard.lab.vary import parse, varied

    plan = _plan(game, scenario, red, blue, seed, chosen_options(option))
    place, values = parse(vary) if vary else ("", [""])
    each = battles * (1 + (runs(plan) if options_effect else 0))
    cores = _workers(workers, red, blue)
    with _progress(each * len(values)) as advance:
        for value in values:
            changed = (
                Plan(plan.game, varied(plan.scenario, place, value), plan.players, plan.options, plan.seed)
                if vary
                else plan
            )
            folder = out / f"{place}={value}" if out is not None and vary else out
            results = play_many(changed, battles, workers=cores, cluster=cluster, out=folder, progress=advance)
            changes = (
                effects(changed, battles, workers=cores, cluster=cluster, progress=advance) if options_effect else []
            )
            watched = feuds(changed, min(watch, battles))
            if folder is not None:
                write_report(results, folder, changes=changes, watched=watched)
            if vary and not json:
                print(f"{place} = {value}")
            print(simulation_data(results, changes, watched) if json else simulation_text(results))
            if not json:
                more = [effects_text(changes, next(iter(changed.players)))] * bool(changes) + [
                    feuds_text(watched)
                ] * bool(watch)
                print("".join(f"{text}\n" for text in more), end="")


@app.command
def arena(
    game: str,
    *scenarios: str,
    players: str = "sergeant,recruit",
    battles: int = 20,
    seed: str = "arena",
    workers: int = 0,
    out: Path | None = None,
) -> None:
    """Set computer players against each other, sides swapped; ratings with intervals.

    Parameters
    ----------
    game: which game
    scenarios: which scenarios; all with two sides if not said
    players: names with commas between; a marshal may be given a budget: marshal:visits=200 or marshal:seconds=0.5
    battles: for each pair and scenario, half on either side
    seed: the same seed gives the same battles
    workers: battles that are played at a time; as many as there are cores for if not said
    out: a folder that keeps the battles, and lets a killed arena go on
    """
    from grognard.lab.arena import arena_text, hold_arena
    from grognard.players import find_player

    found = find_game(game)
    named = {name: find_scenario(found, name) for name in scenarios} or {
        name: data for name, data in found.scenarios().items() if len(found.set_up(data).side_ids()) == 2
    }
    seats = [name.strip() for name in players.split(",") if name.strip()]
    for name in seats:
        find_player(name)
    total = len(named) * len(seats) * (len(seats) - 1) // 2 * 2 * max(1, battles // 2)
    with _progress(total) as advance:
        bouts = hold_arena(
            found.name,
            named,
            seats,
            battles,
            seed=seed,
            workers=_workers(workers, *seats),
            out=out,
            progress=advance,
        )
    print(arena_text(bouts))


def _workers(wanted: int, *players: str) -> int:
    """How many battles are played at a time; a player that thinks with two cores needs both of them."""
    from grognard.players import cores_of

    return wanted or max(1, (os.cpu_count() or 1) // max(map(cores_of, players)))


def _progress(total: int) -> Any:
    """A progress bar on a terminal, nothing elsewhere."""
    from contextlib import contextmanager

    @contextmanager
    def bar() -> Any:
        if not sys.stderr.isatty():
            yield lambda done: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True)) as shown:
            task = shown.add_task("battles", total=total)
            yield lambda done: shown.advance(task, done)

    return bar()
