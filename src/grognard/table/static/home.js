// Home: the games, each a click away from a battle.

import { ask, keepSeat } from "./api.js";
import { h, s, toast } from "./dom.js";
import { emblem, sideShape } from "./emblems.js";
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
    h("section", { class: "hero" }, data.table && h("p", { class: "soft" }, data.table), h("h1", null, "Which war today?"), h("p", null, "Tabletop wargames with the rules fully enforced, real odds on every button, and a reason behind every line.")),
    h("div", { class: "games" }, data.games.map((game) => gameCard(game))),
  );
  return { element, title: "" };
}

const CAST = ["leader", "swordsman", "shooter", "pike", "rider", "mage", "priest", "monster", "infantry", "banner", "archer", "hero"];

/** A strip of table with a few pieces of both sides, another one for each game. @param {GameCard} game */
function strip(game) {
  let seed = [...game.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const next = (/** @type {number} */ below) => {
    seed = (seed * 137 + 41) % 9973;
    return seed % below;
  };
  const hexes = game.unit === "hex";
  const picture = s("svg", { class: "strip", viewBox: "0 0 360 84", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" }, s("rect", { class: "felt", width: 360, height: 84 }));
  if (hexes) {
    for (let row = 0; row < 4; row += 1) for (let column = -1; column < 10; column += 1) picture.append(s("path", { class: "hexline", d: hexagon(column * 42 + (row % 2) * 21, row * 36 - 8, 24) }));
  } else {
    for (let n = 0; n < 7; n += 1) picture.append(s("circle", { class: n % 2 ? "felt-dark" : "felt-light", cx: next(360), cy: next(84), r: 14 + next(26), opacity: 0.25 }));
    const x = 150 + next(60);
    for (let n = 0; n < 5; n += 1) picture.append(s("circle", { class: n % 2 ? "tree" : "tree-2", cx: x + next(46), cy: 14 + next(56), r: 9 + next(7) }));
  }
  for (let n = 0; n < 6; n += 1) {
    const side = n < 3 ? 0 : 1;
    const x = hexes ? [21, 63, 42, 315, 273, 294][n] : 24 + (n % 3) * 36 + side * 218 + next(12);
    const y = hexes ? [28, 28, 64, 28, 28, 64][n] : 20 + next(44);
    const sign = emblem(CAST[next(CAST.length)]);
    picture.append(
      s(
        "g",
        { class: `token side-${side}`, transform: `translate(${x} ${y})` },
        hexes ? s("rect", { class: "card", x: -13, y: -13, width: 26, height: 26, rx: 3 }) : s("circle", { class: "stand", r: 15 }),
        hexes ? s("path", { class: "emblem dark", d: sign, transform: "scale(.8)" }) : [s("path", { class: "body", d: sideShape(side, 12.5), "stroke-width": 2 }), s("path", { class: "emblem", d: sign, transform: "scale(.68)" })],
      ),
    );
  }
  return picture;
}

/** @param {number} x @param {number} y @param {number} r */
function hexagon(x, y, r) {
  const corners = [0, 1, 2, 3, 4, 5].map((n) => `${(x + Math.sin((n * Math.PI) / 3) * r).toFixed(1)} ${(y - Math.cos((n * Math.PI) / 3) * r).toFixed(1)}`);
  return `M${corners.join("L")}Z`;
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
    strip(game),
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
    ),
    h(
      "p",
      { class: "row links" },
      h("a", { href: `#/odds/${game.name}`, "aria-label": `Odds of ${game.title}` }, "Odds"),
      h("a", { href: `#/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
    ),
  );
}
