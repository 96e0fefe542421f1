"""Every game as an OpenSpiel game: dice and lots are chance nodes with their exact weights, answers are the players' actions, secret picks are simultaneous nodes.

    >>> import pyspiel
    >>> import grognard.env.spiel
    >>> game = pyspiel.load_game("grognard_en_garde_mill_bridge")

An algorithm that knows no simultaneous nodes takes `pyspiel.convert_to_turn_based(game)`. A game that never says `secret_picks` is sequential from the start.
"""

import ctypes
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from grognard.env.features import Layout
from grognard.env.stepper import MOST_OPTIONS, Stepper, ask, offered
from grognard.kernel.battle import Battle, encode
from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import Dice
from grognard.kernel.game import Game, all_games

MOST_OUTCOMES = 512


class OpenDice:
    """Dice and lots that somebody outside throws."""

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]:
        faces: tuple[int, ...] = ask(Question(side, reason, (), rule, kind="dice", dice=dice))
        return faces

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        places: list[int] = ask(Question("", f"{size} {count}", (), "", kind="lots"))
        return places


class Thrown(Stepper):
    """A stepper whose dice and lots are thrown from outside."""

    __slots__ = ("_drawn",)

    def __init__(self, game: Game, start: Battle) -> None:
        self._drawn: list[int] = []  # lots are drawn one by one
        super().__init__(game, start, OpenDice())

    def copy(self) -> "Thrown":
        new = super().copy()
        assert isinstance(new, Thrown)
        new._drawn = list(self._drawn)
        return new

    @property
    def chance(self) -> bool:
        return self.question is not None and self.question.kind in ("dice", "lots")

    def chances(self) -> Sequence[int]:
        """The weights of what can fall."""
        assert self.question is not None
        if self.question.dice is not None:
            return [weight for _, weight in self.question.dice.outcomes]
        size, _ = self.question.text.split()
        return [1] * (int(size) - len(self._drawn))

    def fall(self, place: int) -> None:
        """Let that outcome fall."""
        assert self.question is not None
        dice = self.question.dice
        if dice is not None:
            self.give(dice.faces_for(dice.outcomes[place][0]))
            return
        size, count = map(int, self.question.text.split())
        self._drawn.append([lot for lot in range(size) if lot not in self._drawn][place])
        if len(self._drawn) == count:
            drawn, self._drawn = self._drawn, []
            self.give(drawn)


class Setting:
    """A scenario as its positions share it: OpenSpiel copies positions with all that they hold, and this stays one."""

    def __init__(self, rules: Game, scenario: str) -> None:
        self.rules = rules
        self.ready = rules.set_up(rules.scenario(scenario))
        self.sides = self.ready.side_ids()

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.rules, self.ready)

    def __deepcopy__(self, memo: dict[int, object]) -> "Setting":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a battle."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._setting = game.setting
        self._sides = game.setting.sides
        self._stepper = Thrown(game.setting.rules, game.setting.ready)

    def current_player(self) -> int:
        stepper = self._stepper
        if stepper.question is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if stepper.chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self._setting.rules.secret_picks and len(stepper.waiting) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self._sides.index(stepper.question.side)

    def _offered(self, player: int) -> list[Option]:
        """What a player may answer now."""
        side = self._sides[player]
        asked = self._asked_of(side)
        if asked is None or self._stepper.chance:
            return []
        return self._stepper.options if asked is self._stepper.question else offered(asked.options)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._offered(player))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self._stepper.chances()
        total = sum(chances)
        return [(place, weight / total) for place, weight in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        if self._stepper.chance:
            self._stepper.fall(action)
        else:
            self._stepper.step(action)

    def _apply_actions(self, actions: list[int]) -> None:
        picked = [actions[self._sides.index(question.side)] for question in self._stepper.waiting]
        for action in picked:
            self._stepper.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"falls {action}"
        return self._offered(player)[action].key

    def is_terminal(self) -> bool:
        return self._stepper.over

    def returns(self) -> list[float]:
        outcome = self._stepper.battle.outcome
        if outcome is None or not outcome.winner or outcome.winner not in self._sides:
            return [0.0 if outcome is None or not outcome.winner else -1.0] * len(self._sides)
        return [1.0 if side == outcome.winner else -1.0 for side in self._sides]

    def information_state_string(self, player: int | None = None) -> str:
        side = self._sides[self.current_player() if player is None else player]
        asked = self._asked_of(side)
        return encode(self._setting.rules.view(self._stepper.battle, side)).decode() + (asked.text if asked else "")

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def numbers(self, player: int) -> Any:
        """What a player sees, in numbers."""
        side = self._sides[player]
        return self._setting.layout.see(self._stepper.battle, side, self._asked_of(side)).observation()

    def _asked_of(self, side: str) -> Question | None:
        return next((question for question in self._stepper.waiting if question.side == side), None)

    def __str__(self) -> str:
        battle = self._stepper.battle
        return f"turn {battle.turn}, {battle.phase}, {battle.digest()[:12]}"


class SpielObserver:
    """What a player sees, as numbers (those of `env.features`) and as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.numbers(player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a game."""

    def __init__(self, rules: Game, scenario: str, params: dict[str, Any] | None = None) -> None:
        self.setting = Setting(rules, scenario)
        players = len(self.setting.sides)
        super().__init__(_type_of(rules, scenario, players), _info(players), params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.setting.layout.rows * self.setting.layout.width)


def _type_of(rules: Game, scenario: str, players: int) -> Any:
    return pyspiel.GameType(
        short_name=f"grognard_{rules.name}_{scenario}",
        long_name=f"{rules.title}: {scenario}",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if rules.secret_picks else pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _info(players: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=MOST_OPTIONS,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if players == 2 else None,
        max_game_length=20_000,
    )


def register() -> list[str]:
    """Make every scenario of every installed game known to OpenSpiel; their names."""
    names = []
    for rules in all_games().values():
        for scenario, data in rules.scenarios().items():
            sides = len(rules.set_up(data).side_ids())
            kind = _type_of(rules, scenario, sides)

            def make(params: dict[str, Any] | None = None, rules: Game = rules, scenario: str = scenario) -> SpielGame:
                return SpielGame(rules, scenario, params)

            ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))  # OpenSpiel lets go of it after Python has gone
            pyspiel.register_game(kind, make)
            names.append(kind.short_name)
    return names


NAMES = register()
