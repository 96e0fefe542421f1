"""Take the pictures of this guide from the real page: `python docs/play/shots.py` (needs the test requirements and Chromium)."""

import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright  # noqa: E402

from tests.browser.at_table import AtTable  # noqa: E402
from tests.browser.test_places import FREE, a_move  # noqa: E402
from tests.table.live import Live  # noqa: E402

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# game, scenario, how many answers before the picture, and what should be on it
BATTLES = [
    ("en_garde", "stewards_letter", 34, ".ask .odds"),
    ("fearful_odds", "water_gate", 24, ".area"),
    ("high_adventure", "toll_at_cragford", 6, ".region"),
    ("war_and_conquest", "red_barrow_field", 26, ".token"),
    ("confrontation", "the_drowned_shrine", 12, ".region"),
]

IN_THE_DARK = ("en_garde", "fearful_odds")


def somebody(browser: Browser, live: Live, *, phone: bool = False, dark: bool = False) -> AtTable:
    context = browser.new_context(
        viewport=PHONE if phone else DESK, color_scheme="dark" if dark else "light", has_touch=phone, is_mobile=phone
    )
    return AtTable(context.new_page(), live.address)


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(700)  # until everything has come to rest
    page.screenshot(path=HERE / f"{name}.png")
    print(name)


def battles(browser: Browser, live: Live) -> None:
    for game, scenario, answers, sign in BATTLES:
        looks = [(False, False), (False, True)] + [(True, False)] * (game in IN_THE_DARK)
        for dark, phone in looks:
            person = somebody(browser, live, dark=dark, phone=phone)
            person.set_up(game, scenario)
            person.play(answers)
            for n in range(30):
                person.page.wait_for_timeout(250)
                if person.page.locator(sign).count() or person.page.locator(".ended").count():
                    break
                person.play(1, seed=n)
            shoot(person.page, f"{game}{'-dark' if dark else '-phone' if phone else ''}")
            person.page.context.close()


def nothing(page: Page) -> None:
    """The screen as it is."""


def take_a_force(page: Page) -> None:
    """A force that comes with the game, with what it holds."""
    page.locator("#force-red").select_option(index=1)
    page.locator(".force-found summary").first.click()


def roll_some_dice(page: Page) -> None:
    """One throw typed in, and the next one asked for."""
    page.get_by_role("button", name="Roll it with my own dice").click()
    page.wait_for_selector(".dice-entry input")
    page.keyboard.type("64")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rolled .die.typed")


def ask_for_a_hint(person: AtTable) -> None:
    """Where something may come back for an attack."""
    person.set_up("en_garde", "stewards_letter")
    person.play(28)
    for n in range(30):
        person.page.wait_for_timeout(250)
        if person.page.locator(".reply").count():
            break
        person.play(1, seed=n)
    person.page.get_by_role("button", name="Hint").click()
    person.page.wait_for_selector(".advice li")


def screens(browser: Browser, live: Live) -> None:
    person = somebody(browser, live)
    page = person.page
    for name, screen, sign, then in (
        ("home", "", ".game", nothing),
        ("setup", "setup/en_garde?scenario=mill_bridge", "#who-red", take_a_force),
        ("odds", "odds/en_garde/attack", ".chart li", roll_some_dice),
        ("rules", "rules/en_garde/EG-SHOOT-02", ".rule-item.here", nothing),
    ):
        person.open(screen)
        page.wait_for_selector(sign)
        then(page)
        shoot(page, name)
    ask_for_a_hint(person)
    shoot(page, "hint")
    a_move(person)
    page.locator(f".area >> nth={page.evaluate(FREE)}").click()
    shoot(page, "hexes")
    person.set_up("war_and_conquest", "at_your_table", dice="typed")
    person.play(1)
    page.wait_for_selector(".dice-entry, .ask.mine")
    shoot(page, "companion")
    person.set_up("confrontation", "the_toll_plank", blue="beside")
    for n in range(60):
        page.wait_for_timeout(300)
        if page.locator(".cover").count():
            break
        person.play(1, seed=n)
    shoot(page, "hand-over")
    person.set_up("en_garde", "mill_bridge", blue="recruit")
    person.play()
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector(".player")
    for _ in range(14):
        page.get_by_label("One step on").click()
    shoot(page, "replay")
    page.locator(".log .rule").first.click()
    page.wait_for_selector("dialog.why-sheet")
    shoot(page, "why")
    person.open("battles")
    page.wait_for_selector(".list li")
    shoot(page, "my-battles")


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        live = Live(Path(folder) / "table.sqlite", None)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        only = sys.argv[1:]
        if not only or "screens" in only:
            screens(browser, live)
        if not only or "battles" in only:
            battles(browser, live)
        browser.close()
        live.stop()


if __name__ == "__main__":
    main()
