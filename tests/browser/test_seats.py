"""One seat in two windows of a browser, and an answer that is slow on its way."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.at_table import AtTable


def seat_link(page: Page) -> str:
    """The link of one's own seat, as the page gives it."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Links").click()
    link = page.get_by_label("Your own seat").input_value()
    page.get_by_role("button", name="Close").click()
    return link


def test_a_seat_is_taken_over_by_a_second_window_and_taken_back(
    at_table: AtTable, new_context: Callable[..., BrowserContext]
) -> None:
    at_table.set_up("toy", "nursery", blue="recruit")
    at_table.asked("Who moves?")
    link = seat_link(at_table.page)
    other = AtTable(new_context().new_page(), at_table.address)
    other.page.goto(link)
    expect(other.page.locator(".notice")).to_contain_text("open in another window")
    at_table.page.reload()
    at_table.asked("Who moves?")
    expect(at_table.page.locator(".notice")).to_be_hidden()

    other.page.get_by_role("button", name="Play here").click()
    other.asked("Who moves?")
    expect(other.page.locator(".notice")).to_be_hidden()
    expect(at_table.page.locator(".notice")).to_contain_text("played from there now")
    other.answer("Red 1")
    other.asked("Where does Red 1 go?")

    at_table.page.get_by_role("button", name="Play here").click()
    at_table.asked("Where does Red 1 go?")
    expect(other.page.locator(".notice")).to_contain_text("played from there now")
    assert at_table.complaints == other.complaints == []


class SlowLine:
    """A page whose answers reach the table only when they are let go."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self.held: list[str | bytes] = []
        page.route_web_socket("**/seat", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        self.server = line.connect_to_server()
        line.on_message(self._say)

    def _say(self, message: str | bytes) -> None:
        if self.holding and '"answer"' in str(message):
            self.held.append(message)
        else:
            self.server.send(message)

    def let_go(self) -> None:
        self.holding = False
        for message in self.held:
            self.server.send(message)


def test_a_pick_that_is_on_its_way_is_not_asked_for_again(
    at_table: AtTable, new_context: Callable[..., BrowserContext]
) -> None:
    """The other side picks while ours is under way: the page is shown a new position with the question that we have answered already."""
    line = SlowLine(at_table.page)
    at_table.set_up("toy", "nursery", blue="link")
    at_table.page.get_by_role("button", name="Menu").click()
    at_table.page.get_by_role("button", name="Links").click()
    link = at_table.page.get_by_label("For Blues").input_value()
    at_table.page.get_by_role("button", name="Close").click()
    friend = AtTable(new_context().new_page(), at_table.address)
    friend.page.goto(link)
    at_table.answer("Red 1")
    at_table.asked("Where does Red 1 go?")
    at_table.page.locator(".ask button[data-key]").first.click()
    at_table.page.get_by_role("button", name="Confirm").click()
    at_table.answer("Yes")
    at_table.answer("Shove Blue 1")
    at_table.asked("High or low?")

    line.holding = True
    at_table.answer("High")
    friend.asked("High or low?")
    friend.answer("Low")
    expect(friend.page.locator(".ask h2")).to_contain_text("Reds chooses")
    at_table.page.wait_for_timeout(300)
    expect(at_table.page.locator('.ask button[data-key="low"]')).to_be_disabled()
    line.let_go()
    expect(at_table.page.locator(".ask h2")).to_contain_text("Blues chooses")
    assert at_table.page.locator(".toast.bad").count() == 0
