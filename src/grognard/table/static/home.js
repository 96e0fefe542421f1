// Home: the games, each a click away from a battle.

import { ask, keepSeat } from "./api.js";
import { h, toast } from "./dom.js";
import { shell } from "./shell.js";

/** @typedef {import("./wire.js").Home} Home */
/** @typedef {import("./wire.js").GameCard} GameCard */
/** @typedef {import("./wire.js").Made} Made */
/** @typedef {import("./wire.js").NewBattle} NewBattle */

/** Set up a battle, remember its seats, and go there. @param {NewBattle} wanted */
export async function begin(wanted) {
  const made = /** @type {Made} */ (await ask("/api/battles", { body: wanted }));
  const host = made.seats[0];
  keepSeat({ battle: made.battle, key: host.key, kind: host.kind, links: made.seats, title: made.title, game: wanted.game });
  sessionStorage.setItem(`grognard.seat.${made.battle}`, host.key);
  location.hash = `#/battle/${made.battle}`;
}

export async function home() {
  const data = /** @type {Home} */ (await ask("/api/home"));
  const element = shell(
    "home",
    h("section", { class: "hero" }, h("h1", null, "Which war today?"), h("p", null, "Tabletop wargames with the rules fully enforced, real odds on every button, and a reason behind every line.")),
    h("div", { class: "games" }, data.games.map((game) => gameCard(game))),
  );
  return { element, title: "" };
}

/** @param {GameCard} game */
function gameCard(game) {
  const quick = game.scenarios?.find((scenario) => scenario.name === game.quick);
  if (game.problem || !quick) {
    return h("article", { class: "game off" }, h("h2", null, game.title), game.blurb && h("p", null, game.blurb), h("p", { class: "soft" }, game.problem ?? "There is nothing to play."));
  }
  const play = h(
    "button",
    {
      class: "go",
      onclick: async () => {
        play.disabled = true;
        try {
          await begin({ game: game.name, scenario: quick.name });
        } catch (error) {
          toast(error instanceof Error ? error.message : String(error), "bad");
          play.disabled = false;
        }
      },
    },
    "Play now",
  );
  const companion = game.scenarios?.find((scenario) => scenario.companion && !scenario.problem);
  return h(
    "article",
    { class: "game" },
    h("h2", null, game.title),
    h("p", null, game.blurb),
    h("ul", { class: "tags" }, [game.dice, game.solo && "solo", `${game.scenarios?.length ?? 0} scenarios`].filter(Boolean).map((tag) => h("li", { class: "tag" }, String(tag)))),
    h("p", { class: "soft" }, h("b", null, quick.title), quick.minutes ? `, about ${quick.minutes} minutes` : "", quick.size ? `, ${quick.size}` : "", quick.about ? `. ${quick.about}` : ""),
    h(
      "div",
      { class: "row" },
      play,
      h("a", { class: "button", href: `#/setup/${game.name}`, "aria-label": `Set up ${game.title}` }, "Set up"),
      companion && h("a", { class: "button", href: `#/setup/${game.name}?scenario=${companion.name}` }, "Beside a real table"),
      h("a", { class: "button plain-link", href: `#/odds/${game.name}`, "aria-label": `Odds of ${game.title}` }, "Odds"),
      h("a", { class: "button plain-link", href: `#/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
    ),
  );
}
