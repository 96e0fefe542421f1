"""State: copies share nothing that changes, JSON loses nothing, equal battles have equal digests."""

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from grognard.kernel.battle import Battle, Changing, Outcome, Piece, copy_value, decode, encode
from grognard.kernel.view import HIDDEN, redacted
from tests.every import GAMES


class Shape(Struct, frozen=True):
    name: str


class Man(Piece):
    hurts: list[int] = []
    items: dict[str, int] = {}
    shape: Shape = Shape("round")


class Hand(Changing):
    side: str
    cards: Annotated[list[str], HIDDEN] = []
    note: Annotated[str, HIDDEN] = ""
    chits: Annotated[dict[str, int], HIDDEN] = {}
    seen: int = 0


class War(Battle, kw_only=True):
    men: list[Man] = []
    by_name: dict[str, Man] = {}
    grid: list[list[int]] = []
    hands: list[Hand] = []
    best: Man | None = None
    loose: Any = None
    pair: tuple[int, int] = (0, 0)

    def piece(self, id: str) -> Man | None:
        return next((man for man in self.men if man.id == id), None)


def a_war() -> War:
    return War(
        men=[Man("a", "red", "Anne", [1, 2], {"sword": 1})],
        by_name={"odo": Man("o", "blue", "Odo")},
        grid=[[1], [2, 3]],
        hands=[Hand("red", ["ace", "king"], "attack", {"x": 1}, 2), Hand("blue", ["two"], "", {}, 1)],
        best=Man("b", "red", "Best", [9]),
        loose={"any": [Man("c", "red", "C"), 1]},
        turn=3,
    )


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    war = a_war()
    copy = war.copy()
    assert copy == war
    copy.men[0].hurts.append(3)
    copy.men[0].items["axe"] = 1
    copy.by_name["odo"].name = "Otto"
    copy.grid[1].append(4)
    copy.hands[0].cards.clear()
    assert copy.best is not None
    copy.best.hurts[0] = 0
    copy.loose["any"][0].name = "D"
    copy.turn = 4
    assert war == a_war()


def test_what_never_changes_is_shared() -> None:
    war = a_war()
    assert war.copy().men[0].shape is war.men[0].shape


@given(st.integers(), st.lists(st.lists(st.integers(-9, 9))), st.dictionaries(st.text(max_size=3), st.integers(-9, 9)))
def test_json_loses_nothing_and_equal_battles_have_equal_digests(
    turn: int, grid: list[list[int]], items: dict[str, int]
) -> None:
    if not -(2**63) <= turn < 2**63:
        turn = 0
    war = War(
        turn=turn,
        grid=grid,
        men=[Man("a", "red", "Anne", items=items)],
        outcome=Outcome("red", "won", "A-B-01", {"red": 1}),
    )
    again = decode(encode(war), War)
    assert again == war
    backwards = War(
        turn=turn, grid=grid, men=[Man("a", "red", "Anne", items=dict(reversed(items.items())))], outcome=war.outcome
    )
    assert again.digest() == war.digest() == war.copy().digest() == backwards.digest()
    again.turn = turn - 1 if turn else 1
    assert again.digest() != war.digest()


def test_sets_and_unfrozen_structs_are_refused_where_they_are_declared() -> None:
    class Loose(Struct):
        x: int = 0

    class WithSet(Changing):
        names: set[str]

    class WithLoose(Changing):
        loose: Loose

    with pytest.raises(TypeError, match="sets have no order"):
        WithSet(set()).copy()
    with pytest.raises(TypeError, match="derive it from Changing"):
        WithLoose(Loose()).copy()


def test_loose_values_are_copied_too() -> None:
    inner = [Man("a", "red", "Anne"), {"x": [1]}, (1, 2), "word"]
    copied = copy_value(inner)
    assert copied == inner
    copied[0].name, copied[1]["x"][0] = "Bea", 2
    assert inner[0].name == "Anne"  # type: ignore[attr-defined]
    assert inner[1] == {"x": [1]}


# Views


def test_a_side_sees_its_own_secrets_and_only_the_number_of_the_others() -> None:
    shown = redacted(a_war(), "red")
    assert shown.hands[0] == a_war().hands[0]
    assert (shown.hands[1].cards, shown.hands[1].seen) == (["?"], 1)


def test_a_spectator_sees_no_secret_at_all() -> None:
    shown = redacted(a_war(), None)
    assert [(hand.cards, hand.note, hand.chits) for hand in shown.hands] == [(["?", "?"], "?", {}), (["?"], "", {})]


@given(
    st.lists(st.sampled_from(["ace", "king", "queen"]), min_size=2, max_size=2), st.sampled_from(["attack", "defend"])
)
def test_no_view_leaks_what_is_hidden(cards: list[str], note: str) -> None:
    """Change the hidden part, and the other side's view stays equal."""
    war = a_war()
    war.hands[0].cards, war.hands[0].note = cards, note
    assert redacted(war, "blue") == redacted(a_war(), "blue")
    assert redacted(war, None) == redacted(a_war(), None)


def test_a_view_is_a_copy() -> None:
    war = a_war()
    redacted(war, "red").men[0].hurts.append(7)
    assert war == a_war()


@pytest.mark.parametrize("name", GAMES)
def test_every_games_battle_can_be_copied_and_encoded(name: str) -> None:
    game = GAMES[name]
    for data in game.scenarios().values():
        battle = game.set_up(data)
        assert battle.copy() == battle
        assert decode(encode(battle), game.battle_type).digest() == battle.digest()
