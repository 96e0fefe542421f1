"""Builders for tests: figures, warbands and battles with sane defaults, all lengths in inches."""

from collections.abc import Callable, Iterable
from typing import Any

from grognard.games.en_garde.battle import Battle, Deed, Field, Figure, Morale, Pool, Prize, Profile, Warband, Wound
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.scenery import Terrain, features_of
from grognard.kernel.choice import Option, Question
from grognard.kernel.event import Event
from grognard.kernel.referee import Live, Scripted, SealedDice
from grognard.kernel.run import Outlook
from grognard.players.recruit import Recruit

Answerer = Callable[[Question], Option | str]


def a_profile(
    pool: int = 3,
    fight: int = 0,
    initiative: int = 0,
    shoot: int = 0,
    armour: int = 0,
    rate: str = "infantry",
    *,
    leader: bool = False,
    attributes: Iterable[str] = (),
    blades: Iterable[str] = ("sword",),
    missiles: Iterable[str] = (),
    shield: bool = False,
    banner: bool = False,
    large: bool = False,
    tools: Iterable[str] = (),
    points: int = 10,
) -> Profile:
    """A plain soldier with a sword unless told otherwise."""
    return Profile(
        pool, fight, initiative, shoot, armour, rate, leader, tuple(attributes), tuple(blades), tuple(missiles), shield, banner, large,
        tuple(tools), points,
    )  # fmt: skip


def a_figure(
    name: str = "anne",
    side: str = "red",
    at: tuple[float, float] = (10, 10),
    *,
    wound: Wound = Wound.NONE,
    stuns: int = 0,
    mounted: bool = False,
    reloads: dict[str, int] | None = None,
    **profile: Any,
) -> Figure:
    """A model on the table; everything else goes into its profile."""
    if mounted:
        profile.setdefault("rate", "cavalry")
    x, y = (round(100 * value) for value in at)
    return Figure(
        name,
        side,
        name.capitalize(),
        a_profile(**profile),
        x=x,
        y=y,
        wound=wound,
        stuns=stuns,
        mounted=mounted,
        reloads=dict(reloads or {}),
        standing=wound is not Wound.DEAD,
    )


def a_foe(name: str = "odo", at: tuple[float, float] = (30, 10), **more: Any) -> Figure:
    """A model of the other side."""
    return a_figure(name, "blue", at, **more)


def a_piece(kind: str, box: tuple[float, float, float, float] | None = None, **more: Any) -> Terrain:
    """A piece of terrain, named after its kind."""
    return Terrain(more.pop("name", kind), kind, box, **more)  # type: ignore[arg-type]


def a_battle(
    *figures: Figure,
    terrain: Iterable[Terrain] = (),
    table: tuple[float, float] = (48, 36),
    deeds: tuple[Deed, ...] = (),
    prizes: tuple[Prize, ...] = (),
    turn: int = 2,
    phase: str = "Move",
    rain: bool = False,
    priority: str = "red",
    rating: int = 8,
    field: dict[str, Any] | None = None,
    **options: Any,
) -> Battle:
    """A battle between red (from the south) and blue (from the north) in the middle of a turn; options by name."""
    features = tuple(feature for piece in terrain for feature in features_of(piece, "terrain"))
    width, height = (round(100 * value) for value in table)
    ids = list(dict.fromkeys(["red", "blue", *(figure.side for figure in figures)]))
    return Battle(
        options=Options(**options),
        field=Field("a field", width, height, features, deeds, prizes, **(field or {})),
        sides=[a_warband(id, figures, rating) for id in ids],
        figures={figure.id: figure for figure in figures},
        turn=turn,
        phase=phase,
        rain=rain,
        priority=priority,
        acting=priority,
        lying={prize.name: (prize.x, prize.y) for prize in prizes},
    )


def a_warband(id: str = "red", figures: Iterable[Figure] = (), rating: int = 8, **more: Any) -> Warband:
    """A side at the start of a battle."""
    own = [figure for figure in figures if figure.side == id]
    edge = "north" if id == "blue" else "south"
    more = {"started": len(own), "points": sum(figure.profile.points for figure in own), **more}
    return Warband(id, f"the {id}s", rating, edge, **more)


def a_warband_in(morale: Morale, **more: Any) -> Warband:
    return a_warband(morale=morale, **more)


def a_pool(attack: int = 0, defence: int = 0) -> Pool:
    return Pool(attack, defence)


def is_over(battle: Battle) -> bool:
    return battle.outcome is not None


def told(referee: Scripted) -> list[str]:
    """What was told, without the dice."""
    return [event.words for event in referee.events if event.kind != "roll"]


def rules_told(events: Iterable[Event]) -> list[str]:
    return [event.rule for event in events]


class Dicing(Live):
    """Live play for frequencies: sealed dice from a seed, answers from a function."""

    def __init__(self, seed: str, answer: Answerer | None = None) -> None:
        super().__init__([], SealedDice(seed), answer or first_option)


def first_option(question: Question) -> str:
    return question.options[0].key


class Brawler(Recruit):
    """A recruit who moves into contact wherever he can, and attacks rather than declines: his battles are full of fights."""

    def answer(self, question: Question, outlook: Outlook) -> Option:
        options = list(question.options)
        eager = [option for option in options if "into contact" in option.words]
        if not eager and any(option.key == "move" for option in options):
            eager = [option for option in options if option.key in ("move", "short move", "nothing", "withdraw")]
        if not eager:
            eager = [option for option in options if option.key != "decline"]
        return eager[int(self._random() * len(eager))]
