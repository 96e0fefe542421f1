"""Commands for one battle: play it at the console, tell it again, check its dice, weigh its luck."""

from pathlib import Path
from secrets import token_hex
from typing import Any, Literal

from grognard.cli.app import app, chosen_options, find_scenario, read
from grognard.cli.tables import table
from grognard.errors import GrognardError, RecordError
from grognard.kernel.game import Game, find_game
from grognard.kernel.record import Record, decode_record, encode_record


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
    red: who plays red: me, or a computer player (recruit, sergeant, marshal, marshal:seconds=0.5)
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
    run, seed = _seat(found, scenario, {"red": red, "blue": blue}, dice, undo, chosen_options(option), seed, resume)
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
    from grognard.players import CORES, find_player

    if resume is not None:
        record, seed = _resumed(resume)
        if record.game != game.name:
            raise RecordError(f"{resume} is a battle of {record.game}, not of {game.name}")
    else:
        seed = seed or token_hex(16)
        data = find_scenario(game, scenario or next(iter(game.scenarios())))
        record = new_record(game, data, players, seed, options, undo)
        sides = game.set_up(data, options).side_ids()
        record.players = {side: players.get(side, "me") for side in sides}
        record.dice.typed = sides if dice == "typed" else []
    sealed = SealedDice(seed)
    source = MixedDice(sealed, TypedDice(), record.dice.typed) if record.dice.typed else sealed
    seated = {
        # A search of so many futures is the same on every machine, so it is not shared among its cores.
        side: find_player(name, f"{seed} {side}", cores=1 if "visits" in name else CORES)
        for side, name in record.players.items()
        if name != "me"
    }
    return Run(game, record, source, seated), seed


def _resumed(file: Path) -> tuple[Record, str]:
    """A saved battle and the seed that was kept beside it."""
    record = decode_record(read(file), str(file))
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

    run = grognard.replay(decode_record(read(file), str(file)), to)
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

    record = decode_record(read(file), str(file))
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

    record = decode_record(read(file), str(file))
    print(luck_text(luck_of(find_game(record.game), record)))
    if decisions:
        from grognard.lab.judgement import judgement_of, judgement_text

        print(judgement_text(judgement_of(find_game(record.game), record)))
