"""The README's example runs and prints what it says."""

import doctest
from pathlib import Path


def test_the_example_of_the_readme_prints_what_it_says():
    page = Path(__file__).parents[1] / "README.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0
