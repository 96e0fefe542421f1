"""What people do at the table, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.at_table import AtTable
from tests.table.live import Live
from tests.table.toy import GAME as TOY

# Where every piece stands on the board.
STANDING = "() => [...document.querySelectorAll('.token:not(.gone)')].map((one) => `${one.dataset.id} ${one.style.transform}`).sort()"


def test_every_answer_can_be_taken_on_the_board(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    at_table.asked("Who moves?")
    page.locator('.token[data-id="red1"]').click()
    expect(page.locator(".card h2")).to_have_text("Red 2")
    page.locator(".piece-menu").get_by_role("button", name="Red 2").click()
    at_table.asked("Where does Red 2 go?")


def test_a_way_is_dragged_priced_refused_and_confirmed(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    at_table.answer("Red 2")
    at_table.asked("Where does Red 2 go?")
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_disabled()
    box = page.locator('.token[data-id="red1"] .stand').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    inch = page.evaluate(
        "() => { const board = document.querySelector('g-board'); return (board.svg.clientWidth / board.view.w) * 40; }"
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 8 * inch, steps=4)
    page.mouse.up()
    expect(page.locator(".refusal")).to_have_text("that is farther than it may go")
    expect(page.locator(".ask .rule", has_text="TY-MOVE-01").last).to_be_visible()
    expect(confirm).to_be_disabled()
    page.mouse.click(x, y - 3 * inch)
    expect(page.locator(".price")).to_have_text(re.compile(r"^(2\.9|3|3\.1|3\.0)″ of 6″$"))
    expect(confirm).to_be_enabled()
    confirm.click()
    at_table.asked("Does Red 2 shove?")


def test_a_way_that_is_tried_too_late_is_no_error(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    at_table.answer("Red 1")
    page.locator(".ask .options button[data-key]").first.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()
    page.evaluate(
        """() => {
          document.querySelector(".ask .go.wide").click();
          for (const x of [3, 4, 5]) document.querySelector("g-board").tryAt(x, 3);
        }"""
    )
    at_table.asked("Does Red 1 shove?")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice li").first).to_be_visible()
    expect(page.locator(".toast.bad")).to_have_count(0)


def test_odds_and_the_reply_stand_on_the_button_before_it_is_pressed(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    at_table.answer("Red 1")
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    at_table.answer("Yes")
    at_table.asked("Whom?")
    shove = page.locator(".ask .options button", has_text="Shove Blue 1")
    expect(shove.locator("> .pct")).to_have_text("off 58% · stands 42%")
    expect(shove.locator(".reply")).to_have_text("the reply shoves you off 25%")
    page.locator('.token[data-id="blue0"]').click()
    expect(page.locator(".piece-menu .reply")).to_have_text("back: shoves you off 25%")


def test_two_at_one_screen_keep_their_secrets(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="beside")
    page = at_table.page
    expect(page.locator(".log")).to_contain_text("Card:")
    at_table.answer("Red 1")
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    at_table.answer("Yes")
    at_table.answer("Shove Blue 1")
    at_table.asked("High or low?")
    at_table.answer("High")
    cover = page.locator(".cover")
    expect(cover).to_contain_text("Hand the screen to Blues")
    assert "Card:" not in page.locator(".log").inner_text(), "nobody's card is in the page between the two"
    cover.get_by_role("button", name="I am Blues: show me").click()
    expect(cover).to_have_count(0)
    at_table.asked("High or low?")
    at_table.answer("Low")
    expect(page.locator(".tray-box .die")).to_have_count(2)


def test_two_browsers_and_one_is_reloaded(at_table: AtTable, new_context: Callable[..., BrowserContext]) -> None:
    at_table.set_up("toy", "nursery", blue="link")
    page = at_table.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Links").click()
    link = page.get_by_label("For Blues").input_value()
    assert "#/battle/" in link
    page.get_by_role("button", name="Close").click()
    friend = AtTable(new_context().new_page(), at_table.address)
    friend.page.goto(link)
    expect(friend.page.locator(".ask h2")).to_have_text(re.compile("Reds chooses"))
    assert link.rsplit("/", 1)[1] not in friend.page.url, "the key does not stay in the address"
    at_table.answer("Red 1")
    friend.page.reload()
    expect(friend.page.locator(".ask h2")).to_have_text(re.compile("Reds chooses"))
    page.reload()
    at_table.asked("Where does Red 1 go?")
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    at_table.answer("No")
    friend.asked("Who moves?")
    friend.answer("Blue 3")
    friend.asked("Where does Blue 3 go?")
    assert friend.complaints == []


def test_dice_are_typed_with_the_keyboard_alone(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", dice="typed", blue="recruit")
    page = at_table.page
    at_table.answer("Red 1")
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    at_table.answer("Yes")
    at_table.answer("Shove Blue 1")
    at_table.answer("High")
    at_table.asked("roll 2D6")
    expect(page.get_by_label("Die 1 of 2, 1 to 6")).to_be_focused()
    page.keyboard.type("65")
    page.keyboard.press("Enter")
    expect(page.locator(".log .faces.typed").first).to_contain_text("2D6 6 5")


def test_a_whole_battle_with_the_keyboard_alone(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    for _ in range(80):
        page.wait_for_selector(".ended, .ask.mine button[data-key]:not([disabled])")
        if page.locator(".ended").count():
            break
        asked = page.query_selector(".ask h2")
        moving = page.locator(".ask .options > .go.wide").count() > 0
        page.keyboard.press("1")
        if moving:
            page.wait_for_selector(".ask .options > .go.wide:not([disabled])")
            page.keyboard.press("Enter")
        assert asked is not None
        asked.wait_for_element_state("hidden")
    assert at_table.over()


def test_from_piece_to_piece_with_the_arrows(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    page = at_table.page
    at_table.asked("Who moves?")
    page.locator('.token[tabindex="0"]').focus()
    expect(page.locator(".card h2")).to_have_text("Red 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card h2")).to_have_text("Red 2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    at_table.asked("Where does Red 2 go?")


def test_undo_and_hint(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.answer("Red 3")
    at_table.asked("Where does Red 3 go?")
    at_table.page.get_by_role("button", name="Undo").click()
    at_table.asked("Who moves?")
    at_table.page.get_by_role("button", name="Hint").click()
    expect(at_table.page.locator(".ask .hinted")).to_have_count(1)
    advice = at_table.page.locator(".advice li")
    expect(advice).to_have_count(3)
    expect(advice.nth(1)).to_contain_text(re.compile("points less than the first|as good as the first"))
    advice.nth(1).get_by_role("button").click()
    at_table.asked("Where does Red")
    expect(at_table.page.locator(".advice")).to_be_hidden()


def test_the_rule_behind_a_line(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.answer("Red 1")
    at_table.page.locator(".ask .options button[data-key]").first.click()
    at_table.page.get_by_role("button", name="Confirm").click()
    at_table.page.get_by_role("button", name="Why? Rule TY-MOVE-01").first.click()
    sheet = at_table.page.locator("dialog.why-sheet")
    expect(sheet).to_contain_text("A figure moves up to 6")
    sheet.get_by_role("link", name="Open in the rules").click()
    expect(at_table.page.locator(".rule-item.here h3")).to_have_text("TY-MOVE-01")
    at_table.page.get_by_label("Search the rules").fill("secret high")
    expect(at_table.page.locator(".rule-item")).to_have_count(1)


def test_a_replay_back_and_forth_and_as_a_file(at_table: AtTable, tmp_path: Path) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.play()
    page = at_table.page
    page.get_by_role("link", name="Watch the replay").click()
    where = page.locator(".player [role=status]")
    expect(where).to_have_text(re.compile("Step 1 of"))
    page.get_by_label("One step on").click()
    page.get_by_label("One step on").click()
    expect(where).to_have_text(re.compile("Step 3 of"))
    there = page.evaluate(STANDING)
    page.get_by_label("One step back").click()
    expect(where).to_have_text(re.compile("Step 2 of"))
    page.get_by_label("One step on").click()
    expect(where).to_have_text(re.compile("Step 3 of"))
    assert page.evaluate(STANDING) == there
    page.get_by_label("To the end").click()
    expect(page.locator(".log .phase").last).to_contain_text("are left")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    at_table.open("battles")
    page.get_by_label("A record file").set_input_files(file)
    expect(page.locator(".player")).to_be_visible()
    at_table.open("battles")
    expect(page.locator(".list .badge", has_text="From a file")).to_be_visible()
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    page.get_by_label("A record file").set_input_files(bad)
    expect(page.locator(".toast.bad")).to_contain_text("is not a record")


def test_odds_by_form_and_by_link(at_table: AtTable) -> None:
    at_table.open("odds/toy/shoving")
    page = at_table.page
    first = page.locator(".chart li", has_text="off")
    expect(first).to_contain_text("58.3%")
    page.get_by_label("Picks").select_option("different")
    expect(first).to_contain_text("83.3%")
    page.get_by_label("Exact fractions").check()
    expect(first).to_contain_text("5/6")
    page.get_by_role("button", name="Compare with another").click()
    expect(page.locator(".chart")).to_have_count(2)
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#a-picks")).to_have_value("different")


def test_the_table_goes_and_comes_back(page: Page, tmp_path: Path) -> None:
    table = Live(tmp_path / "t.sqlite", [TOY])
    person = AtTable(page, table.address)
    person.set_up("toy", "nursery", blue="recruit")
    person.answer("Red 1")
    person.asked("Where does Red 1 go?")
    table.stop()
    expect(page.locator(".notice")).to_contain_text("The table does not answer")
    again = Live(tmp_path / "t.sqlite", [TOY], port=table.port)
    expect(page.locator(".notice")).to_be_hidden()
    person.asked("Where does Red 1 go?")
    page.locator(".ask .options button[data-key]").first.click()
    page.get_by_role("button", name="Confirm").click()
    person.asked("Does Red 1 shove?")
    again.stop()


def test_my_battles_go_on_and_are_deleted_only_when_asked_twice(at_table: AtTable) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.open("battles")
    page = at_table.page
    page.get_by_role("link", name="Continue The Nursery Floor").first.click()
    at_table.asked("Who moves?")
    at_table.open("battles")
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".list li")).to_have_count(1)
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".list li")).to_have_count(0)


def test_a_link_that_opens_nothing_says_so(at_table: AtTable) -> None:
    at_table.open("battle/nothere/wrongkey")
    expect(at_table.page.locator(".notice")).to_contain_text("opens no battle here")
    at_table.open("battle/unknown")
    expect(at_table.page.locator("h1")).to_have_text("That did not work")


def test_text_from_players_is_never_markup(at_table: AtTable) -> None:
    at_table.open("setup/toy")
    at_table.page.locator('[data-name="red"]').fill("<img src=x onerror=alert(1)>")
    at_table.page.get_by_role("button", name="Start the battle").click()
    expect(at_table.page.locator(".score")).to_contain_text("<img src=x onerror=alert(1)>")
    assert at_table.page.locator(".score img").count() == 0
