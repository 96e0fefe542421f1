"""Every game as an OpenSpiel game: dice and lots are chance nodes with their exact weights, answers are the players' actions.

    >>> import pyspiel
    >>> import grognard.env.spiel
    >>> game = pyspiel.load_game("grognard_en_garde_mill_bridge")

Sides that pick in secret are asked one after the other; the one who is asked second is not told what the first picked (its information state does not hold it), which is how OpenSpiel turns
simultaneous picks into turns.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from grognard.env.stepper import MOST_OPTIONS, Stepper
from grognard.kernel.battle import encode
from grognard.kernel.choice import Question
from grognard.kernel.dice import Dice
from grognard.kernel.game import Game, all_games
from grognard.kernel.referee import Waiting

MOST_OUTCOMES = 512


class OpenDice:
    """Dice that somebody outside throws: every throw waits; lots wait until they are laid out in `lots`."""

    def __init__(self) -> None:
        self.lots: list[int] | None = None

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]:
        raise Waiting([Question(side, reason, (), rule, kind="dice", dice=dice)])

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        if self.lots is not None:
            laid, self.lots = self.lots, None
            return laid
        raise Waiting([Question("", f"{size} {count}", (), "", kind="lots")])


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a battle."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._game = game
        self._sides = game.sides
        self._stepper = _Thrown(game.rules, game.ready)

    def current_player(self) -> int:
        if self._stepper.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self._stepper.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self._stepper.question is not None
        return self._sides.index(self._stepper.question.side)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._stepper.options)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self._stepper.chances()
        total = sum(chances)
        return [(place, weight / total) for place, weight in enumerate(chances)]

    def _apply_action(self, action: int) -> None:
        if self._stepper.chance is not None:
            self._stepper.fall(action)
        else:
            self._stepper.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"falls {action}"
        return self._stepper.options[action].key

    def is_terminal(self) -> bool:
        return self._stepper.over

    def returns(self) -> list[float]:
        outcome = self._stepper.battle.outcome
        if outcome is None or not outcome.winner or outcome.winner not in self._sides:
            return [0.0 if outcome is None or not outcome.winner else -1.0] * len(self._sides)
        return [1.0 if side == outcome.winner else -1.0 for side in self._sides]

    def information_state_string(self, player: int | None = None) -> str:
        side = self._sides[self.current_player() if player is None else player]
        question = self._stepper.question
        asked = question.text if question is not None and question.side == side else ""
        return encode(self._game.rules.view(self._stepper.battle, side)).decode() + asked

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    @property
    def turn(self) -> int:
        return self._stepper.battle.turn

    def __str__(self) -> str:
        battle = self._stepper.battle
        return f"turn {battle.turn}, {battle.phase}, {battle.digest()[:12]}"


class _Thrown(Stepper):
    """A stepper whose dice and lots are thrown from outside."""

    __slots__ = ("_drawn", "_lots", "chance")

    def __init__(self, game: Game, start: Any) -> None:
        self.chance: Question | None = None
        self._lots: list[int] = []
        self._drawn: list[int] = []
        super().__init__(game, start, OpenDice())

    def copy(self) -> "_Thrown":
        twin = super().copy()
        assert isinstance(twin, _Thrown)
        twin._dice = OpenDice()
        twin.chance, twin._lots, twin._drawn = self.chance, list(self._lots), list(self._drawn)
        return twin

    def _go_on(self) -> None:
        super()._go_on()
        asked = self.question
        self.chance = asked if asked is not None and asked.kind in ("dice", "lots") else None
        if self.chance is not None and self.chance.kind == "lots":
            size, _ = map(int, self.chance.text.split())
            self._lots, self._drawn = list(range(size)), []

    def chances(self) -> Sequence[int]:
        """The weights of what can fall."""
        assert self.chance is not None
        if self.chance.dice is not None:
            return [weight for _, weight in self.chance.dice.outcomes]
        return [1] * len(self._lots)

    def fall(self, place: int) -> None:
        """Let that outcome fall."""
        chance = self.chance
        assert chance is not None
        if chance.dice is not None:
            self._answers.append(list(chance.dice.faces_for(chance.dice.outcomes[place][0])))
            self._go_on()
            return
        self._drawn.append(self._lots.pop(place))
        _, count = map(int, chance.text.split())
        if len(self._drawn) == count:
            dice = self._dice
            assert isinstance(dice, OpenDice)
            dice.lots = self._drawn
            self._go_on()


class SpielObserver:
    """What a player sees, as text; the tensors of `env.features` are for agents that want numbers."""

    def __init__(self) -> None:
        self.tensor = np.zeros(1, dtype=np.float32)
        self.dict = {"turn": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[0] = state.turn

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a game."""

    def __init__(self, rules: Game, scenario: str, params: dict[str, Any] | None = None) -> None:
        self.rules = rules
        self.ready = rules.set_up(rules.scenario(scenario))
        self.sides = self.ready.side_ids()
        super().__init__(_type_of(rules, scenario, len(self.sides)), _info(len(self.sides)), params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver()


def _type_of(rules: Game, scenario: str, players: int) -> Any:
    return pyspiel.GameType(
        short_name=f"grognard_{rules.name}_{scenario}",
        long_name=f"{rules.title}: {scenario}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
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
