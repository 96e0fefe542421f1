"""The arena: sides swapped, ratings that follow from the results."""

from grognard.kernel.game import find_game
from grognard.lab.arena import Bout, arena_text, hold_arena, ratings


def test_a_sergeant_beats_a_recruit_from_either_side():
    scenario = {"mill_bridge": find_game("en_garde").scenario("mill_bridge")}
    (bout,) = hold_arena("en_garde", scenario, ["sergeant", "recruit"], 10)
    assert bout.won + bout.lost + bout.drawn == 10
    assert bout.won >= 7
    assert "sergeant against recruit" in arena_text([bout])


def test_ratings_follow_the_results():
    bouts = [
        Bout("g", "s", "a", "b", 75, 25, 0),
        Bout("g", "s", "b", "c", 75, 25, 0),
        Bout("g", "s", "a", "c", 90, 10, 0),
    ]
    rated = ratings(bouts)
    assert list(rated) == ["a", "b", "c"]
    assert rated["c"] == 1000
    assert 150 < rated["b"] - rated["c"] < 230  # three to one is 191 points
