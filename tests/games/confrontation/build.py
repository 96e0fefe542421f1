"""Builders with sane defaults: fighters, battles, fights, and dice as the case vocabulary writes them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from grognard.games.confrontation import GAME
from grognard.games.confrontation.battle import LEVELS, Battle, Combatant, Fight, Fighter, Side, Table
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.profiles import PROFILES
from grognard.games.confrontation.turn import play_on
from grognard.ground.terrain import Feature
from grognard.kernel.battle import Outcome
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.referee import Live, SealedDice


def options_of(given: dict[str, Any]) -> Options:
    """The options that a case fixes; the others stand at their defaults."""
    return msgspec.convert(given.get("options", {}), Options)


def a_profile(name: str = "fighter", **more: Any) -> Profile:
    """A plain profile: COU 4 unless it causes FEAR."""
    if "fear" not in more:
        more.setdefault("cou", 4)
    more.setdefault("dis", 3)
    return Profile(name, name.title(), **more)


def a_fighter(
    name: str = "odo",
    side: str = "red",
    *,
    at: tuple[float, float] = (30, 30),
    profile: Profile | str | None = None,
    **more: Any,
) -> Fighter:
    """A fighter at a place in centimetres; fields of the profile and of the fighter may be given together."""
    fields = {
        key: more.pop(key)
        for key in list(more)
        if key in Profile.__struct_fields__ and key not in Fighter.__struct_fields__
    }
    if isinstance(profile, str):
        profile = PROFILES[profile]
    if profile is None:
        profile = a_profile(name, **fields)
    return Fighter(name, side, name.title(), profile=profile, x=round(at[0] * 100), y=round(at[1] * 100), **more)


def a_battle(
    *fighters: Fighter,
    options: Options | None = None,
    table: tuple[float, float] = (90, 90),
    features: Sequence[Feature] = (),
    **more: Any,
) -> Battle:
    """Red in the south, blue in the north."""
    battle = Battle(
        options=options or Options(),
        table=Table(round(table[0] * 100), round(table[1] * 100), tuple(features)),
        sides=[Side(id="red", name="Red", edge="south"), Side(id="blue", name="Blue", edge="north")],
        fighters=list(fighters),
        turn=1,
        **more,
    )
    battle.winner = "red"
    return battle


def a_combatant(name: str = "odo", side: str = "red", **more: Any) -> Combatant:
    """A combatant; dice placed by `dice=(attack, defence)`."""
    attack, defence = more.pop("dice", (0, 0))
    if "level" in more and isinstance(more["level"], str):
        more["level"] = LEVELS.index(more["level"])
    more.setdefault("printed_att", more.get("att", 3))
    return Combatant(
        id=name,
        side=side,
        name=name.title(),
        placed=True,
        placed_att=attack,
        placed_def=defence,
        att_dice=attack,
        def_dice=defence,
        **more,
    )


def a_fight(*combatants: Combatant, first: str = "red") -> Fight:
    """A fight whose dice are down."""
    fight = Fight(combatants=list(combatants), first=first, attacking=first, stage="exchanges")
    for one in fight.combatants:
        one.opponents = sum(other.side != one.side for other in fight.combatants)
    return fight


def a_scenario(name: str, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None) -> Battle:
    """A scenario of the game, ready to play."""
    battle = GAME.set_up(data or GAME.scenario(name), options)
    assert isinstance(battle, Battle)
    return battle


def random_pieces(name: str, seed: str, options: dict[str, Any] | None = None) -> Iterator[Battle]:
    """A random battle, as it stands before each of its pieces."""
    battle = a_scenario(name, options)
    picks = {side: Random(f"{seed} {side}") for side in battle.side_ids()}

    def ask(question: Question) -> Option:
        options = question.options
        if isinstance(options, Place):
            spot: Option = options.any(picks[question.side].randrange)
            return spot
        return options[picks[question.side].randrange(len(options))]

    referee = Live([], SealedDice(seed), ask)
    while battle.outcome is None:
        yield battle
        play_on(referee, battle)


def how_it_ended(battle: Battle) -> Outcome:
    """The outcome of a battle that is over."""
    assert battle.outcome is not None
    return battle.outcome


def script(
    pool: Sequence[Sequence[int]], options: Options, *, illuminated: bool = False, sums: bool = False
) -> tuple[list[int], list[str]]:
    """Dice and answers of one test as the vocabulary writes its pool: `[[6, 4], [2]]` is a 6 pushed into a 4 beside a 2."""
    waves = [[die[wave] for die in pool if len(die) > wave] for wave in range(max(map(len, pool)))]
    dice = [face for wave in waves for face in wave]
    least = 5 if illuminated else 6
    if options.six_rule != "push" or (max(waves[0]) < least if not sums else 6 not in waves[0]):
        return dice, []
    pushed = next((die for die in pool if len(die) > 1), None)
    if pushed is None:
        return dice, ["keep"]
    answers = [word(face) for face in pushed[:-1]]
    return dice, [*answers, "keep"] if pushed[-1] >= least else answers


def word(face: int) -> str:
    return "push" if face == 6 else f"push the {face}"
