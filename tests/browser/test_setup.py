"""Setting up: a force of one's own for a side, checked at once; and a computer with the time one gives it."""

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.at_table import AtTable

FORCE = Path(__file__).parents[2] / "src/grognard/games/en_garde/forces/lantern_street.toml"


def test_a_force_that_comes_with_the_game_is_taken_into_a_scenario(at_table: AtTable) -> None:
    at_table.open("setup/en_garde?scenario=mill_bridge")
    page = at_table.page
    page.get_by_label("Force of").first.select_option(label="The Lantern Street gang")
    expect(page.locator(".force-found summary").first).to_contain_text("✓")
    page.get_by_role("button", name="Start the battle").click()
    at_table.answer("Line them up for me")
    expect(page.locator('.token[aria-label*="Mother Quill"]')).to_have_count(1)


def test_a_force_file_is_checked_as_it_is_typed(at_table: AtTable) -> None:
    at_table.open("setup/en_garde?scenario=mill_bridge")
    page = at_table.page
    page.get_by_label("Force of").first.select_option("*")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download an example").first.click()
    assert saved.value.suggested_filename.endswith(".toml")
    area = page.locator("[data-force]").first
    area.fill("this is no file")
    expect(page.locator(".force-found .refusal")).to_contain_text("is not TOML")
    text = FORCE.read_text(encoding="utf-8")
    area.fill(text.replace('name = "Long Hobb"', 'name = "Long Hobb"\nbeard = 3'))
    expect(page.locator(".force-found .refusal")).to_contain_text("beard")
    page.locator("input[type=file][aria-label*='Force file']").first.set_input_files(FORCE)
    expect(page.locator(".force-found .refusal")).to_have_count(0)
    expect(page.locator(".force-found summary")).to_contain_text(re.compile("Lantern Street"))
    page.locator(".force-found summary").click()
    expect(page.locator(".force-found li", has_text="Mother Quill")).to_be_visible()


def test_a_marshal_is_given_its_time_and_can_be_hurried(at_table: AtTable) -> None:
    """It thinks about deploying first, and for long; the battle goes on when it is told to answer."""
    at_table.set_up("confrontation", "the_drowned_shrine", red="marshal:seconds=10.0", blue="me")
    page = at_table.page
    expect(page.locator('.side-chip[title="played by: marshal, 10 s"]')).to_have_count(1)
    hurry, mine = page.get_by_role("button", name="Answer now"), page.locator(".ask.mine button[data-key]")
    before, hurried = 0, False
    for _ in range(12):
        expect(hurry.or_(mine.first)).to_be_visible()
        if not hurry.is_visible():
            at_table.play(1)
            continue
        before = page.locator(".log li").count()
        with suppress(TooLate):  # it may have answered by itself just now
            hurry.click(timeout=1000)
            hurried = True
            break
    assert hurried, "it never thought for long enough to be hurried"
    expect(page.locator(".log li").nth(before)).to_be_attached()
    assert at_table.complaints == []
