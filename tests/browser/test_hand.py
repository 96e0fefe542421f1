"""What a hand does on the board: measuring, dragging the table, making it larger, pinching."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_table import AtTable
from tests.table.live import Live

VIEW = "() => document.querySelector('svg.field').getAttribute('viewBox').split(' ').map(Number)"
INCH = "() => { const board = document.querySelector('g-board'); return (board.svg.clientWidth / board.view.w) * 40; }"


def view(person: AtTable) -> list[float]:
    """What part of the table is to be seen: left, top, width, height."""
    shown: list[float] = person.page.evaluate(VIEW)
    return shown


def middle(person: AtTable) -> tuple[float, float]:
    """Of the board, on the screen."""
    box = person.page.locator("svg.field").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(person: AtTable, right: float, down: float) -> None:
    x, y = middle(person)
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + right, y + down, steps=4)
    mouse.up()


def test_a_distance_is_measured_and_the_ruler_put_away(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page, before = at_table.page, view(at_table)
    page.get_by_role("button", name="Measure a distance").click()
    expect(page.locator(".board-note")).to_contain_text("measure")
    drag(at_table, 5 * page.evaluate(INCH), 0)
    expect(page.locator(".above .price")).to_have_text("5″")
    assert view(at_table) == before, "the table must lie still under the ruler"
    page.get_by_role("button", name="Measure a distance").click()
    expect(page.locator(".above .price")).to_have_count(0)
    expect(page.locator(".board-note")).to_be_hidden()


def test_there_is_no_ruler_where_distances_must_be_guessed(at_table: AtTable) -> None:
    at_table.set_up("war_and_conquest", "low_stane")
    expect(at_table.page.locator(".tools button").first).to_be_visible()
    expect(at_table.page.get_by_role("button", name="Measure a distance")).to_be_hidden()


def test_the_table_is_dragged_and_made_larger_where_the_mouse_is(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page, (left, top, wide, high) = at_table.page, view(at_table)
    page.mouse.move(*middle(at_table))
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"() => ({VIEW})()[2] < {wide * 0.9}")
    larger = view(at_table)
    assert larger[0] + larger[2] / 2 == pytest.approx(left + wide / 2, abs=wide / 50), "what the mouse is on stays"
    assert larger[1] + larger[3] / 2 == pytest.approx(top + high / 2, abs=high / 50)
    drag(at_table, 60, 30)
    moved = view(at_table)
    assert moved[0] < larger[0]
    assert moved[1] < larger[1]
    assert moved[2:] == larger[2:]
    page.locator("svg.field").press("0")
    assert view(at_table) == pytest.approx([left, top, wide, high], abs=0.5)


@pytest.fixture
def by_touch(browser: Browser, live: Live) -> Iterator[AtTable]:
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    yield AtTable(context.new_page(), live.address)
    context.close()


def test_two_fingers_make_the_table_larger(by_touch: AtTable) -> None:
    by_touch.set_up("toy", "nursery", blue="recruit")
    wide = view(by_touch)[2]
    x, y = middle(by_touch)
    touch = by_touch.page.context.new_cdp_session(by_touch.page)

    def fingers(kind: str, *apart: float) -> None:
        points: list[dict[str, Any]] = [
            {"x": x + sign * far, "y": y, "id": number} for far in apart for number, sign in ((0, -1), (1, 1))
        ]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 40)
    for far in (50, 60, 70, 80):
        fingers("touchMove", far)
    fingers("touchEnd")
    by_touch.page.wait_for_function(f"() => ({VIEW})()[2] < {wide * 0.6}")
    expect(by_touch.page.locator(".piece-menu")).to_have_count(0)
