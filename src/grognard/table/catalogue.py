"""What can be played: the installed games, their scenarios, rulings and odds forms, and the computer players.

A game that cannot be loaded is listed with the reason and harms no other.
"""

import inspect
import typing
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import msgspec

from grognard.errors import NotFound, ScenarioError
from grognard.kernel.battle import Battle
from grognard.kernel.game import Game, describe_options, read_toml
from grognard.lab.choices import questions_of
from grognard.table import wire
from grognard.table.files import read_file

LEVELS = {
    "recruit": "Any legal answer, quickly. Good for learning the rules.",
    "sergeant": "Looks one step ahead.",
    "marshal": "Searches; takes its time.",
}

SECONDS = (0.5, 1.0, 5.0, 10.0)  # that a player may be given for a decision instead of its usual time

UNITS = {"hex": "hexes", "inch": "inches", "cm": "cm"}


class Catalogue:
    """Games by name. Tests and other programs may pass their own games."""

    def __init__(self, games: Iterable[Game] | None = None) -> None:
        self._given = None if games is None else {game.name: game for game in games}
        self._cards: dict[str, wire.GameCard] = {}
        self._games: dict[str, Game] = {}  # those that were loaded

    def game(self, name: str) -> Game:
        """A game by name; NotFound, or the reason why it cannot be loaded."""
        if self._given is not None:
            if name not in self._given:
                raise NotFound("game", name, self._given)
            return self._given[name]
        if name not in self._games:
            loaded = _load(name)
            if isinstance(loaded, str):
                raise NotFound("game", name, [card.name for card in self.cards() if not card.problem])
            self._games[name] = loaded
        return self._games[name]

    def cards(self) -> list[wire.GameCard]:
        """Every game as a card; those that cannot be played say why."""
        names = list(self._given) if self._given is not None else [entry.name for entry in _entries("grognard.games")]
        return [self.card(name) for name in names]

    def card(self, name: str) -> wire.GameCard:
        """One game's card, made once."""
        card = self._cards.get(name)
        if card is None:
            game = self._given.get(name, "not there") if self._given is not None else _load(name)
            card = _card(game) if isinstance(game, Game) else _unavailable(name, game)
            if not card.problem:
                self._cards[name] = card
        return card

    def levels(self) -> list[wire.Level]:
        """The computer players that can be loaded, weakest first; one whose time can be set comes with several."""
        found = {entry.name: entry for entry in _entries("grognard.players") if _loads(entry)}
        order = [*LEVELS, *sorted(set(found) - set(LEVELS))]
        return [level for name in order if name in found for level in _levels(name, found[name].load())]

    def best_level(self, wanted: str = "sergeant") -> str:
        """That level, or the strongest one below it."""
        names = [level.name for level in self.levels()]
        return wanted if wanted in names else names[-1] if names else "recruit"


@cache
def _entries(group: str) -> tuple[Any, ...]:
    """What is installed, by name. It is looked for once: reading what every package says of itself takes a while."""
    found = {entry.name: entry for entry in entry_points(group=group)}
    return tuple(found[name] for name in sorted(found))


@cache
def _loads(entry: Any) -> bool:
    try:
        entry.load()
    except Exception:  # noqa: BLE001  whatever is wrong with it, it cannot play
        return False
    return True


def _levels(name: str, player: Any) -> list[wire.Level]:
    about = LEVELS.get(name, "")
    usual = inspect.signature(player).parameters.get("seconds")
    if usual is None:
        return [wire.Level(name, about, name)]
    timed = [
        wire.Level(name if each == usual.default else f"{name}:seconds={each}", about, f"{name}, {each:g} s a decision")
        for each in sorted({*SECONDS, usual.default})
    ]
    return sorted(timed, key=lambda level: level.name != name)


def _load(name: str) -> Game | str:
    for entry in _entries("grognard.games"):
        if entry.name == name:
            try:
                game: Game = entry.load()
                game.scenarios()
                return game
            except Exception as error:  # noqa: BLE001  a broken game must not break the table
                return f"{type(error).__name__}: {error}"
    return "not installed"


def _unavailable(name: str, why: str) -> wire.GameCard:
    title = name.replace("_", " ").title()
    return wire.GameCard(name, title, "", problem=f"{title} cannot be played: it could not be loaded ({why}).")


def _card(game: Game) -> wire.GameCard:
    try:
        scenarios = [_scenario(game, name, data) for name, data in game.scenarios().items()]
        scenarios.sort(key=lambda card: (card.companion, card.minutes or 999))
        playable = [card for card in scenarios if not card.problem and not card.companion]
        return wire.GameCard(
            game.name,
            game.title,
            game.blurb,
            game.dice,
            game.unit,
            game.solo,
            quick=playable[0].name if playable else "",
            scenarios=scenarios,
            rulings=_rulings(game),
            questions=_forms(game),
            forces=_forces(game),
            problem="" if playable else f"{game.title} has no scenario that can be played.",
        )
    except Exception as error:  # noqa: BLE001  a broken game must not break the table
        return _unavailable(game.name, f"{type(error).__name__}: {error}")


def _scenario(game: Game, name: str, data: dict[str, Any]) -> wire.ScenarioCard:
    title = str(data.get("title") or data.get("name") or name.replace("_", " ").title())
    about = str(data.get("about") or data.get("blurb") or data.get("text") or "")
    try:
        battle = game.set_up(data)
        scene = game.scene(game.view(battle, None), None)
        sides = [(line.id, line.name) for line in scene.sides]
        count = sum(token.side in dict(sides) for token in scene.tokens)
        pieces = f", {count} pieces" if count > 1 else ""
        size = f"{round(scene.width)} by {round(scene.height)} {UNITS.get(scene.unit, scene.unit)}{pieces}"
    except Exception as error:  # noqa: BLE001  a broken scenario must not hide the others
        return wire.ScenarioCard(name, title, about, [], problem=f"It cannot be set up: {error}")
    played = data.get("players")
    players = dict.fromkeys(played_by_rules(battle), "rules")
    if isinstance(played, dict):
        players |= {str(side): str(who) for side, who in played.items()}
    return wire.ScenarioCard(
        name, title, about, sides, int(data.get("minutes") or 0), size, bool(data.get("companion")), players
    )


def played_by_rules(battle: Battle) -> list[str]:
    """The sides that the rules themselves play."""
    sides = getattr(battle, "sides", None)
    return [str(side.id) for side in sides if getattr(side, "solo", False)] if isinstance(sides, list) else []


def _rulings(game: Game) -> list[wire.Ruling]:
    stated = {name: rule for rule in game.rulebook.rules.values() for name in rule.options}
    rulings = []
    for name, values in describe_options(game).items():
        rule = stated.get(name)
        rulings.append(
            wire.Ruling(name, [plain(value) for value in values], rule.id if rule else "", rule.text if rule else "")
        )
    return rulings


def _forces(game: Game) -> list[wire.ForceCard]:
    """The forces that come with a game; one that is not well made is left out."""
    found = []
    for name, text in game.forces().items():
        try:
            data = read_toml(text, f"{name}.toml")
            title = str(data.get("name") or name.replace("_", " ").title())
            found.append(wire.ForceCard(name, title, game.check_force(data, f"{name}.toml")))
        except ScenarioError:
            continue
    return found


def check_force(game: Game, asked: wire.ForceAsked) -> wire.ForceChecked:
    """What a force file holds; ScenarioError where it is wrong, or where the scenario does not take it."""
    name = "your force file"
    data = read_file(asked.text, name)
    holds = game.check_force(data, name)
    if asked.side:
        scenario = read_file(asked.file, "your scenario file") if asked.file else game.scenario(asked.scenario)
        game.with_force(scenario, asked.side, data, name)
    return wire.ForceChecked(holds)


def plain(value: Any) -> str:
    """A value as a form shows and sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return str(value)


# Odds forms


def _forms(game: Game) -> list[wire.OddsForm]:
    try:
        questions = questions_of(game)
    except (ImportError, AttributeError):
        return []
    return [form_of(name, function) for name, function in questions.items()]


def form_of(name: str, function: Callable[..., Any]) -> wire.OddsForm:
    """A form from a typed signature."""
    doc = inspect.getdoc(function) or ""
    first, _, rest = doc.partition("\n")
    about = {}
    for line in rest.splitlines():
        field, colon, words = line.strip().partition(":")
        if colon and field.isidentifier():
            about[field] = words.strip()
    hints = typing.get_type_hints(function, include_extras=True)
    fields = [
        _field(parameter, hints.get(parameter.name, str), about)
        for parameter in inspect.signature(function).parameters.values()
    ]
    title = name.replace("_", " ")
    return wire.OddsForm(name, title[:1].upper() + title[1:], first, fields)


def _field(parameter: inspect.Parameter, hint: Any, about: dict[str, str]) -> wire.Field:
    low = high = None
    default = "" if parameter.default is parameter.empty else plain(parameter.default)
    if typing.get_origin(hint) is typing.Annotated:
        for extra in typing.get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta):
                low = extra.ge if isinstance(extra.ge, int) else low
                high = extra.le if isinstance(extra.le, int) else high
        hint = typing.get_args(hint)[0]
    label = parameter.name.replace("_", " ")
    words = about.get(parameter.name, "")
    if hint is bool:
        return wire.Field(parameter.name, label, "flag", default or "no", ["no", "yes"], about=words)
    if hint is int:
        return wire.Field(parameter.name, label, "number", default or str(low or 0), [], low, high, words)
    values = values_of(hint)
    if values:
        return wire.Field(
            parameter.name,
            label,
            "choice",
            default or plain(values[0]),
            [plain(value) for value in values],
            about=words,
        )
    return wire.Field(parameter.name, label, "text", "" if default == "None" else default, about=words)


def values_of(hint: Any) -> list[Any]:
    """The values a type can take, if they can be listed."""
    if typing.get_origin(hint) is typing.Literal:
        return list(typing.get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)
    return []


def read_situation(function: Callable[..., Any], given: dict[str, str]) -> dict[str, Any]:
    """The arguments of an odds question from a form; NotFound names a field or value that there is not."""
    hints = typing.get_type_hints(function)
    parameters = inspect.signature(function).parameters
    unknown = [name for name in given if name not in parameters]
    if unknown:
        raise NotFound("field", unknown[0], parameters)
    return {
        name: _argument(name, text, hints.get(name, str))
        for name, text in given.items()
        if text != "" or hints.get(name) is str
    }


def _argument(name: str, text: str, hint: Any) -> Any:
    if hint is bool:
        return text.lower() in ("yes", "true", "1", "on")
    values = values_of(hint)
    if values:
        for value in values:
            if plain(value) == text:
                return value
        raise NotFound(f"value for {name}", text, map(plain, values))
    try:
        return msgspec.convert(text, hint, strict=False)
    except msgspec.ValidationError as error:
        raise NotFound(f"value for {name}", text, (str(error),)) from None
