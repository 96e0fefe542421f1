"""More golden cases of magic, arrivals and the solo system."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import failures, read_cases, runner_of

CASES = read_cases(Path(__file__).with_name("cases_magic.toml"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert failures(case, runner_of("high_adventure")) == []
