// Making elements. Text is always text: nothing here ever reads markup from a string.

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {{[name: string]: unknown}} Props */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "open", "indeterminate"]);

/**
 * @param {Element} element
 * @param {Props} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "style" && typeof value === "object") {
      const { style } = /** @type {HTMLElement} */ (element);
      for (const [rule, set] of Object.entries(/** @type {object} */ (value))) style.setProperty(rule, String(set));
    } else if (PROPERTIES.has(name)) {
      /** @type {any} */ (element)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) fill(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element: `h("button", {class: "go", onclick: start}, "Play")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  if (props) dress(element, props);
  fill(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  if (props) dress(element, props);
  fill(element, children);
  return element;
}

/**
 * Put these in the place of everything inside.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/** @param {number} chance */
export function percent(chance) {
  const value = chance * 100;
  if (chance > 0 && value < 1) return "<1%";
  if (chance < 1 && value > 99) return ">99%";
  return `${Math.round(value)}%`;
}

/** Who plays a side, in words: "marshal:seconds=5.0" is a marshal with five seconds. @param {string} player */
export function playerWords(player) {
  const [name, seconds] = player.split(":seconds=");
  return seconds ? `${name}, ${Number(seconds)} s` : name;
}

/**
 * How a length is written: 4.0″, 12 cm, 3 hexes.
 * @param {number} value
 * @param {string} unit
 */
export function length(value, unit) {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  if (unit === "inch") return `${text}″`;
  if (unit === "hex") return `${text} ${value === 1 ? "hex" : "hexes"}`;
  return `${text} ${unit}`;
}

/** A sign in a corner that something went wrong or was done; it goes away by itself. @param {string} words @param {"good" | "bad" | ""} [tone] */
export function toast(words, tone = "") {
  let shelf = document.querySelector(".toasts");
  if (!shelf) {
    shelf = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(shelf);
  }
  for (const old of shelf.children) if (old.textContent === words) old.remove();
  while (shelf.childElementCount > 2) shelf.firstElementChild?.remove();
  const note = h("div", { class: `toast ${tone}` }, words);
  shelf.append(note);
  setTimeout(() => note.remove(), 6000);
}

/**
 * Ask something that cannot be taken back.
 * @param {string} title
 * @param {string} words
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(title, words, yes) {
  return new Promise((resolve) => {
    const close = (/** @type {boolean} */ answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    const dialog = h(
      "dialog",
      { class: "sheet", "aria-labelledby": "confirm-title", oncancel: () => close(false) },
      h("h2", { id: "confirm-title" }, title),
      h("p", null, words),
      h(
        "div",
        { class: "row end" },
        h("button", { onclick: () => close(false) }, "Cancel"),
        h("button", { class: "go", onclick: () => close(true) }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`grognard.${name}`, JSON.stringify(value));
  } catch {
    // A browser without memory still plays.
  }
}

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`grognard.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}
