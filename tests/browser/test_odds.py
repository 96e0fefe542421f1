"""The odds page: a question rolled out, with the program's dice and with one's own."""

from playwright.sync_api import expect

from tests.browser.at_table import AtTable


def test_a_question_is_rolled_with_the_programs_dice(at_table: AtTable) -> None:
    at_table.open("odds/en_garde/attack")
    page = at_table.page
    page.get_by_role("button", name="Roll it", exact=True).click()
    expect(page.locator(".came-out b")).not_to_be_empty()
    expect(page.locator(".rolled .die").first).to_be_visible()
    page.locator(".rolled .rule").first.click()
    expect(page.locator("dialog.why-sheet h3").first).to_contain_text("EG-")


def test_a_question_is_rolled_with_ones_own_dice_by_keyboard(at_table: AtTable) -> None:
    at_table.open("odds/toy/shoving")
    page = at_table.page
    page.get_by_role("button", name="Roll it with my own dice").click()
    expect(page.get_by_label("Die 1 of 2, 1 to 6")).to_be_focused()
    page.keyboard.type("43")
    page.keyboard.press("Enter")
    expect(page.locator(".came-out")).to_have_text("It came out: off")
    expect(page.locator(".rolled .die.typed")).to_have_count(2)


def test_each_throw_is_asked_for_in_its_turn(at_table: AtTable) -> None:
    at_table.open("odds/en_garde/strikes-first")
    page = at_table.page
    page.get_by_role("button", name="Roll it with my own dice").click()
    for thrown in range(2):
        expect(page.locator(".rolled li")).to_have_count(thrown)
        page.locator(".dice-entry input").first.fill("62"[thrown])
        page.locator(".dice-entry .go").click()
    expect(page.locator(".came-out")).to_have_text("It came out: you first")


def test_what_is_only_reckoned_says_that_it_cannot_be_rolled(at_table: AtTable) -> None:
    at_table.open("odds/war_and_conquest/strategy_bid")
    page = at_table.page
    expect(page.get_by_text("This cannot be rolled out")).to_be_visible()
    expect(page.get_by_role("button", name="Roll it", exact=True)).to_be_hidden()
