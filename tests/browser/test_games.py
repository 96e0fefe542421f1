"""Every game, from the set-up screen to its end, against the computer."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import AtTable
from tests.table.live import Live

QUICK = {
    "toy": "nursery",
    "en_garde": "mill_bridge",
    "fearful_odds": "withy_mere",
    "high_adventure": "toll_at_cragford",
    "war_and_conquest": "low_stane",
    "confrontation": "the_toll_plank",
}


@pytest.mark.parametrize("game", QUICK)
def test_a_battle_to_its_end(at_table: AtTable, live: Live, game: str) -> None:
    card = next((card for card in live.http.get("/api/home").json()["games"] if card["name"] == game), None)
    if card is None:
        pytest.skip(f"{game} cannot be loaded")
    scenario = next(one for one in card["scenarios"] if one["name"] == QUICK[game])
    others = {side: "recruit" for side, _ in scenario["sides"][1:] if scenario.get("players", {}).get(side) != "rules"}
    at_table.set_up(game, QUICK[game], **others)
    assert at_table.play() > 2
    assert at_table.over()
    at_table.page.get_by_role("button", name="Verify the dice").click()
    expect(at_table.page.locator(".toast.good")).to_contain_text("all are the same")


def test_two_clicks_from_home_to_a_battle(at_table: AtTable) -> None:
    at_table.open()
    at_table.page.locator(".game", has_text="En Garde!").get_by_role("button", name="Play now").click()
    expect(at_table.page.locator(".ask.mine h2")).to_be_visible()
    expect(at_table.page.locator("g-board svg.field")).to_have_attribute(
        "aria-label", re.compile("The table, 24″ by 24″")
    )


def test_a_round_of_the_companion(at_table: AtTable) -> None:
    """War & Conquest beside a real table: facts are asked, dice are typed, lists stand in the place of a board."""
    at_table.set_up("war_and_conquest", "at_your_table", dice="typed", red="me", blue="beside")
    page = at_table.page
    expect(page.locator(".roster .unit").first).to_be_visible()
    expect(page.locator("g-board")).to_be_hidden()
    at_table.play(most=25)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_contain_text("Rules")
