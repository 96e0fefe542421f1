"""Every game as a PettingZoo AEC environment: an agent for each side, action masks, and observations of that side's view only.

    >>> from grognard.env.aec import BattleEnv
    >>> env = BattleEnv("en_garde", "mill_bridge")

An action is the place of an answer among those offered; the mask says how many there are. `observe` gives "observation" (the view in numbers), "action_mask" and "options" (the
answers in numbers). Rewards come at the end: 1 for the winner, -1 for the others, 0 for a draw.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from grognard.env.features import OPTION_WIDTH, Layout, mask
from grognard.env.stepper import MOST_OPTIONS, Stepper
from grognard.kernel.choice import Option
from grognard.kernel.game import find_game
from grognard.kernel.referee import SealedDice


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A battle as an environment."""

    metadata = {"name": "grognard_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str, scenario: str, *, options: dict[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.render_mode = render_mode
        self._ready = self.game.set_up(self.game.scenario(scenario), options)
        self._layout = Layout(self.game, self._ready)
        self.possible_agents = self._ready.side_ids()
        width = self._layout.rows * self._layout.width
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (width,), np.float32),
                "action_mask": spaces.Box(0, 1, (MOST_OPTIONS,), np.int8),
                "options": spaces.Box(-np.inf, np.inf, (MOST_OPTIONS, OPTION_WIDTH), np.float32),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(MOST_OPTIONS) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self.stepper: Stepper

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
            for number, agent in enumerate(self.possible_agents):
                self._action_spaces[agent].seed(seed + number)
        self.stepper = Stepper(self.game, self._ready, SealedDice(str(self._rng.integers(2**62))))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._take_turn()

    def _take_turn(self) -> None:
        question = self.stepper.question
        if question is not None:
            self.agent_selection = question.side
            return
        outcome = self.stepper.battle.outcome
        assert outcome is not None
        for agent in self.agents:
            self.terminations[agent] = True
            self.rewards[agent] = 0.0 if not outcome.winner else 1.0 if outcome.winner == agent else -1.0
            self.infos[agent] = {"reason": outcome.reason}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        asked = self._offered(agent)
        seen = self._layout.see(self.stepper.battle, agent, self.stepper.question if asked else None)
        return {
            "observation": seen.observation(),
            "action_mask": mask(len(asked)),
            "options": seen.option_rows(asked),
        }

    def _offered(self, agent: str) -> list[Option]:
        question = self.stepper.question
        return self.stepper.options if question is not None and question.side == agent else []

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        if not 0 <= int(action) < len(self.stepper.options):
            raise ValueError(f"action {action} is masked: there are {len(self.stepper.options)} answers")
        self.stepper.step(int(action))
        self._take_turn()
        self._accumulate_rewards()

    def render(self) -> str:
        scene = self.game.scene(self.stepper.battle, None)
        sides = "; ".join(f"{line.name}: {line.status}" for line in scene.sides)
        return f"turn {scene.turn}, {scene.phase}. {sides}"

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str, scenario: str, **settings: Any) -> BattleEnv:
    """The environment, by the name that PettingZoo's tools expect."""
    return BattleEnv(game, scenario, **settings)
