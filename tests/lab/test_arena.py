"""The arena: sides swapped, ratings that follow from the results."""

from grognard.kernel.game import find_game
from grognard.lab.arena import Bout, arena_text, hold_arena, rating_intervals, ratings


def test_a_sergeant_beats_a_recruit_from_either_side():
    scenario = {"mill_bridge": find_game("en_garde").scenario("mill_bridge")}
    (bout,) = hold_arena("en_garde", scenario, ["sergeant", "recruit"], 10)
    assert bout.won + bout.lost + bout.drawn == 10
    assert bout.won >= 7
    assert "sergeant against recruit" in arena_text([bout])


def test_an_arena_that_is_kept_goes_on_where_it_stopped(tmp_path):
    game = find_game("en_garde")
    scenario = {"mill_bridge": game.scenario("mill_bridge")}
    hold_arena(game.name, scenario, ["sergeant:work=30", "recruit"], 4, out=tmp_path)
    played: list[int] = []
    (bout,) = hold_arena(game.name, scenario, ["sergeant:work=30", "recruit"], 6, out=tmp_path, progress=played.append)
    assert bout.won + bout.lost + bout.drawn == 6
    assert played == [2, 1, 2, 1]  # two battles of either half were there already
    assert hold_arena(game.name, scenario, ["sergeant:work=30", "recruit"], 6) == [bout]


def test_the_two_halves_of_a_bout_have_dice_of_their_own(tmp_path):
    game = find_game("en_garde")
    hold_arena(game.name, {"mill_bridge": game.scenario("mill_bridge")}, ["recruit", "recruit"], 8, out=tmp_path)
    one, other = (folder / "battles.csv" for folder in tmp_path.iterdir())
    assert one.read_text() != other.read_text()


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


def test_ratings_come_with_intervals_that_narrow_with_more_battles():
    few, many = [Bout("g", "s", "a", "b", 15, 5, 0)], [Bout("g", "s", "a", "b", 300, 100, 0)]
    wide, narrow = rating_intervals(few)["a"], rating_intervals(many)["a"]
    assert wide[1] - wide[0] > 2 * (narrow[1] - narrow[0])
    assert narrow[0] < ratings(many)["a"] < narrow[1]
    assert rating_intervals(many) == rating_intervals(many)
    assert "*" in arena_text(few)


def test_a_clean_sweep_is_not_taken_for_certainty():
    low, high = rating_intervals([Bout("g", "s", "a", "b", 10, 0, 0)])["a"]
    assert high - low > 100
