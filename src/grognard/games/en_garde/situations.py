"""Situations that questions are asked about: models alone on a bare table, a combat about to begin, a warband to be tested."""

from typing import Literal

from grognard.games.en_garde.battle import (
    Battle,
    Field,
    Fight,
    Fighter,
    Figure,
    Morale,
    Pool,
    Profile,
    Warband,
    Wound,
)
from grognard.games.en_garde.options import Options

Weapon = Literal[
    "bow",
    "longbow",
    "crossbow",
    "matchlock",
    "musket",
    "blunderbuss",
    "thrown",
    "sling",
    "grenade",
    "javelin",
    "pistol",
]
Blade = Literal[
    "hands", "dagger", "sword", "hand_weapon", "longsword_1h", "longsword_2h", "great_weapon", "spear", "pike", "halberd",
    "lance", "staff", "bayonet", "pistol_cc",
]  # fmt: skip
CoverGrade = Literal["none", "light", "medium", "heavy"]
Hurt = Literal["none", "light", "grievous"]
OPTIONS = Options()


def hundredths(inches: float) -> int:
    return round(100 * inches)


def a_model(
    name: str = "a",
    side: str = "red",
    *,
    pool: int = 3,
    fight: int = 0,
    initiative: int = 0,
    shoot: int = 0,
    armour: int = 0,
    attributes: tuple[str, ...] = (),
    shield: bool = False,
    mounted: bool = False,
    wound: str = "none",
    stuns: int = 0,
) -> Figure:
    """A model that stands alone in a question."""
    profile = Profile(pool, fight, initiative, shoot, armour, attributes=attributes, shield=shield)
    return Figure(name, side, name, profile, wound=Wound(wound), stuns=stuns, mounted=mounted, standing=True)


def a_skirmish(*figures: Figure, options: Options = OPTIONS) -> Battle:
    """These models on a bare table, far apart."""
    for place, figure in enumerate(figures):
        figure.x, figure.y = 300 + 400 * place, 300
    sides = [
        Warband(id, id, 8, "south", 1, 0) for id in dict.fromkeys([*(figure.side for figure in figures), "red", "blue"])
    ]
    return Battle(
        options=options, field=Field(), sides=sides, figures={figure.id: figure for figure in figures}, turn=1
    )


def state_of(figure: Figure) -> str:
    """How a model came out of it: "none", "light", "grievous" or "dead"."""
    return figure.wound.value


def a_fight(*fighters: tuple[Figure, str, int, int, int], options: Options = OPTIONS) -> Battle:
    """A combat about to begin: each model with its weapon, Attack and Defence counters, and round; all enemies touch.

    A pistol is fired first, and then counts as a dagger (EG-RULE-46).
    """
    battle = a_skirmish(*(figure for figure, *_ in fighters), options=options)
    battle.fight = Fight(
        [
            Fighter(
                figure.id,
                "dagger" if blade == "pistol_cc" else blade,
                ["pistol"] if blade == "pistol_cc" else [],
                figure.id,
                first_round=round == 1,
            )
            for figure, blade, _, _, round in fighters  # noqa: A001
        ],
        [(a.id, b.id) for n, (a, *_) in enumerate(fighters) for b, *_ in fighters[n + 1 :] if a.side != b.side],
        {figure.id: Pool(attack, defence) for figure, _, attack, defence, _ in fighters},
    )
    return battle


def a_warband(rating: int, start: int, wavering: bool = False) -> Warband:
    return Warband("red", "warband", rating, "south", start, 0, morale=Morale.WAVERING if wavering else Morale.STEADY)


def priority_battle(tactician: bool, enemy_tactician: bool, options: Options = OPTIONS) -> Battle:
    return a_skirmish(
        a_model("a", attributes=("Tactician",) if tactician else ()),
        a_model("b", "blue", attributes=("Tactician",) if enemy_tactician else ()),
        options=options,
    )
