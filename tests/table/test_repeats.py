"""The same answer said again: in other words, while it is being saved, or after the table was closed and opened. It counts once, and is never called out of date."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from tests.table.live import Live, Seated
from tests.table.test_play import key_of
from tests.table.toy import GAME


@contextlib.contextmanager
def slow_disk(table: Live) -> Iterator[None]:
    """While this lasts nothing can be saved: another program holds the file."""
    other = sqlite3.connect(table.store.path, isolation_level=None)
    other.execute("begin immediate")
    try:
        yield
    finally:
        other.execute("rollback")
        other.close()


def to_the_secret_picks(red: Seated) -> None:
    for key in ("red0", "move 3.00,3.00", "yes", "shove blue0"):
        red.until_asked()
        assert red.answer(key)["type"] == "taken"


def test_a_move_that_is_said_again_in_other_words_counts_once(table: Live) -> None:
    """The page drags "move 3,3"; the table prices it as "move 3.00,3.00"; both are the same move."""
    made = table.new(players={"red": "me", "blue": "link"})
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        red.answer("red0")
        position = red.until_asked()["position"]
        assert red.answer("move 3,3.001")["type"] == "taken"
        for again in ("move 3.00,3.00", "move 3,3.001", "move 3.0,3.0"):
            assert red.answer(again, position=position, side="red")["type"] == "taken"
        assert red.answer("move 3.00,4.00", position=position, side="red")["type"] == "refused"
    assert table.store.load(made["battle"]).place == position + 1


def test_typed_dice_that_are_said_again_count_once(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"}, typed=True)
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "side")) as blue:
        to_the_secret_picks(red)
        red.until_asked()
        red.answer("high")
        blue.until_asked()
        blue.answer("low")
        red.until(lambda message: message["type"] == "state" and message["question"])
        position = red.state["position"]
        assert red.answer("6 5", position=position)["type"] == "taken"
        for again in ("6 5", "6,5", " 6  5 "):
            assert red.answer(again, position=position, side="red")["type"] == "taken"
        assert red.answer("5 6", position=position, side="red")["type"] == "refused"


def test_nobody_is_shown_an_answer_before_it_is_saved(table: Live) -> None:
    """Whoever comes while an answer is on its way to the disk waits for it, and what they see belongs to the position that they are told."""
    made = table.new(players={"red": "me", "blue": "link"})
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red:
        position = red.until_asked()["position"]
        with contextlib.ExitStack() as later:
            with slow_disk(table):
                red.say(type="answer", position=position, side="red", key="red0", ref=70)
                time.sleep(0.3)  # it is judged, and waits for the disk
                watcher = later.enter_context(table.sit(battle, key_of(made, "watch")))
                again = later.enter_context(table.sit(battle, key_of(made)))
                time.sleep(0.3)
            for person in (watcher, again):
                assert person.until_type("state")["position"] == position + 1
            assert again.until_asked()["question"]["text"] == "Where does Red 1 go?"
            assert again.answer("move 3.00,3.00")["type"] == "taken"
        assert red.until(lambda message: message.get("ref") == 70)["type"] == "taken"


def test_a_screen_that_changes_hands_while_an_answer_is_saved(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "beside"})
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as both, table.sit(battle, key_of(made)) as other:
        position = both.until_asked()["position"]
        other.until_type("state")
        with slow_disk(table):
            both.say(type="answer", position=position, side="red", key="red0", ref=71)
            time.sleep(0.2)
            other.say(type="look", side="blue")
            other.say(type="look", side="red")
            time.sleep(0.2)
        shown = other.until_position(position + 1)
        assert shown["question"]["text"] == "Where does Red 1 go?"
        early = [
            one for one in other.seen if one["type"] == "state" and one["position"] == position and one["question"]
        ]
        assert {one["question"]["text"] for one in early} == {"Who moves?"}
        assert other.answer("move 3.00,3.00")["type"] == "taken"


def test_a_pick_that_was_on_its_way_when_the_table_closed_is_taken_when_it_opens(tmp_path: Path) -> None:
    """Blue was asked, red picked, the table went and came back; blue's page sends what blue picked, with the position at which blue was asked."""
    first = Live(tmp_path / "t.sqlite", [GAME])
    made = first.new(players={"red": "me", "blue": "link"})
    battle = made["battle"]
    with first.sit(battle, key_of(made)) as red, first.sit(battle, key_of(made, "side")) as blue:
        to_the_secret_picks(red)
        asked_at = blue.until_asked()["position"]
        red.until_asked()
        assert red.answer("high")["type"] == "taken"
    first.stop()
    second = Live(tmp_path / "t.sqlite", [GAME])
    with second.sit(battle, key_of(made, "side")) as blue:
        blue.until_asked()
        assert blue.answer("low", position=asked_at, side="blue")["type"] == "taken"
        assert blue.answer("low", position=asked_at, side="blue")["type"] == "taken", "said twice, it counts once"
    second.stop()


def test_a_question_is_the_same_question_while_others_answer_theirs(table: Live) -> None:
    """Blue picks first: red is shown a later position, and must see that it is asked nothing new."""
    made = table.new(players={"red": "me", "blue": "link"})
    battle = made["battle"]
    with table.sit(battle, key_of(made)) as red, table.sit(battle, key_of(made, "side")) as blue:
        to_the_secret_picks(red)
        position = red.until_asked()["position"]
        assert red.state["question"]["since"] == position
        blue.until_asked()
        assert blue.answer("low")["type"] == "taken"
        assert red.until_position(position + 1)["question"]["since"] == position
        assert red.answer("high", position=position, side="red")["type"] == "taken"
        assert red.answer("high", position=position + 1, side="red")["type"] == "taken", "said twice, it counts once"
