"""A person with a browser: opens screens, sets up battles, answers what is asked."""

import re
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, expect

# Plays with the page's own buttons until the battle is over or enough questions are answered; tells how many there were.
PLAY = """async ([most, seed]) => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const seen = (element) => element && element.offsetParent !== null && !element.disabled;
  const until = async (test, what) => {
    for (let n = 0; n < 3000; n += 1) {
      const found = test();
      if (found) return found;
      await sleep(10);
    }
    throw new Error(`waited in vain for ${what}: ${document.querySelector(".ask")?.textContent}`);
  };
  let state = seed;
  const pick = (list) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return list[Math.floor((state / 2147483648) * list.length)];
  };
  let answered = 0;
  while (answered < most) {
    const what = await until(() => {
      if (document.querySelector(".ended")) return "over";
      if (document.querySelector(".cover .go")) return "cover";
      if (document.querySelector(".dice-entry .go")) return "dice";
      for (const fold of document.querySelectorAll(".ask details")) fold.open = true;
      const buttons = [...document.querySelectorAll(".ask.mine button[data-key]")].filter(seen);
      return buttons.length ? buttons : null;
    }, "a question");
    if (what === "over") return -answered;
    const before = document.querySelector(".ask").textContent;
    const head = document.querySelector(".ask h2");
    if (what === "cover") {
      document.querySelector(".cover .go").click();
      await until(() => !document.querySelector(".cover"), "the cover to go");
      continue;
    }
    if (what === "dice") {
      [...document.querySelectorAll(".dice-entry button")].find((one) => one.textContent.includes("program")).click();
    } else {
      pick(what).click();
      if (document.querySelector(".spot-dot, .region")) {
        const confirm = document.querySelector(".ask .options > .go.wide");
        if (confirm && confirm.isConnected) {
          await until(() => seen(confirm) || !confirm.isConnected, "the move to be allowed");
          confirm.click();
        }
      }
    }
    answered += 1;
    await until(() => document.querySelector(".ask h2") !== head || document.querySelector(".cover, .ended"), `an answer to be taken (${before})`);
  }
  return answered;
}"""


class AtTable:
    """Somebody at the table."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._listen)
        page.add_init_script("if (location.origin !== 'null') localStorage.setItem('grognard.speed', '\"instant\"')")

    def _listen(self, message: ConsoleMessage) -> None:
        if (
            message.type == "error"
            and "WebSocket" not in message.text
            and "Failed to load resource" not in message.text
        ):
            self.complaints.append(message.text)

    def open(self, screen: str = "") -> None:
        """Go to a screen, as by its link."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/#/{screen}")

    def set_up(self, game: str, scenario: str, *, dice: str = "program", undo: str = "dice", **players: str) -> None:
        """Set a battle up on the page, and start it."""
        self.open(f"setup/{game}?scenario={scenario}")
        for side, who in players.items():
            self.page.select_option(f"#who-{side}", who)
        self.page.check(f"input[name=dice][value={dice}]")
        self.page.check(f"input[name=undo][value={undo}]")
        self.page.get_by_role("button", name="Start the battle").click()
        expect(self.page.locator(".battle .top .turn, .battle .ask h2").first).to_be_visible()

    def play(self, most: int = 2000, seed: int = 1) -> int:
        """Answer questions with the page's buttons until it is over or so many are answered; how many there were."""
        answered: int = self.page.evaluate(PLAY, [most, seed])
        return abs(answered)

    def asked(self, words: str) -> None:
        """This is asked now."""
        expect(self.page.locator(".ask h2")).to_have_text(re.compile(re.escape(words)))

    def answer(self, words: str) -> None:
        """Take the answer with these words."""
        self.page.locator(".ask .options").get_by_role("button", name=words).first.click()

    def over(self) -> Any:
        """The battle is over; what is said of it."""
        expect(self.page.locator(".ended")).to_be_visible()
        return self.page.locator(".ended").inner_text()
