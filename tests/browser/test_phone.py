"""On a phone: a move is shown close up, and the view stays where somebody puts it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_table import AtTable
from tests.table.live import Live

REACH = "() => Math.max(...[...document.querySelectorAll('.region')].map((one) => one.getBBox().width), 0)"
WIDTH = "() => Number(document.querySelector('svg.field').getAttribute('viewBox').split(' ')[2])"


@pytest.fixture
def on_a_phone(browser: Browser, live: Live) -> Iterator[AtTable]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield AtTable(context.new_page(), live.address)
    context.close()


def width(person: AtTable) -> float:
    """How much of the table is to be seen."""
    shown: float = person.page.evaluate(WIDTH)
    return shown


def to_a_move(person: AtTable) -> float:
    """Play until somebody may go somewhere that is not half of the table, in another battle if one ends before; how much of the table was shown before."""
    for battle in range(4):
        person.set_up("en_garde", "mill_bridge")
        whole = width(person)
        for n in range(60):
            person.page.wait_for_selector(".ask.mine h2, .ended")
            if person.page.locator(".ended").count():
                break
            near = 0 < person.page.evaluate(REACH) < whole / 2
            if near and "where to" in person.page.locator(".ask h2").inner_text():
                return whole
            person.play(1, seed=60 * battle + n)
    raise AssertionError("nobody was asked where to go")


def test_a_move_is_shown_close_up_and_the_whole_table_after_it(on_a_phone: AtTable) -> None:
    whole = to_a_move(on_a_phone)
    page = on_a_phone.page
    assert width(on_a_phone) < 0.9 * whole
    region, field = page.locator(".region").bounding_box(), page.locator("svg.field").bounding_box()
    assert region is not None
    assert field is not None
    assert region["x"] >= field["x"] - 1
    assert region["x"] + region["width"] <= field["x"] + field["width"] + 1
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".region")).to_have_count(0)
    assert width(on_a_phone) == pytest.approx(whole, rel=0.2)  # the pane may have another height now


def test_who_has_moved_the_view_keeps_it(on_a_phone: AtTable) -> None:
    to_a_move(on_a_phone)
    page = on_a_phone.page
    page.get_by_role("button", name="Show the whole table").click()
    page.locator("svg.field").focus()
    page.keyboard.press("+")
    mine = width(on_a_phone)
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".region")).to_have_count(0)
    assert width(on_a_phone) == pytest.approx(mine, rel=0.01)
