"""Golden cases of En Garde!, written from the rules and not from the code."""

from pathlib import Path

import pytest

from tests.cases import failures, read_cases, runner_of

CASES = read_cases(Path(__file__).parent / "cases.toml")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_golden_case_holds(case: dict[str, object]) -> None:
    assert failures(case, runner_of("en_garde")) == []
