"""Records: written so that a person can read them, and refused in words when they are not ours."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import RecordError
from grognard.kernel.choice import Option, Pick, Spot
from grognard.kernel.record import Record, Seal, Undone, decode_record, encode_record, written
from grognard.kernel.run import Run
from tests.table.toy import GAME


def a_record(**more: object) -> Record:
    return Record("toy", 1, {"figures": 2}, {}, Seal("abc"), {"red": "Ann", "blue": "Bob"}, **more)  # type: ignore[arg-type]


ANSWERS = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.lists(st.integers(1, 20), max_size=5),
        st.lists(st.text(max_size=5), max_size=3),
        st.dictionaries(st.sampled_from(["red", "blue"]), st.text(max_size=9)),
    ),
    max_size=12,
)


@given(ANSWERS)
def test_a_record_survives_being_written_and_read(answers: list[object]) -> None:
    record = a_record(answers=answers, undone=[Undone("red", 2, ["move 1.00,2.00"])])
    data = encode_record(record)
    assert decode_record(data) == record
    assert encode_record(decode_record(data)) == data
    assert msgspec.json.decode(data)["game"] == "toy"


def test_answers_stand_one_to_a_line_in_words() -> None:
    lines = (
        encode_record(a_record(answers=["attack odo", [5, 4], {"red": "high", "blue": "low"}])).decode().splitlines()
    )
    assert '    "attack odo",' in lines
    assert "    [5,4]," in lines
    assert '    {"red":"high","blue":"low"}' in lines


def test_options_are_written_by_their_keys() -> None:
    assert written(Pick("parry")) == "parry"
    assert written(Spot("move", 1250, 800)) == "move 12.50,8.00"
    picks: dict[str, Option | str] = {"red": Pick("high"), "blue": "low"}
    assert written(picks) == {"red": "high", "blue": "low"}
    assert written([3, 4]) == [3, 4]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a record, or it is cut off"),
        (b"\xff\xfe\x00", "is not a record, or it is cut off"),
        (b"[1, 2]", "is not a record of a battle"),
        (b'{"hello": 1}', "is not a record of a battle"),
        (b'{"game": "toy", "answers": [], "format": 99}', "is of record format 99"),
        (b'{"game": "toy", "answers": [], "format": 1}', "is not a whole record"),
        (b'{"game": "toy", "answers": 3, "format": 1}', "is not a whole record"),
    ],
)
def test_what_is_no_record_is_refused_with_its_name(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words) as caught:
        decode_record(data, "old.json")
    assert str(caught.value).startswith("old.json")


@given(st.integers(0, 10_000))
def test_a_record_cut_off_anywhere_is_refused_in_words(cut: int) -> None:
    data = encode_record(a_record(answers=["red0", [5, 4]]))
    part = data[: cut % (len(data) - 2)]
    with pytest.raises(RecordError):
        decode_record(part)


def test_a_record_of_another_game_or_version_is_refused() -> None:
    foreign = a_record()
    foreign.game = "chess"
    with pytest.raises(RecordError, match="a record of chess, not of toy"):
        Run(GAME, foreign)
    older = a_record()
    older.rules = 7
    with pytest.raises(RecordError, match="version 7 of the rules"):
        Run(GAME, older)
