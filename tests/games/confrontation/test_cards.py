"""C3-CARD: the lead, the reserve, refusals and Authority."""

import pytest

from grognard.games.confrontation import cards
from grognard.games.confrontation.battle import Card, Lead
from grognard.games.confrontation.cards import (
    begin_phase,
    give_lead,
    lead_steps,
    next_with_cards,
    refusals,
    step_options,
    take_step,
)
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.turn import activate
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def a_lead(red=3, blue=3, *, authority=(), **more):
    """Both sides with stacked decks of one-fighter cards; red has the lead."""
    fighters = [
        a_fighter(f"r{n}", at=(5 + 4 * n, 10), abilities=("authority",) if f"r{n}" in authority else ())
        for n in range(red)
    ]
    fighters += [
        a_fighter(f"b{n}", "blue", at=(5 + 4 * n, 80), abilities=("authority",) if f"b{n}" in authority else ())
        for n in range(blue)
    ]
    battle = a_battle(*fighters, phase="activation", **more)
    for side, count in (("red", red), ("blue", blue)):
        camp = battle.side(side)
        camp.cards = tuple(Card(f"{side[0]}c{n}", f"card {n}", (f"{side[0]}{n}",)) for n in range(count))
        camp.deck = [card.id for card in camp.cards]
    begin_phase(battle)
    give_lead(battle, "red")
    return battle


def keys(battle):
    return [option.key for option in step_options(battle, battle.lead)]


def test_the_winner_has_two_reserve_slots_and_the_loser_one():
    """C3-CARD-02, C3-CARD-03."""
    battle = a_lead()
    assert [side.slots for side in battle.sides] == [2, 1]


def test_refusals_need_fewer_cards_and_fewer_figures():
    """C3-CARD-04, C3-RULE-12."""
    assert refusals(Options(), 4, 9, 6, 12) == 2
    assert refusals(Options(), 4, 12, 6, 12) == 0
    assert refusals(Options(refusals="cards_only"), 4, 12, 6, 12) == 2
    assert [side.refusals for side in a_lead(2, 4).sides] == [2, 0]


def test_a_refusal_passes_the_lead_without_a_card():
    """C3-CARD-04."""
    battle = a_lead(2, 4)
    with scripted(answers=["refuse"]) as referee:
        assert take_step(referee, battle, battle.lead) == ""
    assert battle.lead.side == "blue"
    assert battle.side("red").refusals == 1
    assert len(battle.side("red").deck) == 2


def test_a_full_reserve_takes_no_further_card():
    """C3-CARD-05."""
    assert lead_steps(4, 1, 1, 0) == ["play_reserve", "play_top"]
    assert "reserve_top" in lead_steps(4, 1, 2, 0)


def test_the_last_card_cannot_be_held_back():
    """C3-RULE-11: he must still be able to play another card this turn."""
    assert lead_steps(1, 0, 2, 0) == ["play_top"]
    assert lead_steps(1, 1, 2, 0) == ["play_reserve", "play_top", "reserve_top"]


def test_a_slot_freed_by_playing_is_empty_only_from_the_next_turn():
    """C3-RULE-13: after a card of the reserve was played, nothing goes into it."""
    battle = a_lead(4, 2)
    red = battle.side("red")
    red.reserve, red.deck = ["rc0", "rc1"], ["rc2", "rc3"]
    with scripted(answers=["play_reserve rc0"]) as referee:
        assert take_step(referee, battle, battle.lead) == "rc0"
    assert keys(battle) == ["play_top rc2", "play_reserve rc1", "pass"]


def test_cards_put_into_reserve_are_not_played_in_the_same_turn():
    """C3-RULE-11."""
    battle = a_lead(4, 2)
    with scripted(answers=["reserve_top rc0"]) as referee:
        take_step(referee, battle, battle.lead)
    assert keys(battle) == ["play_top rc1", "reserve_top rc1"]


def test_one_top_card_and_any_cards_of_the_reserve_are_played_in_a_turn():
    """C3-RULE-11, C3-CARD-06."""
    battle = a_lead(4, 2)
    red = battle.side("red")
    red.reserve, red.deck = ["rc0"], ["rc1", "rc2", "rc3"]
    with scripted(answers=["play_top rc1"]) as referee:
        take_step(referee, battle, battle.lead)
    assert keys(battle) == ["play_reserve rc0", "pass"]
    with scripted(answers=["pass"]) as referee:
        take_step(referee, battle, battle.lead)
    assert battle.lead.side == "blue"


def test_playing_a_card_activates_its_fighters():
    """C3-CARD-06: and then the lead passes."""
    battle = a_lead(1, 1)
    with scripted(answers=["r0: stand"]) as referee:
        activate(referee, battle)
        assert battle.activation is not None
        activate(referee, battle)
        activate(referee, battle)
        activate(referee, battle)
    assert battle.fighter("r0").activated
    assert battle.lead.side == "blue"


def test_who_has_cards_left_keeps_the_lead():
    """C3-RULE-14: until he has played everything."""
    battle = a_lead(2, 1)
    battle.side("blue").deck = []
    assert next_with_cards(battle, "red") == "red"
    battle.side("red").deck = []
    assert next_with_cards(battle, "red") == ""


def test_the_card_of_a_fighter_killed_this_round_is_still_played():
    """C3-RULE-14: as an empty turn."""
    battle = a_lead(1, 1)
    battle.fighter("r0").gone = "killed"
    with scripted() as referee:
        activate(referee, battle)
        activate(referee, battle)
        activate(referee, battle)
    assert battle.side("red").deck == []
    assert battle.lead.side == "blue"


def test_the_lead_goes_clockwise_among_several_camps():
    """C3-RULE-91: and only the winner has two slots."""
    battle = a_lead(2, 2)
    green = battle.side("blue").copy()
    green.id, green.name = "green", "Green"
    green.cards = tuple(Card(f"gc{n}", f"card {n}", (f"g{n}",)) for n in range(2))
    green.deck = ["gc0", "gc1"]
    battle.sides.append(green)
    battle.fighters += [a_fighter(f"g{n}", "green", at=(60 + 4 * n, 40)) for n in range(2)]
    begin_phase(battle)
    assert [side.slots for side in battle.sides] == [2, 1, 1]
    assert [next_with_cards(battle, side) for side in ("red", "blue", "green")] == ["blue", "green", "red"]


def test_authority_keeps_the_lead():
    """C3-RULE-75: one counter per fighter with it, at most one used per turn."""
    battle = a_lead(3, 3, authority=("r0",))
    lead = battle.lead
    lead.played = 1
    with scripted(answers=["yes"]) as referee:
        cards.pass_lead(referee, battle, lead)
    assert battle.lead.side == "red"
    assert not battle.fighter("r0").authority


def test_authority_refuses_and_can_be_cancelled_by_authority():
    """C3-RULE-75: then he must play."""
    battle = a_lead(3, 3, authority=("r0", "b0"))
    with scripted(answers=["refuse_by_authority", "yes"]) as referee:
        take_step(referee, battle, battle.lead)
    assert battle.lead.side == "red"
    assert not any("refuse" in key for key in keys(battle))


def test_authority_makes_a_refusing_opponent_play():
    """C3-RULE-75: his refusal is lost."""
    battle = a_lead(2, 4, authority=("b0",))
    with scripted(answers=["refuse", "yes"]) as referee:
        take_step(referee, battle, battle.lead)
    assert battle.lead.side == "red"
    assert battle.side("red").refusals == 1


def test_the_authority_of_a_routed_leader_has_no_effect():
    """C3-ROUT-10."""
    battle = a_lead(3, 3, authority=("r0",))
    battle.fighter("r0").routed = True
    assert cards.counter_of(battle, Lead(side="red"), "red") == ""


@pytest.mark.parametrize("hidden", ["no", "yes"])
def test_a_reserve_lies_face_up_unless_the_option_hides_it(hidden):
    """C3-RULE-11, option reserve_hidden."""
    from grognard.games.confrontation.view import view

    battle = a_lead(3, 3, options=Options(reserve_hidden=hidden))
    battle.side("red").reserve = ["rc0"]
    seen = view(battle, "blue").side("red").reserve
    assert seen == (["?"] if hidden == "yes" else ["rc0"])
    assert view(battle, "red").side("red").reserve == ["rc0"]
