"""Answers that are places: taken on the board with mouse, keys and from a list that does not fill the panel."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import AtTable

# A lit hex with several answers that no counter covers.
FREE = """() => [...document.querySelectorAll(".area")].findIndex((area) => {
  const box = area.getBoundingClientRect();
  return /answers/.test(area.getAttribute("aria-label")) && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === area;
})"""

# Another question, though it may read the same: a move in two legs asks twice where to go.
ANOTHER = "(asked) => document.querySelector('.ask h2') !== asked"


def a_move(at_table: AtTable) -> None:
    """Play until a unit of Fearful Odds may go to several hexes."""
    at_table.set_up("fearful_odds", "water_gate")
    for n in range(40):
        at_table.page.wait_for_selector(".ask.mine h2, .ended")
        if at_table.page.evaluate(FREE) >= 0 and at_table.page.locator(".fold").count():
            return
        at_table.play(1, seed=n)
    raise AssertionError("nobody was asked where to go")


def test_a_hex_and_a_facing_are_taken_on_the_board(at_table: AtTable) -> None:
    a_move(at_table)
    page = at_table.page
    asked = page.locator(".ask h2").element_handle()
    buttons = page.locator(".ask button[data-key]:visible")
    assert buttons.count() <= 14, "the list is folded"
    page.locator(f".area >> nth={page.evaluate(FREE)}").click()
    arrow = page.locator(".arrow").first
    expect(arrow).to_be_visible()
    words = arrow.get_attribute("aria-label") or ""
    assert "facing" in words
    arrow.click()
    menu = page.locator(".piece-menu button")
    if menu.count():
        menu.first.click()
    expect(page.locator(".arrow")).to_have_count(0)
    page.wait_for_function(ANOTHER, arg=asked)


def test_a_hex_is_taken_with_the_keyboard(at_table: AtTable) -> None:
    a_move(at_table)
    page = at_table.page
    asked = page.locator(".ask h2").element_handle()
    page.locator(".area[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        if "answers" in (page.locator(".area:focus").get_attribute("aria-label") or ""):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".arrow:focus")).to_have_count(1)
    first = page.locator(".arrow:focus").get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".arrow:focus")).not_to_have_attribute("aria-label", first or "")
    page.keyboard.press("Escape")
    expect(page.locator(".area:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    if page.locator(".piece-menu").count():
        page.keyboard.press("Enter")
    page.wait_for_function(ANOTHER, arg=asked)


def test_a_long_list_is_folded_and_can_be_searched(at_table: AtTable) -> None:
    a_move(at_table)
    page = at_table.page
    fold = page.locator(".fold").first
    name = fold.locator(".label").first.inner_text().removesuffix(" …")  # where not all answers begin alike
    fold.locator("summary").click()
    expect(fold.locator("button").first).to_be_visible()
    expect(page.locator(".area.open")).to_have_count(1)
    page.get_by_label("Find an answer").fill(name)
    found = page.locator(".ask button[data-key]:visible")
    expect(found.first).to_have_text(re.compile(re.escape(name)))
    for text in found.all_inner_texts():
        assert name in text


def test_answers_that_point_at_nothing_are_on_the_piece_that_is_asked(at_table: AtTable) -> None:
    at_table.set_up("en_garde", "mill_bridge", blue="recruit")
    page = at_table.page
    for n in range(20):
        if page.locator(".ask h2", has_text="what now?").count():
            break
        at_table.play(1, seed=n)
    page.locator(".token.about").first.click()
    page.locator(".piece-menu").get_by_role("button", name="Do nothing").click()
    expect(page.locator(".piece-menu")).to_have_count(0)
