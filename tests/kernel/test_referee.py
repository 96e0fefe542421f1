"""The referees: live, replaying, typed in, scripted; the same rule cannot tell who sits in the chair."""

from collections import Counter

import pytest

from grognard.errors import IllegalChoice, RecordError, RuleError
from grognard.kernel.choice import Option, Pick, Question
from grognard.kernel.dice import D6, D10, die
from grognard.kernel.event import Event
from grognard.kernel.odds import odds
from grognard.kernel.referee import (
    Given,
    Live,
    Referee,
    Scripted,
    SealedDice,
    TypedDice,
    Waiting,
    commitment,
    read_typed,
    refuse,
)

PARRIES = (Pick("parry"), Pick("dodge"))


def strike(referee: Referee) -> str:
    """A little rule with one of everything."""
    both = referee.choose_secretly(
        "high or low?", {"red": [Pick("high"), Pick("low")], "blue": [Pick("high"), Pick("low")]}, rule="T-A-01"
    )
    first = referee.draw(["ann", "bob", "cid"], 1, "who strikes", by="red", rule="T-A-02")[0]
    guard = referee.choose("blue", "guard?", PARRIES, rule="T-A-03")
    hard = referee.may("red", "strike hard?", rule="T-A-04")
    total = referee.roll(2 * D6, "blow", by="red", rule="T-A-05").total
    referee.tell("{} strikes for {}", first, total, rule="T-A-05")
    return f"{both['red'].key} {both['blue'].key} {first} {guard.key} {hard} {total}"


def answer(question: Question) -> str:
    return question.options[-1].key


def test_a_live_rule_is_replayed_from_its_own_record_to_the_same_end() -> None:
    answers: list[Given] = []
    told: list[Event] = []
    live = strike(Live(answers, SealedDice("seed"), answer, events=told))
    assert live.startswith("low low")
    assert "dodge False" in live
    assert len(answers) == 5

    again: list[Event] = []
    replayed = strike(Live(list(answers), TypedDice(), refuse, events=again))
    assert replayed == live
    assert again == told


def test_answers_behind_a_secret_pick_survive_a_replay() -> None:
    """A record is never cut by being read."""
    answers: list[Given] = [{"red": "high", "blue": "low"}, ["bob"], "parry", "yes", [3, 4]]
    referee = Live(answers, TypedDice(), refuse)
    assert strike(referee) == "high low bob parry True 7"
    assert len(answers) == 5
    assert referee.cursor == 5


def test_nobody_there_means_waiting_with_the_question() -> None:
    with pytest.raises(Waiting, match=r"high or low\?; high or low\?") as caught:
        strike(Live([], SealedDice("seed"), refuse))
    assert [(question.side, question.kind) for question in caught.value.questions] == [
        ("red", "secret"),
        ("blue", "secret"),
    ]


def test_one_side_may_wait_while_the_others_pick_is_kept_secretly() -> None:
    answers: list[Given] = []

    def only_red(question: Question) -> Option | str:
        return "high" if question.side == "red" else refuse(question)

    with pytest.raises(Waiting) as caught:
        strike(Live(answers, SealedDice("seed"), only_red))
    assert [question.side for question in caught.value.questions] == ["blue"]
    assert [list(given) for given in answers if isinstance(given, dict)] == [["red"]]


def test_typed_dice_are_asked_for_with_their_reason_and_side() -> None:
    answers: list[Given] = [{"red": "high", "blue": "low"}, ["bob"], "parry", "yes"]
    with pytest.raises(Waiting) as caught:
        strike(Live(answers, TypedDice(), refuse))
    (question,) = caught.value.questions
    assert (question.kind, question.side, question.text, question.dice) == ("dice", "red", "blow: roll 2D6", 2 * D6)
    told: list[Event] = []
    assert strike(Live([*answers, "typed 6 5"], TypedDice(), refuse, events=told)).endswith("11")
    assert [event.typed for event in told if event.kind == "roll"] == [True]
    with pytest.raises(RuleError, match="lots"):
        TypedDice().shuffle(3, 1, 0)


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("typed 5 4", (5, 4)),
        ("5 4", (5, 4)),
        ("5,4", (5, 4)),
        ("54", (5, 4)),
        ("10", (10,)),
        ("6", (6,)),
        ("12 3", (12, 3)),
    ],
)
def test_typed_dice_are_read_as_people_write_them(text: str, faces: tuple[int, ...]) -> None:
    assert read_typed(text) == faces


@pytest.mark.parametrize("text", ["", "typed", "five", "5 four", "-3", "1234", "5.0"])
def test_what_are_no_dice_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="are not dice"):
        read_typed(text)


@pytest.mark.parametrize(
    ("place", "bad", "words"),
    [
        (0, "high", "does not answer 'high or low"),
        (1, ["zoe"], "'zoe' cannot be drawn"),
        (1, "bob", "is not what fell"),
        (2, [1, 2], "does not answer 'guard"),
        (4, [7, 1], "2D6 takes 2 numbers"),
        (4, {"red": "x"}, "is not what fell"),
    ],
)
def test_a_record_that_does_not_fit_says_where(place: int, bad: Given, words: str) -> None:
    answers: list[Given] = [{"red": "high", "blue": "low"}, ["bob"], "parry", "yes", [3, 4]]
    answers[place] = bad
    with pytest.raises(RecordError, match=words):
        strike(Live(answers, TypedDice(), refuse))


def test_an_answer_that_was_not_offered_is_refused_with_the_rule() -> None:
    with pytest.raises(IllegalChoice, match="T-A-03"):
        strike(Live([{"red": "high", "blue": "low"}, ["bob"], "run away"], SealedDice("x"), refuse))


def test_nobody_is_asked_without_options() -> None:
    with pytest.raises(RuleError, match="without any option"):
        Live([], SealedDice("x"), answer).choose("red", "which?", [], rule="T-A-01")


# Sealed dice


def test_sealed_dice_depend_on_seed_and_place_alone() -> None:
    one, two = SealedDice("seed"), SealedDice("other")
    throws = [one.throw(4 * D6, place) for place in range(20)]
    assert throws == [SealedDice("seed").throw(4 * D6, place) for place in range(20)]
    assert throws != [two.throw(4 * D6, place) for place in range(20)]
    assert len(dict.fromkeys(throws)) == 20
    assert one.commitment == commitment("seed") != commitment("seed ")


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_sealed_dice_are_fair(sides: int) -> None:
    """Every face about equally often in 6,000 throws: chi-square well under its 99.99 % bound."""
    counted = Counter(face for place in range(600) for face in SealedDice("fair").throw(10 * die(sides), place))
    expected = 6000 / sides
    chi = sum((counted[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < (sides - 1) + 4 * (2 * (sides - 1)) ** 0.5 + 8


def test_lots_are_different_and_each_may_come() -> None:
    source = SealedDice("lots")
    assert all(len(dict.fromkeys(source.shuffle(5, 5, place))) == 5 for place in range(50))
    assert len({source.shuffle(5, 1, place)[0] for place in range(100)}) == 5


# Scripted


def test_a_script_must_be_used_up_and_must_be_enough() -> None:
    with pytest.raises(RecordError, match="left over: 6, parry"), Scripted([1, 6], ["parry"]) as referee:
        referee.roll(D6, "die", by="red", rule="T-A-01")
    with pytest.raises(RecordError, match="no dice left for blow"), Scripted([1]) as referee:
        referee.roll(2 * D6, "blow", by="red", rule="T-A-01")
    with pytest.raises(RecordError, match="no answer for blue: guard"), Scripted() as referee:
        referee.choose("blue", "guard?", PARRIES, rule="T-A-01")
    with pytest.raises(RecordError, match="no lots left"), Scripted() as referee:
        referee.draw(["a"], 1, "who", by="red", rule="T-A-01")
    with pytest.raises(RecordError, match="'z' cannot be drawn"), Scripted(lots=["z"]) as referee:
        referee.draw(["a"], 1, "who", by="red", rule="T-A-01")


def test_a_scripted_rule_plays_like_a_live_one() -> None:
    with Scripted([6, 5], ["high", "low", "parry", "yes"], ["cid"]) as referee:
        assert strike(referee) == "high low cid parry True 11"
    assert [event.words for event in referee.events if event.kind == "tell"] == ["cid strikes for 11"]


# Roll-offs


def test_a_roll_off_goes_on_among_those_who_are_level() -> None:
    with Scripted([3, 5, 5, 1, 2]) as referee:
        assert referee.roll_off(["a", "b", "c"], "first", rule="T-A-01") == ["c", "b", "a"]
    with Scripted() as referee:
        assert referee.roll_off(["a"], "first", rule="T-A-01") == ["a"]


def test_a_roll_off_is_fair_in_odds() -> None:
    order = odds(lambda referee: tuple(referee.roll_off(["a", "b", "c"], "first", rule="T-A-01")))
    assert len(order) == 6
    assert {chance for _, chance in order.items()} == {order["a", "b", "c"]}


def test_a_throw_that_is_settled_is_a_plain_call_in_play() -> None:
    with Scripted([4, 4, 9]) as referee:
        assert referee.settle(lambda referee, plus: referee.roll(2 * D6, "x", by="red", rule="T").total + plus, 3) == 11
        assert referee.roll(D10, "y", by="red", rule="T").total == 9


class Ghost:
    """A piece that only its own side knows of."""

    id, side, name, heard_by = "ghost", "blue", "the ghost", ("blue",)


def haunt(referee: Referee) -> int:
    """A rule about somebody out of sight, whom nobody at the table may know of."""
    thrown = referee.roll(D6, "where it walks", by="blue", rule="T-A-06", seen_by=()).total
    referee.tell("walks", Ghost(), rule="T-A-06")
    referee.tell("is heard", Ghost(), rule="T-A-06", seen_by=("red", "blue"))
    return thrown


def test_what_only_some_may_see_is_marked_for_them() -> None:
    """A roll by its call, a line by its call or by the first piece in it."""
    events: list[Event] = []
    haunt(Live([], SealedDice("seed"), refuse, events=events))
    assert [event.seen_by for event in events] == [(), ("blue",), ("red", "blue")]
    scripted = Scripted(dice=[4])
    assert haunt(scripted) == 4
    assert [event.seen_by for event in scripted.events] == [(), ("blue",), ("red", "blue")]
    assert dict(odds(haunt).items()) == dict(
        odds(lambda referee: referee.roll(D6, "a die", by="red", rule="T")).map(lambda roll: roll.total).items()
    )


def test_dice_that_their_thrower_may_not_see_are_thrown_by_the_program() -> None:
    """Also where all dice are typed in; whoever may see his own secret dice is asked for them."""
    referee = Live([], TypedDice(), refuse, lots=SealedDice("seed"))
    assert haunt(referee) == haunt(Live([], SealedDice("seed"), refuse))
    with pytest.raises(Waiting):
        referee.roll(D6, "in the dark", by="red", rule="T-A-06", seen_by=("red",))
