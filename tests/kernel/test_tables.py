"""Charts and tallies: a score looked up, and modifiers with their reasons."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.cards import Deck
from grognard.kernel.chart import Chart
from grognard.kernel.event import name_of, sentence
from grognard.kernel.tally import Modifier, Tally
from tests.table.toy.battle import Figure

TABLE = Chart((0, "miss"), (3, "hit"), above="kill")


def test_a_chart_is_read_in_bands() -> None:
    assert [TABLE[score] for score in (-9, 0, 1, 3, 4, 99)] == ["miss", "miss", "hit", "hit", "kill", "kill"]
    assert TABLE.rows == ("miss", "hit", "kill")


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_a_higher_score_is_never_a_lower_row(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert TABLE.rows.index(TABLE[low]) <= TABLE.rows.index(TABLE[high])


@given(st.lists(st.integers(-5, 5)))
def test_a_tally_adds_up_and_drops_what_is_worth_nothing(values: list[int]) -> None:
    tally = Tally(Modifier(value, "reason", "XX-RULE-01") for value in values)
    assert tally.total == sum(values)
    assert [line.value for line in tally] == [value for value in values if value]


def test_a_tally_reads_as_a_line() -> None:
    tally = Tally([Modifier(-1, "range", "A-B-01"), Modifier(0, "nothing", "A-B-02"), Modifier(2, "height", "A-B-03")])
    assert str(tally) == "range −1 · height +2"
    assert str(Tally()) == ""


def test_sentences_name_the_pieces() -> None:
    anne, odo = Figure("a", "red", "Anne"), Figure("o", "blue", "Odo")
    assert sentence("misses", (anne, odo)) == "Anne misses Odo"
    assert sentence("shoots", (anne, odo, "light")) == "Anne shoots Odo: light"
    assert sentence("{} hands {} the {}", (anne, odo, "letter")) == "Anne hands Odo the letter"
    assert sentence("it rains", ()) == "it rains"
    assert name_of(3) == "3"


def test_a_deck_is_turned_from_its_top_and_searched() -> None:
    deck = Deck(["ace", "king", "ace"])
    assert (deck.top(), deck.take("ace"), len(deck), deck.cards) == ("ace", "ace", 1, ["king"])
