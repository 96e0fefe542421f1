"""Whole battles: they end with a reason, every trigger of the sheet fires, and what is offered is accepted."""

from functools import partial
from typing import Any

import pytest

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.footprint import body
from grognard.games.war_and_conquest.triggers import RULES
from grognard.ground.gaps import overlaps
from grognard.kernel.battle import decode, encode
from grognard.kernel.choice import Option, Question, find
from grognard.kernel.event import Event
from grognard.kernel.game import describe_options
from grognard.kernel.record import written
from grognard.kernel.referee import Given, Live, SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

FIELDS = ["low_stane", "red_barrow_field", "crown_wavers"]
COMPANIONS = ["at_your_table", "companion_roster"]


class Careful(Recruit):
    """A recruit who looks at every option before taking one."""

    def answer(self, question: Question, outlook: Any) -> Option:
        keys = [option.key for option in question.options]
        assert len(set(keys)) == len(keys) > 1, question.text
        for option in question.options:
            assert find(question.options, option.key).key == option.key
            assert option.words
        return super().answer(question, outlook)


def played(
    name: str,
    seed: int,
    options: dict[str, Any] | None = None,
    answers: list[Given] | None = None,
    events: list[Event] | None = None,
) -> Battle:
    battle = GAME.set_up(GAME.scenario(name), options)
    play_out(
        GAME, battle, {"red": Careful(seed), "blue": Careful(seed + 50)}, SealedDice(f"play {seed}"), answers, events
    )
    assert isinstance(battle, Battle)
    return battle


@pytest.mark.parametrize("name", FIELDS + COMPANIONS)
def test_random_battles_end_with_a_reason_and_can_be_replayed(name):
    """WC-END-05, WC-OFIELD-06: saved and loaded between any two pieces, they end the same."""
    for seed in range(2):
        answers: list[Given] = []
        battle = played(name, seed, answers=answers)
        assert battle.outcome is not None
        assert battle.outcome.reason
        again = GAME.set_up(GAME.scenario(name))
        referee = Live([written(answer) for answer in answers], SealedDice(""), lambda question: "")
        while again.outcome is None:
            GAME.play_on(referee, again)
            again = decode(encode(again), Battle)
        assert again.digest() == battle.digest()


@pytest.mark.parametrize(
    ("option", "value"), [(name, value) for name, values in describe_options(GAME).items() for value in values[1:]]
)
def test_every_option_can_be_played(option, value):
    """WC-RULE-01, WC-RULE-09, WC-RULE-11, WC-RULE-13, WC-RULE-16, WC-RULE-20, WC-RULE-24, WC-RULE-32."""
    for name in ("crown_wavers", "at_your_table"):
        assert played(name, 3, {option: value}).outcome is not None


def test_every_trigger_of_the_sheet_fires_in_some_battle():
    """WC-TRIG-01 to WC-TRIG-04, WC-TRIG-06 to WC-TRIG-09."""
    fired: dict[str, int] = {}
    for seed in range(60):
        events: list[Event] = []
        played("crown_wavers", seed, events=events)
        for event in events:
            fired[event.rule] = fired.get(event.rule, 0) + 1
        if all(rule in fired for rule in RULES.values()):
            break
    assert [rule for rule in RULES.values() if rule not in fired] == []


def answered(recruit: Recruit, question: Question) -> Option:
    return recruit.answer(question, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FIELDS)
def test_no_unit_ever_stands_on_another(name):
    """WC-OMOVE-07, WC-OCHARGE-06, WC-RULE-23: checked after every piece; slabs in contact may share a hundredth or two."""
    for seed in range(3):
        battle = GAME.set_up(GAME.scenario(name))
        assert isinstance(battle, Battle)
        recruit = Recruit(seed)
        referee = Live([], SealedDice(f"stand {seed}"), partial(answered, recruit))
        while battle.outcome is None:
            GAME.play_on(referee, battle)
            units = [unit for unit in battle.units if unit.where == "table" and unit.id not in battle.dispersing]
            for n, unit in enumerate(units):
                for other in units[n + 1 :]:
                    assert not overlaps(body(unit), body(other), 5), (battle.step, unit.id, other.id)
