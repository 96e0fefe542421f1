"""A game as the rest of the program sees it: every game folder is alike, so a name is all that is needed to find its parts.

A package with an entry point in the group `grognard.games` that names a `Game` is a game. Its package holds, by these names:

    rules.md                 every rule with its id
    options.py    Options    the rulings that groups play differently: a frozen struct, every field with its default
    battle.py     Battle     the state, a `kernel.battle.Battle`
    setup.py      set_up(scenario, options) -> Battle      from a scenario (plain data) to a battle ready to play; ScenarioError in words
                  check_force(data, file) -> list[str]     optional: checks a force file; what is in it, in words; ScenarioError where it is wrong
                  with_force(scenario, side, data) -> dict optional: the scenario with that side's force replaced; without it, what the force states
                                                           takes the place of what the side states in `side` or `sides`
    turn.py       play_on(referee, battle)                 plays the next piece of the turn that can stand alone
    scene.py      scene(battle, side) -> Scene             how it is drawn for that side (None: a spectator)
                  lost(battle) -> list[str]                optional: the pieces lost to their sides, where that is not whoever is off the table
    worth.py      worth(battle, side) -> float             how well a side stands, in points
                  under_way(battle) -> int                 optional: how many sides act in what is under way
    questions.py  QUESTIONS: dict[str, function]           the odds that players ask for, as typed functions
                  forecast(battle, question, option)       optional: the odds that stand beside an option before it is taken
    replies.py    reply(battle, question, option)          optional: the odds of what the enemy may do in return
    view.py       view(battle, side), imagine(...)         optional: where more is hidden than single fields
    scenarios/*.toml
    forces/*.toml            optional: forces that a side of a scenario may take instead of its own
"""

import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import NotFound, RuleError, ScenarioError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.referee import Referee
from grognard.kernel.rulebook import Rulebook, rulebook_of
from grognard.kernel.scene import Scene
from grognard.kernel.view import redacted


class Game:
    """One rule set. `version` counts up whenever a change of rules would make an old record play differently."""

    def __init__(
        self,
        name: str,
        title: str,
        *,
        package: str,
        version: int,
        blurb: str,
        dice: str,
        unit: str,
        solo: bool = False,
        secret_picks: bool = False,
    ) -> None:
        self.name = name
        self.title = title
        self.package = package
        self.version = version
        self.blurb = blurb
        self.dice = dice
        self.unit = unit
        self.solo = solo  # its rules can play a side by themselves
        self.secret_picks = secret_picks  # its sides sometimes choose at once, without seeing each other's pick

    def _part(self, module: str) -> Any:
        return import_module(f"{self.package}.{module}")

    def _optional(self, module: str, name: str) -> Any:
        if not files(self.package).joinpath(f"{module}.py").is_file():
            return None
        return getattr(self._part(module), name, None)

    @cached_property
    def battle_type(self) -> type[Battle]:
        kind: type[Battle] = self._part("battle").Battle
        return kind

    @cached_property
    def options_type(self) -> type[Struct]:
        kind: type[Struct] = self._part("options").Options
        return kind

    @cached_property
    def play_on(self) -> Callable[[Referee, Battle], None]:
        function: Callable[[Referee, Battle], None] = self._part("turn").play_on
        return function

    @cached_property
    def worth(self) -> Callable[[Battle, str], float]:
        function: Callable[[Battle, str], float] = self._part("worth").worth
        return function

    @cached_property
    def under_way(self) -> Callable[[Battle], int]:
        """How many sides act in what is under way (an impulse, a round): what it will bring is promised then, and not yet had. 0 between two of them, and in games that do not say."""
        return self._optional("worth", "under_way") or _nobody

    @cached_property
    def scene(self) -> Callable[[Battle, str | None], Scene]:
        function: Callable[[Battle, str | None], Scene] = self._part("scene").scene
        return function

    @cached_property
    def questions(self) -> dict[str, Callable[..., Any]]:
        asked: dict[str, Callable[..., Any]] = self._part("questions").QUESTIONS
        return asked

    @cached_property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.package)

    @cached_property
    def forecast(self) -> Callable[[Battle, Question, Option], list[tuple[str, Fraction]] | None]:
        """What may come of an option, as a few words each with its chance; None where dice do not decide it."""
        return self._optional("questions", "forecast") or _no_forecast

    @cached_property
    def lost(self) -> Callable[[Battle], list[str]]:
        """The pieces that are lost to their sides by now, by their ids: where the game does not say, whoever is out of play."""
        return self._optional("scene", "lost") or self._off_the_table

    def _off_the_table(self, battle: Battle) -> list[str]:
        return [token.id for token in self.scene(battle, None).tokens if token.fallen]

    @cached_property
    def reply(self) -> Callable[[Battle, Question, Option], list[tuple[str, Fraction]] | None]:
        """What may come back for an option: the enemy's answer to an attack, in the words of the one who makes it; None where nothing can."""
        return self._optional("replies", "reply") or _no_forecast

    @cached_property
    def advice(self) -> Callable[[Battle, Question, Callable[[], bool] | None], dict[str, Fraction] | None]:
        """For a secret choice that can be solved, exactly or nearly: the equilibrium mix of the side that is asked; None where it cannot, or not before the last argument, if there is one, says that this has taken long enough."""
        return self._optional("questions", "advice") or _no_advice

    def check_force(self, data: dict[str, Any], file: str) -> list[str]:
        """What a force file holds, in words; ScenarioError where it breaks the game's limits."""
        check = getattr(self._part("setup"), "check_force", None)
        if check is None:
            raise ScenarioError(f"{self.title} has no force files of its own", file=file)
        found: list[str] = check(data, file)
        return found

    def with_force(self, scenario: dict[str, Any], side: str, data: dict[str, Any], file: str) -> dict[str, Any]:
        """The scenario with this force in the place of that side's own; ScenarioError where the force or the scenario does not allow it."""
        sides = [line.id for line in self.scene(self.set_up(scenario), None).sides]
        if side not in sides:
            raise NotFound("side", side, sides)
        self.check_force(data, file)
        swap = getattr(self._part("setup"), "with_force", None)
        changed: dict[str, Any]
        try:
            if swap is not None:
                changed = swap(scenario, side, data)
            else:
                changed = _with_lines_of(scenario, sides.index(side), data, file)
            self.set_up(changed)
        except ScenarioError as error:
            raise ScenarioError(error.words, file=file, place=error.place) from None
        return changed

    @cached_property
    def view(self) -> Callable[[Battle, str | None], Battle]:
        """A copy of the battle without anything that this side may not know."""
        return self._optional("view", "view") or redacted

    @cached_property
    def imagine(self) -> Callable[[Battle, str, Callable[[int], int]], Battle]:
        """A whole battle that fits what a side sees; `pick(n)` gives a whole number under n wherever it must guess."""
        return self._optional("view", "imagine") or _as_seen

    def read_options(self, given: dict[str, Any] | None = None) -> Struct:
        """Options from plain data; unknown names and values are refused with what would be accepted."""
        try:
            return msgspec.convert(given or {}, self.options_type, strict=False)
        except msgspec.ValidationError as error:
            words = str(error)
            named = words.rsplit("`$.", 1)[-1].rstrip("`") if "`$." in words else ""
            accepted = describe_options(self).get(named)
            raise ScenarioError(
                f"{words}" + (f"; {named} may be {', '.join(map(str, accepted))}" if accepted else ""), place="options"
            ) from None

    def scenarios(self) -> dict[str, dict[str, Any]]:
        """The scenarios that come with the game, by name."""
        return {name: read_toml(text, f"{name}.toml") for name, text in self._texts("scenarios").items()}

    def forces(self) -> dict[str, str]:
        """The force files that come with the game, by name, as text: to take into a scenario, or to begin one's own from."""
        return self._texts("forces")

    def _texts(self, folder: str) -> dict[str, str]:
        home = files(self.package).joinpath(folder)
        entries = sorted(home.iterdir(), key=lambda entry: entry.name) if home.is_dir() else []
        return {
            entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8")
            for entry in entries
            if entry.name.endswith(".toml")
        }

    def scenario(self, name: str) -> dict[str, Any]:
        """One scenario by its name."""
        entry = files(self.package).joinpath("scenarios").joinpath(f"{name.replace('-', '_')}.toml")
        if "/" in name or "\\" in name or not entry.is_file():
            raise NotFound("scenario", name, self.scenarios())
        return read_toml(entry.read_text(encoding="utf-8"), entry.name)

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any] | None = None) -> Battle:
        """A battle ready to play. The scenario may fix options of its own; those given here win."""
        fixed = scenario.get("options") or {}
        if not isinstance(fixed, dict):
            raise ScenarioError("options must be a table of names and values", place="options")
        chosen = self.read_options({**fixed, **(options or {})})
        battle: Battle = self._part("setup").set_up(scenario, chosen)
        return battle


def _with_lines_of(scenario: dict[str, Any], place: int, force: dict[str, Any], file: str) -> dict[str, Any]:
    name = next((name for name in ("side", "sides") if isinstance(scenario.get(name), list)), "")
    listed = list(scenario.get(name, ()))
    if not (place < len(listed) and isinstance(listed[place], dict)):
        raise ScenarioError(
            "this scenario takes no force files; put the force into a scenario file of your own instead", file=file
        )
    kept = {key: value for key, value in listed[place].items() if key != "points"}
    listed[place] = kept | {key: value for key, value in force.items() if key != "game"}
    return {**scenario, name: listed}


def _no_forecast(battle: Battle, question: Question, option: Option) -> None:
    return None


def _nobody(battle: Battle) -> int:
    return 0


def _no_advice(battle: Battle, question: Question, enough: Callable[[], bool] | None) -> None:
    return None


def _as_seen(battle: Battle, side: str, pick: Callable[[int], int]) -> Battle:
    return battle.copy()


def read_toml(text: str, source: str) -> dict[str, Any]:
    """A scenario or force file as plain data; ScenarioError names the file, the line and what is wrong."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"is not TOML: {error}", file=source) from None
    except RecursionError:
        raise ScenarioError("is nested deeper than any scenario or force", file=source) from None


def describe_options(game: Game) -> dict[str, list[Any]]:
    """Every option of a game with the values it may take, the default first."""
    described: dict[str, list[Any]] = {}
    for field in msgspec.structs.fields(game.options_type):
        kind = msgspec.inspect.type_info(field.type)
        default = field.default
        if isinstance(kind, msgspec.inspect.LiteralType):
            values = list(kind.values)
        elif isinstance(kind, msgspec.inspect.BoolType):
            values = [True, False]
        else:
            values = []
        described[field.name] = [default, *(value for value in values if value != default)]
    return described


def all_games() -> dict[str, Game]:
    """Every installed game by name, ours and others'."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group="grognard.games"), key=lambda entry: entry.name):
        try:
            game = entry.load()
        except (ImportError, AttributeError):
            continue  # a game that is not whole is not a game; `find_game` says what is wrong with it
        found[game.name] = game
    return found


def find_game(name: str) -> Game:
    """A game by its name; "en-garde" and "en_garde" are the same."""
    wanted = name.lower().replace("-", "_").replace(" ", "_").rstrip("!")
    for entry in entry_points(group="grognard.games"):
        if entry.name == wanted:
            try:
                game: Game = entry.load()
            except (ImportError, AttributeError) as error:
                raise RuleError(f"the game {entry.name!r} cannot be loaded: {error}") from None
            return game
    raise NotFound("game", name, [entry.name.replace("_", "-") for entry in entry_points(group="grognard.games")])
