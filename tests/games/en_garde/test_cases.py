"""Golden cases of En Garde!, written from the rules and not from the code."""

from pathlib import Path

import pytest

from grognard.errors import RecordError
from tests.cases import failures, read_cases, runner_of

HERE = Path(__file__).parent
CASES = read_cases(HERE / "cases.toml") + read_cases(HERE / "cases_audit.toml")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_golden_case_holds(case: dict[str, object]) -> None:
    assert failures(case, runner_of("en_garde")) == []


def test_a_case_that_says_something_unknown_is_refused() -> None:
    """What a procedure does not know would be left out in silence, and the case would prove nothing."""
    run = runner_of("en_garde")
    with pytest.raises(RecordError, match=r"shoot knows nothing of wind, target\.hat"):
        run({"do": "shoot", "weapon": "bow", "distance": 5, "target": {"hat": True}, "wind": 3}, ["legal"])
    with pytest.raises(RecordError, match="no procedure 'sing'"):
        run({"do": "sing"}, ["legal"])
