"""Options and questions: recorded by their keys, found by them, refused in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import IllegalChoice
from grognard.kernel.choice import YES_OR_NO, Number, Pick, Question, Spot, find, named, read_spot

PLACES = st.integers(-9000, 9000)


@given(PLACES, PLACES, st.lists(st.tuples(PLACES, PLACES), max_size=3), st.integers(-1, 359))
def test_a_spot_is_read_back_from_its_key(x: int, y: int, via: list[tuple[int, int]], facing: int) -> None:
    spot = Spot("move", x, y, tuple(via), facing)
    assert read_spot(spot.key) == spot


@pytest.mark.parametrize(
    "key", ["", "move", "move 1", "move a,b", "move 1,2,3", "move nan,1", "move 1e9,1", "move 1.0,2.0 facing"]
)
def test_what_is_no_spot_is_refused_with_the_form_expected(key: str) -> None:
    with pytest.raises(IllegalChoice, match="write it like"):
        read_spot(key)


def test_options_are_found_by_their_keys_and_others_are_refused_with_what_was_offered() -> None:
    question = Question("red", "which?", [Pick("left"), Number(2, "counters")], "A-B-01")
    assert question.find("2 counters") == Number(2, "counters")
    with pytest.raises(IllegalChoice, match="'right' is not one of the answers: left; 2 counters") as caught:
        question.find("right")
    assert caught.value.rule == "A-B-01"


def test_long_lists_are_cut_short_in_the_message() -> None:
    with pytest.raises(IllegalChoice, match="and 8 more"):
        find([Number(value) for value in range(20)], "x")


def test_words_are_made_of_keys() -> None:
    assert [option.words for option in (*YES_OR_NO, Pick("great_weapon"), Pick("a", "Anything"), Number(3))] == [
        "Yes", "No", "Great weapon", "Anything", "3",
    ]  # fmt: skip
    assert Pick("odo", piece="odo").pieces == ("odo",)
    assert Spot("run", 1250, 800, to="behind the wall").words == "Run behind the wall (12.5, 8.0)"


def test_pieces_are_called_by_their_names_where_words_only_spell_their_ids() -> None:
    names = {"kings_foot": "King's Foot", "oar_kin": "Oar Kin", "hew": "Sir Hew"}
    assert named(Pick("kings_foot attacks_oar_kin", piece="kings_foot"), names) == "King's Foot attacks oar kin"
    assert named(Pick("take oar_kin", piece="oar_kin"), names) == "Take Oar Kin"
    assert named(Pick("strike", "Strike Sir Hew", piece="hew"), names) == "Strike Sir Hew"
    assert named(Pick("hews_down", piece="hew"), names) == "Hews down"
    assert named(Pick("take_him", piece="nobody"), names) == "Take him"
