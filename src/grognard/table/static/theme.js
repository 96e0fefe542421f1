// Light or dark: as the system has it, unless somebody wants it otherwise.

import { remember } from "./dom.js";

/** @param {string} theme */
export function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  remember("theme", theme);
}
