"""What an agent sees: numbers made from its side's view alone, the same shape in every battle of a scenario."""

from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.env.stepper import MOST_OPTIONS
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Spot
from grognard.kernel.game import Game
from grognard.kernel.scene import Scene, Token

TOKEN_WIDTH = 14
OPTION_WIDTH = 12
VERBS = 8  # options are told apart by the first word of their key, hashed into so many bins
Floats = NDArray[np.float32]
_NOTHING = [0.0] * TOKEN_WIDTH


def tokens_at_most(game: Game, battle: Battle) -> int:
    """Room for every piece of a battle, and for some that may come."""
    return max(16, 2 * len(game.scene(battle, None).tokens) + 24)


class Seen:
    """What a side sees of a battle at one moment: its view and its scene, made once for everything that is read from them."""

    __slots__ = ("game", "places", "scene", "side", "view")

    def __init__(self, game: Game, battle: Battle, side: str) -> None:
        self.game = game
        self.side = side
        self.view = game.view(battle, side)
        self.scene = game.scene(self.view, side)
        width, height = self.scene.width, self.scene.height
        self.places = {token.id: (token.x / width, token.y / height) for token in self.scene.tokens}

    def observation(self, room: int) -> Floats:
        """Turn and phase, then so many pieces with their place, facing, values and markers."""
        scene = self.scene
        phase = scene.phases.index(scene.phase) if scene.phase in scene.phases else -1
        worth = self.game.worth(self.view, self.side)
        rows = [[scene.turn / 10.0, phase / max(1, len(scene.phases)), worth / 100.0, *_NOTHING[3:]]]
        rows += [token_row(scene, token, self.side) for token in scene.tokens[:room]]
        seen = np.zeros((room + 1, TOKEN_WIDTH), dtype=np.float32)
        seen[: len(rows)] = rows
        return seen.reshape(-1)

    def option_rows(self, options: list[Option]) -> Floats:
        """What each answer is, in numbers: its verb, and where on the table it points."""
        return option_rows((self.scene.width, self.scene.height), options, self.places)


def observation(game: Game, battle: Battle, side: str, room: int) -> Floats:
    """The view of a side in numbers."""
    return Seen(game, battle, side).observation(room)


def token_row(scene: Scene, token: Token, side: str) -> list[float]:
    owner = 1.0 if token.side == side else -1.0 if token.side else 0.0
    values = [float(stat.value) / 10.0 if _is_number(stat.value) else 0.0 for stat in token.stats[:6]]
    bad = sum(mark.tone == "bad" for mark in token.marks)
    row = [
        1.0, owner, token.x / scene.width, token.y / scene.height, token.facing / 360.0, float(token.fallen), token.models / 20.0, bad / 3.0,
    ]  # fmt: skip
    return row + values + [0.0] * (6 - len(values))


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def option_rows(
    scene_size: tuple[float, float], options: list[Option], places: dict[str, tuple[float, float]]
) -> Floats:
    """What each answer is, in numbers: its verb, and where on the table it points."""
    rows = np.zeros((MOST_OPTIONS, OPTION_WIDTH), dtype=np.float32)
    width, height = scene_size
    for place, option in enumerate(options):
        key = option.key
        rows[place, crc32(key.split(" ", 1)[0].encode()) % VERBS] = 1.0
        if isinstance(option, Spot):
            rows[place, VERBS : VERBS + 2] = (option.x / 100.0 / width, option.y / 100.0 / height)
        for piece in option.pieces[:1]:
            if piece in places:
                rows[place, VERBS + 2 : VERBS + 4] = places[piece]
    return rows


def mask(count: int) -> NDArray[np.int8]:
    allowed = np.zeros(MOST_OPTIONS, dtype=np.int8)
    allowed[:count] = 1
    return allowed
