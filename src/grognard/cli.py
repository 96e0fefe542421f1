"""The command line: thin words over the front door."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError

from grognard import __version__
from grognard.errors import GrognardError, NotFound, RecordError, ScenarioError
from grognard.kernel.game import Game, all_games, describe_options, find_game, read_toml
from grognard.kernel.record import Record, decode_record, encode_record

app = App(
    name="grognard",
    help="Play tabletop miniatures wargames with the rules fully enforced, and know the exact odds.",
    version=__version__,
    version_flags=["--version"],
)


@app.command
def games() -> None:
    """List the games and their scenarios."""
    for game in all_games().values():
        print(f"{game.name.replace('_', '-')}: {game.title}. {game.blurb}")
        for name, scenario in game.scenarios().items():
            minutes = f", about {scenario['minutes']} minutes" if scenario.get("minutes") else ""
            print(f"    {name.replace('_', '-')}: {scenario.get('title', name)}{minutes}")


@app.command
def play(
    game: str,
    *,
    scenario: str = "",
    console: bool = False,
    red: str = "me",
    blue: str = "sergeant",
    dice: Literal["program", "typed"] = "program",
    undo: Literal["free", "dice", "consent"] = "dice",
    option: list[str] | None = None,
    seed: str = "",
    save: Path | None = None,
    resume: Path | None = None,
) -> None:
    """Play a battle at the console; without --console the table opens in the browser.

    Parameters
    ----------
    game: which game, as `grognard games` lists them
    scenario: which scenario; the first one if not said
    red: who plays red: me, or a computer player (recruit, sergeant)
    blue: who plays blue: me, or a computer player
    dice: the program's, or typed in from a real table
    undo: free, not past dice or reveals, or only with consent
    option: a ruling to play differently, as name=value; may be given several times
    seed: of the dice; a secret one if not said
    save: the file that the battle is saved to when you quit
    resume: a saved battle to go on with
    """
    if not console:
        table()
        return
    from grognard.players.console import Console, Leave

    found = find_game(game)
    file = save or resume or Path(f"{found.name}.battle.json")
    run, seed = _seat(found, scenario, {"red": red, "blue": blue}, dice, undo, _options(option), seed, resume)
    print(f"{found.title}: dice are committed to {run.record.dice.commitment[:16]}…; type help for help")
    try:
        Console(run, _read_line, print).sit()
    except (Leave, EOFError, KeyboardInterrupt):
        _keep(file, run.record, seed)
        print(f"\nSaved to {file}. Go on with: grognard play {game} --console --resume {file}")
        return
    from grognard.kernel.run import close

    close(run, seed)
    _keep(file, run.record, "")
    outcome = run.battle.outcome
    assert outcome is not None
    print(
        f"\n{outcome.winner or 'Nobody'} wins: {outcome.reason}\nThe record is in {file}; check its dice with: grognard verify {file}"
    )


def _read_line(prompt: str) -> str:
    return input(prompt)


def _seat(
    game: Game,
    scenario: str,
    players: dict[str, str],
    dice: str,
    undo: str,
    options: dict[str, Any],
    seed: str,
    resume: Path | None,
) -> tuple[Any, str]:
    """A battle with its players in their seats, new or resumed."""
    from grognard.kernel.referee import SealedDice, TypedDice
    from grognard.kernel.run import MixedDice, Run, new_record
    from grognard.players import find_player

    if resume is not None:
        record, seed = _resumed(resume)
        if record.game != game.name:
            raise RecordError(f"{resume} is a battle of {record.game}, not of {game.name}")
    else:
        seed = seed or token_hex(16)
        data = _scenario(game, scenario or next(iter(game.scenarios())))
        record = new_record(game, data, players, seed, options, undo)
        sides = game.set_up(data, options).side_ids()
        record.players = {side: players.get(side, "me") for side in sides}
        record.dice.typed = sides if dice == "typed" else []
    sealed = SealedDice(seed)
    source = MixedDice(sealed, TypedDice(), record.dice.typed) if record.dice.typed else sealed
    seated = {side: find_player(name, f"{seed} {side}") for side, name in record.players.items() if name != "me"}
    return Run(game, record, source, seated), seed


def _resumed(file: Path) -> tuple[Record, str]:
    """A saved battle and the seed that was kept beside it."""
    record = decode_record(_read(file), str(file))
    kept = file.with_suffix(".seed")
    if record.finished:
        raise RecordError(f"{file} is over ({record.finished}); look at it with: grognard replay {file}")
    if not kept.is_file():
        raise RecordError(
            f"the seed of {file} is missing: it was saved as {kept}, and the battle cannot go on without it"
        )
    return record, kept.read_text(encoding="utf-8").strip()


def _keep(file: Path, record: Record, seed: str) -> None:
    """Write a record whole or not at all; the seed of a battle that goes on is kept in a file of its own."""
    try:
        draft = file.with_suffix(".part")
        draft.write_bytes(encode_record(record))
        draft.replace(file)
        kept = file.with_suffix(".seed")
        if seed:
            kept.write_text(seed, encoding="utf-8")
        else:
            kept.unlink(missing_ok=True)
    except OSError as error:
        raise GrognardError(
            f"the battle could not be saved to {file}: {error.strerror}; name another file with --save"
        ) from None


def _options(given: list[str] | None) -> dict[str, Any]:
    chosen = {}
    for word in given or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise GrognardError(f"an option is name=value, not {word!r}")
        chosen[name.strip().replace("-", "_")] = value.strip()
    return chosen


def _scenario(game: Game, name: str) -> dict[str, Any]:
    """A scenario by its name, or from a file."""
    if name.endswith(".toml"):
        return read_toml(_read(Path(name)).decode("utf-8", "replace"), name)
    return game.scenario(name)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise GrognardError(f"{file} cannot be read: {error.strerror}") from None


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
def replay(file: Path, *, to: int | None = None) -> None:
    """Tell a recorded battle again.

    Parameters
    ----------
    file: the record
    to: stop after so many answers
    """
    import grognard
    from grognard.players.console import Console

    run = grognard.replay(decode_record(_read(file), str(file)), to)
    Console(run, _read_line, print).tell_news()
    if run.battle.outcome is not None:
        print(f"\n{run.battle.outcome.winner or 'Nobody'} wins: {run.battle.outcome.reason}")
    elif run.questions:
        print(f"\nAsked next: {run.questions[0].side}, {run.questions[0].text}")


@app.command
def verify(file: Path) -> None:
    """Throw every die of a finished battle again from its revealed seed.

    Parameters
    ----------
    file: the record
    """
    from grognard.kernel.run import verify as check_dice

    record = decode_record(_read(file), str(file))
    verdict = check_dice(find_game(record.game), record)
    if verdict.wrong:
        raise RecordError(f"{file} does not verify:\n  " + "\n  ".join(verdict.wrong[:20]))
    typed = f", {verdict.typed} throws were typed in" if verdict.typed else ""
    earlier = (
        f", {verdict.unchecked} throws fell in an earlier battle that this one goes on from and cannot be checked"
        if verdict.unchecked
        else ""
    )
    print(
        f"{file}: all {verdict.answers} answers fit the rules and the sealed dice{typed}{earlier}; digest {verdict.digest[:16]}"
    )


@app.command
def luck(file: Path, *, decisions: bool = False) -> None:
    """How lucky each side was: what its dice gave, against all that they could have given.

    Parameters
    ----------
    file: the record
    decisions: also what each side's answers gave away, in the sergeant's judgement
    """
    from grognard.lab.luck import luck_of, luck_text

    record = decode_record(_read(file), str(file))
    print(luck_text(luck_of(find_game(record.game), record)))
    if decisions:
        from grognard.lab.judgement import judgement_of, judgement_text

        print(judgement_text(judgement_of(find_game(record.game), record)))


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
    workers: processes; all cores if not said
    """
    from grognard.lab.balance import balance as search
    from grognard.lab.balance import balance_text
    from grognard.lab.vary import parse

    plan = _plan(game, scenario, red, blue, seed, {})
    total = battles * (1 + sum(len(parse(text)[1]) for text in vary))
    with _progress(total) as advance:
        trials = search(plan, list(vary), battles, workers=workers or os.cpu_count() or 1, progress=advance)
    print(balance_text(trials))


def _plan(game: str, scenario: str, red: str, blue: str, seed: str, options: dict[str, Any]) -> Any:
    """What is simulated, with a player for every side that answers."""
    from grognard.lab.simulate import Plan
    from grognard.players import find_player

    found = find_game(game)
    data = _scenario(found, scenario)
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
    workers: processes; all cores if not said
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

    plan = _plan(game, scenario, red, blue, seed, _options(option))
    place, values = parse(vary) if vary else ("", [""])
    each = battles * (1 + (runs(plan) if options_effect else 0))
    cores = workers or os.cpu_count() or 1
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
    workers: processes; all cores if not said
    out: a folder that keeps the battles, and lets a killed arena go on
    """
    from grognard.lab.arena import arena_text, hold_arena

    found = find_game(game)
    named = {name: _scenario(found, name) for name in scenarios} or {
        name: data for name, data in found.scenarios().items() if len(found.set_up(data).side_ids()) == 2
    }
    seats = [name.strip() for name in players.split(",") if name.strip()]
    total = len(named) * len(seats) * (len(seats) - 1) // 2 * 2 * max(1, battles // 2)
    with _progress(total) as advance:
        bouts = hold_arena(
            found.name,
            named,
            seats,
            battles,
            seed=seed,
            workers=workers or os.cpu_count() or 1,
            out=out,
            progress=advance,
        )
    print(arena_text(bouts))


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


@app.command
def rule(id: str) -> None:
    """Read a rule by its id, for example: grognard rule EG-SHOOT-05.

    Parameters
    ----------
    id: the id, or words to search for
    """
    for game in all_games().values():
        if id.upper() in game.rulebook:
            found = game.rulebook[id]
            print(f"{found.id}, {game.title}, {found.chapter}\n{found.text}")
            for name, values in found.options.items():
                print(f"Option {name}: {', '.join(values)}; the first is the default")
            return
    near = [f"{r.id}: {r.text[:100]}" for game in all_games().values() for r in game.rulebook.search(id)]
    if not near:
        raise NotFound("rule", id, [f"{next(iter(game.rulebook.rules), '')} …" for game in all_games().values()])
    print("\n".join(near[:20]))


@app.command
def options(game: str) -> None:
    """List the rulings of a game that groups play differently.

    Parameters
    ----------
    game: which game
    """
    for name, values in describe_options(find_game(game)).items():
        print(f"{name} = {' | '.join(map(str, values))}")


@app.command
def check(file: Path) -> None:
    """Check a scenario, force or record file: what is wrong, where, and what would be accepted.

    Parameters
    ----------
    file: the file
    """
    text = _read(file)
    if file.suffix == ".json":
        record = decode_record(text, str(file))
        import grognard

        run = grognard.replay(record)
        print(
            f"{file}: a record of {run.game.title} with {len(record.answers)} answers; "
            + (record.finished or "not finished")
        )
        return
    data = read_toml(text.decode("utf-8", "replace"), str(file))
    name = data.get("game")
    if not isinstance(name, str):
        raise ScenarioError(
            f"say which game it is for, for example game = {next(iter(all_games()))!r}", file=str(file), place="game"
        )
    try:
        found = find_game(name)
    except NotFound as error:
        raise ScenarioError(str(error), file=str(file), place="game") from None
    try:
        if "side" in data or "sides" in data or "title" in data:
            battle = found.set_up(data)
            print(f"{file}: a scenario of {found.title}, {len(battle.side_ids())} sides, ready to play")
        else:
            print("\n".join(found.check_force(data, str(file))))
    except ScenarioError as error:
        raise ScenarioError(error.words, file=str(file), place=error.place) from None


@app.command
def table(
    *, host: str = "127.0.0.1", port: int = 8765, data: Path | None = None, browser: bool = True, name: str = ""
) -> None:
    """Serve the table and open it in the browser.

    Parameters
    ----------
    host: the address to serve on; anything but 127.0.0.1 needs TLS in front
    port: the port
    data: the file that battles are kept in
    browser: open a browser window
    name: what the table is called on its home screen, for the friends who come to it
    """
    try:
        from grognard.table.serve import main as serve
    except ModuleNotFoundError:
        raise GrognardError(
            "the table is not installed; play at the console: grognard play en-garde --console"
        ) from None
    serve(host=host, port=port, data=data, open_browser=browser, called=name)


@app.command
def backup(file: Path, *, data: Path | None = None) -> None:
    """Copy the battles of the table to a file, safely also while it runs.

    Parameters
    ----------
    file: the copy, which must not be there yet
    data: the file that battles are kept in
    """
    from grognard.table.doctor import backup as copy_store
    from grognard.table.serve import data_file

    made = copy_store(data_file(data), file)
    print(f"{file}: {made.battles:,} battles with {made.entries:,} entries, {made.bytes:,} bytes")


@app.command
def doctor(*, data: Path | None = None) -> None:
    """Check the battles of the table: every record replayed to its digest, every die thrown again.

    Parameters
    ----------
    data: the file that battles are kept in
    """
    from grognard.table.doctor import doctor as examine
    from grognard.table.serve import data_file

    health = examine(data_file(data))
    if health.wrong:
        raise GrognardError(health.words)
    print(health.words)


def main() -> None:
    """Run a command; every mistake ends with words and exit code 2."""
    try:
        app(exit_on_error=False, print_error=False)
    except (GrognardError, CycloptsError) as error:
        print(f"grognard: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
