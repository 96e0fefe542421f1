"""Magic and faith in whole battles: six mystics at close quarters, any legal answer, and what must always hold."""

from random import Random
from typing import Any

import pytest

from grognard.games.confrontation import GAME
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.mana import reserve
from grognard.games.confrontation.spells import SPELLS
from grognard.kernel.battle import decode, encode
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.event import Event
from grognard.kernel.referee import Live, SealedDice
from grognard.players.recruit import Recruit

RED = {"ysolde": ["cistern_bead"], "aumen": ["tinder_psalter"], "madrigal": ["whetted_grudge", "drumskin_of_the_deaf"]}
BLUE = {"silt": ["cistern_bead"], "corrin": ["tinder_psalter", "third_hand"], "steward": ["gorget_of_small_saints"]}
GUARDS = [("beacon_sworn", 3), ("beacon_sworn", 3), ("outrider", 1)]
CLANS = [("reedspear", 3), ("heron_dancer", 3), ("bogbull", 1), ("reedspear", 3), ("fen_goblin", 1)]
Cards = list[dict[str, Any]]
MYSTIC = ("cast", "call", "counter with", "absorb with", "censure")


def cards(mystics: dict[str, list[str]], troops: list[tuple[str, int]], front: int, back: int, facing: int) -> Cards:
    """The mystics in front, where they see each other, and their troops behind them."""
    found: Cards = []
    for place, (name, artefacts) in enumerate(mystics.items()):
        found.append({"profile": name, "artefacts": artefacts, "at": [[20 + 8 * place, front]], "facing": facing})
    x = 3
    for name, number in troops:
        found.append(
            {"profile": name, "number": number, "at": [[x + 5 * n, back] for n in range(number)], "facing": facing}
        )
        x += 5 * number + 1
    return found


def close_quarters(**options: str) -> Battle:
    red = {"id": "red", "name": "Red", "edge": "south", "card": cards(RED, GUARDS, 10, 4, 0)}
    blue = {"id": "blue", "name": "Blue", "edge": "north", "card": cards(BLUE, CLANS, 26, 32, 180)}
    battle = GAME.set_up(
        {"title": "Close quarters", "table": [70, 36], "rounds": 4, "side": [red, blue]}, dict(options)
    )
    assert isinstance(battle, Battle)
    return battle


def play(battle: Battle, seed: int) -> list[Event]:
    """Play to the end; every piece leaves a lawful battle behind."""
    recruit, luck = Recruit(seed), Random(seed)
    events: list[Event] = []

    def ask(question: Question) -> Option:
        assert len(question.options)
        assert len({option.key for option in question.options}) == len(question.options)
        if not isinstance(question.options, Place):  # magic where there is any, mostly
            mystic = [option for option in question.options if any(word in option.key for word in MYSTIC)]
            if mystic and luck.random() < 0.8:
                return luck.choice(mystic)
        return recruit.answer(question, None)  # type: ignore[arg-type]

    referee = Live([], SealedDice(f"magic {seed}"), ask, events=events)
    while battle.outcome is None:
        GAME.play_on(referee, battle)
        check(battle)
    assert decode(encode(battle), Battle) == battle
    return events


def check(battle: Battle) -> None:
    """What must hold between any two pieces."""
    for fighter in battle.fighters:
        assert all(gems >= 0 for gems in fighter.gems)
        assert sum(fighter.gems) <= reserve(fighter.profile.power)  # C3-MANA-04
        assert fighter.tf >= 0  # C3-RULE-63
        assert fighter.profile.power or not any(fighter.gems)
        assert len(set(fighter.tried)) == len(fighter.tried)  # C3-CAST-02
        assert not fighter.has("living_dead") or not fighter.routed  # C3-RULE-58
        sources = [(effect.source, effect.stat) for effect in fighter.effects]
        assert len(set(sources)) == len(sources)  # C3-RULE-90


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"six_rule": "safe", "countermagic_mastery": "yes", "absorption_cost": "all_spent"},
        {"six_rule": "flat", "censure_melee": "none", "believer_group": "3", "tf_avatar": "2_6"},
    ],
)
def test_any_answers_leave_a_lawful_battle(options: dict[str, str]) -> None:
    """C3-MANA-04, C3-CAST-02, C3-CALL-02, C3-RULE-63, C3-RULE-90: through four rounds, whatever is chosen."""
    told: list[Event] = []
    for seed in range(5):
        told += play(close_quarters(**options), seed)
    rules = {event.rule for event in told}
    wanted = {
        "C3-CAST-04",
        "C3-CAST-06",
        "C3-CAST-07",
        "C3-CAST-08",
        "C3-CALL-05",
        "C3-CALL-09",
        "C3-MANA-01",
        "C3-TF-05",
    }
    assert wanted <= rules
    assert len(rules & {spell.rule for spell in SPELLS.values()}) >= 6


def test_the_same_answers_give_the_same_battle() -> None:
    """Magic is as deterministic as the rest: same dice, same answers, same battle."""
    one, other = close_quarters(), close_quarters()
    play(one, 3)
    play(other, 3)
    assert one.digest() == other.digest()
