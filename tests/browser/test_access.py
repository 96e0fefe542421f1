"""For everybody: no axe violation on any screen, in light and dark, on a desk and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.at_table import AtTable
from tests.browser.test_places import FREE, a_move
from tests.table.live import Live

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

CONTEXT = {"exclude": [[".grounds"]]}  # hundreds of shapes that nobody can point at


def check(person: AtTable, where: str) -> None:
    found = Axe().run(person.page, context=CONTEXT, options=RULES).response["violations"]
    words = [
        f"{one['id']}: {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"][:3]) for one in found
    ]
    assert not words, f"{where}: " + "\n".join(words)
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{where} is {wide} pixels wider than the screen"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen(browser: Browser, live: Live, scheme: str) -> None:
    phone = scheme == "dark"
    size = {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    person = AtTable(context.new_page(), live.address)
    page = person.page
    for screen, sign in (
        ("", ".game"),
        ("setup/toy", "#who-red"),
        ("odds/toy/shoving", ".chart li"),
        ("rules/toy", ".rule-item"),
        ("replay", ".drop"),
    ):
        person.open(screen)
        expect(page.locator(sign).first).to_be_visible()
        check(person, screen or "home")
        if screen.startswith("odds"):
            page.get_by_role("button", name="Roll it with my own dice").click()
            expect(page.locator(".dice-entry")).to_be_visible()
            check(person, "own dice")
    person.set_up("toy", "nursery", blue="beside")
    person.asked("Who moves?")
    check(person, "battle")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice li").first).to_be_visible()
    check(person, "hint")
    person.answer("Red 1")
    page.locator(".ask .options button[data-key]").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()
    check(person, "a move")
    page.get_by_role("button", name="Menu").click()
    check(person, "menu")
    page.get_by_role("button", name="Legend").click()
    check(person, "legend")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Why?").first.click()
    expect(page.locator("dialog.why-sheet")).to_be_visible()
    check(person, "why")
    page.keyboard.press("Escape")
    person.answer("No")
    expect(page.locator(".cover")).to_be_visible()
    check(person, "hand-over")
    page.locator(".cover .go").click()
    person.play()
    person.over()
    check(person, "the end")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".player")).to_be_visible()
    check(person, "replay")
    person.open("battles")
    expect(page.locator(".list li").first).to_be_visible()
    check(person, "my battles")
    person.set_up("war_and_conquest", "at_your_table")
    expect(page.locator(".ask.mine h2")).to_be_visible()
    check(person, "companion")
    a_move(person)
    page.locator(f".area >> nth={page.evaluate(FREE)}").click()
    expect(page.locator(".arrow").first).to_be_visible()
    check(person, "hexes")
    context.close()
