"""One seat, two windows: the second is told that the seat is open elsewhere and may take it over; the first is told so and stops."""

import contextlib
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.table.live import Live, Seated
from tests.table.test_play import key_of


def here(person: Seated) -> dict[str, bool]:
    """Who is at the table, as this person hears it."""
    sides: list[dict[str, Any]] = person.until_type("presence")["sides"]
    return {side["side"]: side.get("here", False) for side in sides}


def test_a_second_window_is_told_and_nothing_happens_to_the_first(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    battle, key = made["battle"], key_of(made)
    with table.sit(battle, key, client="kitchen") as first:
        first.until_asked()
        with table.sit(battle, key, client="study") as second:
            told = second.hear()
            assert (told["type"], told["take"]) == ("gone", True)
            assert "open in another window" in told["words"]
            with pytest.raises(ConnectionClosed):
                second.hear()
        assert first.answer("red0")["type"] == "taken"


def test_the_second_window_takes_the_seat_and_the_first_stops(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    battle, key = made["battle"], key_of(made)
    with table.sit(battle, key, client="kitchen") as first:
        position = first.until_asked()["position"]
        with table.sit(battle, key, client="study", take=True) as second:
            assert second.until_asked()["question"]["text"] == "Who moves?"
            assert here(second) == {"red": True, "blue": False}
            told = first.until_type("gone")
            assert "another window" in told["words"]
            assert told["take"], "and may have it back"
            with pytest.raises(ConnectionClosed):
                first.until(lambda message: False)
            assert second.answer("red0")["type"] == "taken"
            with table.sit(battle, key, client="kitchen", take=True) as again:
                assert again.until_asked()["position"] == position + 1
                assert second.until_type("gone")["take"]


def test_a_window_that_was_let_go_answers_no_more(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    battle, key = made["battle"], key_of(made)
    with table.sit(battle, key, client="kitchen") as first:
        position = first.until_asked()["position"]
        with table.sit(battle, key, client="study", take=True) as second:
            second.until_asked()
            with contextlib.suppress(ConnectionClosed):
                first.say(type="answer", position=position, side="red", key="red1", ref=9)
            with pytest.raises(ConnectionClosed):
                first.until(lambda message: message.get("ref") == 9)
            assert second.answer("red0")["type"] == "taken"
    assert table.store.entry(battle, position) == ("red", "red0")


def test_a_reload_and_a_broken_line_are_not_asked(table: Live) -> None:
    """The same window comes back while the table has not noticed yet that it went."""
    made = table.new(players={"red": "me", "blue": "link"})
    battle, key = made["battle"], key_of(made)
    with table.sit(battle, key, client="kitchen") as before:
        before.until_asked()
        with table.sit(battle, key, client="kitchen") as after:
            assert after.until_asked()["question"]["text"] == "Who moves?"
            assert after.answer("red0")["type"] == "taken"
        assert before.until_type("gone")["take"], "a copied window with the same name stops too"


def test_a_seat_that_was_left_is_free(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    battle, key = made["battle"], key_of(made)
    with table.sit(battle, key_of(made, "side"), client="garden") as blue:
        blue.until_type("state")
        with table.sit(battle, key, client="kitchen") as first:
            first.until_asked()
        while here(blue)["red"]:
            pass
        with table.sit(battle, key, client="study") as second:
            assert second.until_asked()["question"]["text"] == "Who moves?"


def test_two_sides_at_one_screen_and_many_onlookers_are_not_asked(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "beside"})
    battle = made["battle"]
    with (
        table.sit(battle, key_of(made), client="parlour") as both,
        table.sit(battle, key_of(made, "watch"), client="one") as one,
        table.sit(battle, key_of(made, "watch"), client="two") as two,
    ):
        for person in (both, one, two):
            assert person.until_type("state")["battle"] == battle
        for key in ("red0", "move 3.00,3.00", "no"):
            assert both.answer(key)["type"] == "taken"
        both.say(type="look", side="blue")
        assert both.until_asked()["question"]["side"] == "blue"
