"""Commands that look things up: games, rules, rulings, and whether a file is well made."""

from pathlib import Path

from grognard.cli.app import app, read
from grognard.errors import NotFound, ScenarioError
from grognard.kernel.game import all_games, describe_options, find_game, read_toml
from grognard.kernel.record import decode_record


@app.command
def games() -> None:
    """List the games and their scenarios."""
    for game in all_games().values():
        print(f"{game.name.replace('_', '-')}: {game.title}. {game.blurb}")
        for name, scenario in game.scenarios().items():
            minutes = f", about {scenario['minutes']} minutes" if scenario.get("minutes") else ""
            print(f"    {name.replace('_', '-')}: {scenario.get('title', name)}{minutes}")


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
    text = read(file)
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
