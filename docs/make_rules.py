"""`make docs`: the pages of docs/rules/, made from each game's rules.md: every rule with an anchor, links between rules, and a table of the options."""

import re
from pathlib import Path

from grognard.kernel.game import Game, all_games, describe_options
from grognard.kernel.rulebook import MENTION

FOLDER = Path(__file__).parent / "rules"


def page(game: Game) -> str:
    """One game's rules as a page."""
    known = game.rulebook.rules
    lines = [linked(line, known) for line in game.rulebook.text.splitlines()]
    options = [
        f"| `{name}` | {' · '.join(map(str, values))} | {where(game, name)} |"
        for name, values in describe_options(game).items()
    ]
    table = ["## All options", "", "| option | values, the default first | rule |", "|---|---|---|", *options, ""]
    return "\n".join([*lines, "", *table])


def linked(line: str, known: dict[str, object] | object) -> str:
    """Anchors where a rule is stated, links where one is mentioned."""
    stated = re.match(r"^(\s*[-*]\s+\*\*|\|\s*\**)([A-Z0-9]+-[A-Z0-9]+-\d+[a-z]?)", line)
    first = stated[2] if stated else ""

    def link(match: re.Match[str]) -> str:
        id = match[0]
        if id == first and match.start() == (stated.start(2) if stated else -1):
            return f'<a id="{id.lower()}"></a>{id}'
        return f"[{id}](#{id.lower()})" if id in known else id  # type: ignore[operator]

    return MENTION.sub(link, line)


def where(game: Game, option: str) -> str:
    return ", ".join(rule.id for rule in game.rulebook.rules.values() if option in rule.options)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    index = ["# The rules of every game", ""]
    for game in all_games().values():
        (FOLDER / f"{game.name}.md").write_text(page(game), encoding="utf-8")
        index.append(
            f"- [{game.title}]({game.name}.md): {len(game.rulebook.rules)} rules and rulings, {len(describe_options(game))} options"
        )
    (FOLDER / "README.md").write_text("\n".join([*index, ""]), encoding="utf-8")
    print(f"docs/rules: {len(index) - 2} games")


if __name__ == "__main__":
    main()
