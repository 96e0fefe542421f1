"""Running a battle: waiting and going on, undo, secret picks, verification, branches; on the toy game that asks every kind of question."""

from typing import Any

import pytest

from grognard.errors import IllegalChoice, RecordError
from grognard.kernel.choice import Question
from grognard.kernel.record import Record, Seal, decode_record, encode_record
from grognard.kernel.referee import SealedDice, TypedDice, commitment
from grognard.kernel.run import MixedDice, Run, branch, close, go_on_from, new_record, play_out, verify
from grognard.players.recruit import Recruit
from tests.table.toy import GAME

SCENARIO = {"figures": 2, "turns": 2}


def a_record(undo: str = "dice", seed: str = "seed") -> Record:
    return new_record(GAME, SCENARIO, {"red": "Ann", "blue": "Bob"}, seed, undo=undo)


def a_run(undo: str = "dice", **more: Any) -> Run:
    return Run(GAME, a_record(undo), SealedDice("seed"), **more)


def last_of(question: Question) -> str:
    return question.options[-1].key


def answer_all(run: Run, *, stop: int = 10_000) -> int:
    """Answer everything with its last option; how many answers were given."""
    given = 0
    while run.questions and given < stop:
        question = run.questions[0]
        run.answer(question.side, "roll" if question.dice else question.options[0].key)
        given += 1
    return given


def to_the_shove(run: Run) -> None:
    """Red's first figure stays where it is and shoves: both must now pick in secret."""
    for given in ("red0", "move 3.00,3.00", "yes", "shove blue1"):
        run.answer("red", given)


# Waiting


def test_a_battle_waits_with_its_question_and_goes_on_with_the_answer() -> None:
    run = a_run()
    assert [(question.side, question.text) for question in run.questions] == [("red", "Who moves?")]
    run.answer("red", "red1")
    assert run.questions[0].text == "Where does Red 2 go?"
    assert run.record.answers[2:] == ["red1"]
    assert not run.over


def test_waiting_never_shows_a_half_played_future() -> None:
    """The battle between two answers is played again from the checkpoint, and tells the same."""
    run = a_run()
    told = list(run.events)
    run.answer("red", "red0")
    assert run.events[: len(told)] == told
    run.answer("red", "move 3.00,5.00")
    assert run.events[: len(told)] == told
    assert [event.words for event in run.events].count("Red 1 moves") == 1


def test_a_refused_answer_changes_nothing() -> None:
    run = a_run()
    run.answer("red", "red0")
    before, events = run.battle.digest(), list(run.events)
    for given, words in (("move 20.00,20.00", "TY-MOVE-01"), ("fly away", "is not a place"), ("", "is not a place")):
        with pytest.raises(IllegalChoice, match=words):
            run.answer("red", given)
        assert (run.battle.digest(), run.events, len(run.questions)) == (before, events, 1)
    with pytest.raises(IllegalChoice, match="nothing is asked of blue now; the battle waits for red"):
        run.answer("blue", "red0")


def test_a_whole_battle_by_hand_ends_and_says_so() -> None:
    run = a_run()
    answer_all(run)
    assert run.over
    assert run.record.finished
    with pytest.raises(IllegalChoice, match="the battle is over"):
        run.answer("red", "red0")


def test_a_saved_battle_is_gone_on_with_where_it_stopped() -> None:
    """At every point of a battle: save, load, and it is the same battle with the same question."""
    whole = a_run()
    answer_all(whole)
    for cut in range(len(whole.record.answers) + 1):
        part = branch(whole.record)
        part.answers = decode_record(encode_record(whole.record)).answers[:cut]
        once = Run(GAME, part, SealedDice("seed"))
        again = Run(GAME, decode_record(encode_record(once.record)), SealedDice("seed"))
        assert again.battle.digest() == once.battle.digest()
        assert again.events == once.events == whole.events[: len(once.events)]
        assert [question.text for question in again.questions] == [question.text for question in once.questions]


def test_seeded_play_and_the_same_dice_typed_in_give_the_same_battle() -> None:
    sealed = a_run()
    answer_all(sealed)
    typed = Run(GAME, a_record(), MixedDice(SealedDice("seed"), TypedDice(), []))
    for given in sealed.record.answers[2:]:
        question = typed.questions[0]
        if isinstance(given, dict):
            for side, pick in given.items():
                typed.answer(side, pick)
        elif isinstance(given, list):
            assert question.kind == "dice"
            typed.answer(question.side, " ".join(map(str, given)))
        else:
            typed.answer(question.side, given)
    assert typed.over
    assert typed.battle.digest() == sealed.battle.digest()
    assert any(isinstance(given, str) and given.startswith("typed ") for given in typed.record.answers)


def test_typed_dice_that_cannot_be_are_refused_and_the_program_may_throw_instead() -> None:
    run = Run(GAME, a_record(), MixedDice(SealedDice("seed"), TypedDice(), ["red"]))
    to_the_shove(run)
    run.answer("red", "high")
    run.answer("blue", "low")
    assert run.questions[0].dice is not None
    for bad in ("7 1", "1", "x"):
        with pytest.raises(RecordError):
            run.answer("red", bad)
    run.answer("red", "roll")
    assert run.questions[0].side == "blue"


# Secrets


def test_secret_picks_wait_for_both_and_neither_is_shown_before() -> None:
    run = a_run()
    to_the_shove(run)
    assert sorted(question.side for question in run.questions) == ["blue", "red"]
    run.answer("blue", "low")
    assert [question.side for question in run.questions] == ["red"]
    assert not any("low" in event.words for event in run.events)
    with pytest.raises(IllegalChoice, match="nothing is asked of blue"):
        run.answer("blue", "high")
    run.answer("red", "low")
    assert {"red": "low", "blue": "low"} in run.record.answers
    assert run.questions[0].side == "blue"


def test_a_half_made_secret_pick_survives_saving() -> None:
    run = a_run()
    to_the_shove(run)
    run.answer("blue", "low")
    again = Run(GAME, decode_record(encode_record(run.record)), SealedDice("seed"))
    assert [question.side for question in again.questions] == ["red"]
    again.answer("red", "high")
    assert {"red": "high", "blue": "low"} in again.record.answers


# Undo


def test_a_free_undo_takes_back_to_the_last_answer_of_a_person() -> None:
    run = a_run("free")
    start = run.battle.digest()
    run.answer("red", "red0")
    run.undo("blue")
    assert run.battle.digest() == start
    assert [(undone.by, undone.answers) for undone in run.record.undone] == [("blue", ["red0"])]


def test_undo_then_redo_is_the_identity() -> None:
    run = a_run("free")
    answer_all(run, stop=7)
    before, events = run.battle.digest(), list(run.events)
    run.undo("red")
    gone = run.record.undone[-1].answers
    for given in gone:
        if isinstance(given, dict):
            for side, pick in given.items():
                run.answer(side, pick)
        elif isinstance(given, str):
            run.answer(run.questions[0].side, given)
    assert (run.battle.digest(), run.events) == (before, events)


def test_free_undo_goes_back_to_the_very_start_even_from_the_end() -> None:
    run = a_run("free")
    answer_all(run)
    for _ in range(200):
        if run.can_undo("red"):
            break
        run.undo("red")
    assert run.can_undo("red") == "there is nothing to take back"
    assert run.questions[0].text == "Who moves?"
    assert run.record.finished == ""


def test_by_default_nobody_undoes_past_dice_reveals_or_the_other_side() -> None:
    run = a_run("dice")
    run.answer("red", "red0")
    assert run.can_undo("red") == ""
    assert "dice have fallen" in run.can_undo("blue")
    run.undo("red")
    to_the_shove(run)
    run.answer("red", "high")
    run.answer("blue", "low")
    with pytest.raises(IllegalChoice, match="cannot be undone: dice have fallen"):
        run.undo("red")


def test_by_consent_the_other_side_must_agree() -> None:
    run = a_run("consent")
    with pytest.raises(IllegalChoice, match="nothing to take back"):
        run.undo("red", agreed=True)
    run.answer("red", "red0")
    with pytest.raises(IllegalChoice, match="the other side must agree"):
        run.undo("red")
    run.undo("red", agreed=True)
    assert run.questions[0].text == "Who moves?"


def test_a_computers_answers_are_taken_back_with_the_persons() -> None:
    run = Run(GAME, a_record("free"), SealedDice("seed"), {"blue": Recruit(1)})
    answer_all(run, stop=4)
    run.undo("red")
    assert run.questions
    assert run.questions[0].side == "red"


# Verification


def a_finished_record() -> Record:
    run = a_run(players={"red": Recruit(1), "blue": Recruit(2)})
    close(run, "seed")
    return run.record


def test_an_honest_record_is_verified() -> None:
    record = a_finished_record()
    verdict = verify(GAME, decode_record(encode_record(record)))
    assert (verdict.wrong, verdict.typed, verdict.answers) == ([], 0, len(record.answers))


def test_every_kind_of_tampering_is_found() -> None:
    record = a_finished_record()
    throws = [
        place
        for place, given in enumerate(record.answers)
        if isinstance(given, list) and given and isinstance(given[0], int)
    ]
    loaded = branch(record)
    loaded.answers[throws[0]] = [6, 6] if record.answers[throws[0]] != [6, 6] else [1, 1]
    assert any("the seed gives" in words for words in verify_anyhow(loaded))

    dealt = branch(record)
    dealt.answers[0] = ["ace"] if record.answers[0] != ["ace"] else ["king"]
    assert any("the seed gives" in words for words in verify_anyhow(dealt))

    other = branch(record)
    other.dice.seed = "another seed"
    assert "the seed is not the one that was committed to at the start" in verify_anyhow(other)

    more = branch(record)
    more.answers.append("yes")
    assert "1 answers are left over after the end of the battle" in verify_anyhow(more)

    forged = branch(record)
    forged.digest = "0" * 64
    assert "the last battle is not the one whose digest the record has" in verify_anyhow(forged)


def verify_anyhow(record: Record) -> list[str]:
    """What is wrong; a record that cannot even be played is wrong in the words of its error."""
    try:
        return verify(GAME, record).wrong
    except (RecordError, IllegalChoice) as error:
        return [str(error) + " the seed gives"]


def test_a_battle_whose_seed_is_secret_cannot_be_verified_yet() -> None:
    with pytest.raises(RecordError, match="not revealed yet"):
        verify(GAME, a_record())


# Going on from another battle


def gone_on(left: int) -> tuple[Record, Run]:
    """A finished battle, and one that goes on from its first so many answers, played out with dice of its own."""
    first = a_finished_record()
    record = go_on_from(first, left, first.players, "fresh")
    run = Run(GAME, record, SealedDice("fresh"), {"red": Recruit(5), "blue": Recruit(6)})
    close(run, "fresh")
    return first, run


def test_a_battle_that_goes_on_from_another_keeps_what_fell_and_throws_its_own_dice_from_there() -> None:
    first, run = gone_on(9)
    assert run.record.answers[:9] == first.answers[:9]
    assert run.record.answers != first.answers
    verdict = verify(GAME, decode_record(encode_record(run.record)))
    thrown = sum(isinstance(given, list) for given in run.record.answers)
    assert (verdict.wrong, verdict.throws, verdict.unchecked) == ([], thrown, 0), "both seeds are known"


def test_what_fell_under_a_seed_that_nobody_knows_is_said_to_be_unchecked() -> None:
    _, run = gone_on(9)
    assert run.record.dice.earlier is not None
    run.record.dice.earlier.seed = ""
    verdict = verify(GAME, run.record)
    before = sum(isinstance(given, list) for given in run.record.answers[:9])
    assert (verdict.wrong, verdict.unchecked) == ([], before)
    assert before > 0


def test_dice_that_were_changed_on_either_side_of_the_join_are_found() -> None:
    _, run = gone_on(9)
    throws = [place for place, given in enumerate(run.record.answers) if isinstance(given, list) and given]
    for place in (throws[0], throws[-1]):
        forged = branch(run.record)
        faces = forged.answers[place]
        assert isinstance(faces, list)
        forged.answers[place] = [7 - face if isinstance(face, int) else "joker" for face in faces]
        assert any("the seed gives" in words for words in verify_anyhow(forged)), place
    foreign = branch(run.record)
    foreign.dice.earlier = Seal(commitment("another"), "a third")
    assert "the seed is not the one that was committed to at the start" in verify_anyhow(foreign)


def test_taken_back_beyond_the_join_the_dice_are_its_own_from_there() -> None:
    first = a_finished_record()
    run = Run(GAME, go_on_from(first, 9, first.players, "fresh", "free"), SealedDice("fresh"))
    run.undo("red")
    assert run.record.dice.since == run.record.undone[-1].left < 9
    answer_all(run)
    close(run, "fresh")
    assert verify(GAME, run.record).wrong == []


def test_from_the_very_start_or_from_a_battle_that_itself_went_on() -> None:
    first, second = gone_on(9)
    assert go_on_from(first, 0, first.players, "new").dice == Seal(commitment("new"))
    third = go_on_from(second.record, 5, first.players, "third")
    assert third.dice.earlier is not None
    assert third.dice.earlier.commitment == first.dice.commitment, "its answers are all from before the first join"
    fourth = go_on_from(second.record, 12, first.players, "fourth")
    assert fourth.dice.earlier is not None
    assert (fourth.dice.earlier.since, fourth.dice.earlier.earlier) == (9, first.dice)


# Branches and speed


def test_a_branch_leaves_the_record_alone() -> None:
    run = a_run()
    run.answer("red", "red0")
    before = encode_record(run.record)
    other = Run(GAME, branch(run.record), SealedDice("seed"))
    answer_all(other)
    assert other.over
    assert encode_record(run.record) == before


def test_a_battle_may_be_looked_at_as_it_stood() -> None:
    record = a_finished_record()
    early = Run(GAME, branch(record), upto=4)
    assert not early.over
    assert early.battle.turn == 1


def test_play_out_and_run_give_the_same_battle() -> None:
    record = a_finished_record()
    answers: list[Any] = []
    end = play_out(GAME, GAME.set_up(SCENARIO), {"red": Recruit(1), "blue": Recruit(2)}, SealedDice("seed"), answers)
    assert end.digest() == record.digest
    assert len(answers) == len(record.answers)
