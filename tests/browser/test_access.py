"""For everybody: no axe violation on any screen, in light and dark, on a desk and on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.at_table import AtTable
from tests.table.live import Live

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

CONTEXT = {"exclude": [[".grounds"]]}  # hundreds of shapes that nobody can point at


def check(person: AtTable, where: str) -> None:
    found = Axe().run(person.page, context=CONTEXT, options=RULES).response["violations"]
    words = [
        f"{one['id']}: {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"][:3]) for one in found
    ]
    assert not words, f"{where}: " + "\n".join(words)


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
    person.set_up("toy", "nursery", blue="beside")
    person.asked("Who moves?")
    check(person, "battle")
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
    for game, scenario in (("fearful_odds", "withy_mere"), ("war_and_conquest", "at_your_table")):
        if any(card["name"] == game for card in live.http.get("/api/home").json()["games"]):
            person.set_up(game, scenario)
            expect(page.locator(".ask.mine h2")).to_be_visible()
            check(person, game)
    context.close()
