"""Going on from a record, as a person does it on the page."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.at_table import AtTable


def test_a_file_that_breaks_off_is_gone_on_with(at_table: AtTable, tmp_path: Path) -> None:
    page = at_table.page
    at_table.set_up("toy", "nursery", blue="beside")
    at_table.answer("Red 1")
    at_table.asked("Where does Red 1 go?")
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "half.json"
    saved.value.save_as(file)

    at_table.open("battles")
    page.get_by_label("A record file").set_input_files(file)
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_role("dialog").get_by_label("Blues").select_option("recruit")
    page.get_by_role("dialog").get_by_role("button", name="Go on from here").click()
    at_table.asked("Where does Red 1 go?")
    at_table.play()
    assert at_table.over()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.locator(".toast.good")).to_contain_text("could not be checked")

    at_table.open("battles")
    expect(page.locator(".list li", has_text="From a file").get_by_role("button", name="Go on")).to_be_visible()


def test_from_an_earlier_step_of_a_battle_that_is_over(at_table: AtTable) -> None:
    page = at_table.page
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.play()
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator(".toast.bad")).to_contain_text("earlier step")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Go on from here").click()
    at_table.asked("Who moves?")
