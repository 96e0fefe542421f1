"""The contract with the page."""

from pathlib import Path

import grognard.table
from grognard.table.declarations import declarations

STATIC = Path(grognard.table.__file__).parent / "static"


def test_the_declarations_for_the_page_are_up_to_date():
    assert (STATIC / "wire.d.ts").read_text(encoding="utf-8") == declarations(), (
        "run python -m grognard.table.declarations"
    )


def test_the_page_needs_nothing_from_elsewhere():
    """No address of another site, no markup from strings, no inline script or style."""
    for file in [*STATIC.glob("*.js"), *STATIC.glob("*.css"), *STATIC.glob("*.html")]:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        for forbidden in (
            "http://",
            "https://",
            "innerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            " style=",
            "<script>",
        ):
            assert forbidden not in text, f"{forbidden} in {file.name}"
