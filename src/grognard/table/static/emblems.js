// What a piece is, at a glance: one emblem for each role, drawn in a box from -12 to 12.

/** @type {{[role: string]: string}} */
const EMBLEMS = {
  leader: "M-9 6V-4l4.5 4L0-8l4.500 8L9-4V6zM-9 8H9v2.500H-9z",
  swordsman: "M-8 9-9.500 7.500-6 4-8 2l1.500-1.500 2 2L5.500-7.500 9-9 7.500-5.500-2.500 4.500l2 2L-2 8l-2-2z",
  shooter: "M-10 3.500-9 .5 8.500-3.500 9.500-.8 2 1.200 1.500 4.500-1.500 5-2 2.200-6 3.300-7.500 8H-10.500z",
  archer: "M-4-10C6-8 6 8-4 10l-.8-1.800C3 6 3-6-4.800-8.200zM-5.500-9h1.500V9h-1.500zM-10-.8H6V-3l5 3-5 3V.8H-10z",
  pike: "M-1-3.500h2V11h-2zM0-11.500 3.200-3.500h-6.400z",
  spearman: "M-1-3.500h2V11h-2zM0-11.500 3.200-3.500h-6.400z",
  rider: "M-6 10C-6 4-2 3-2-1c-2 .5-4 2-6 2-1.500 0-2-1.500-1-2.500L-3-7l.5-3L1-7.500c6 1.500 7.500 8 6 17.500z",
  cavalry: "M-6 10C-6 4-2 3-2-1c-2 .5-4 2-6 2-1.500 0-2-1.500-1-2.500L-3-7l.5-3L1-7.500c6 1.500 7.500 8 6 17.500z",
  mage: "M0-11 2.200-2.800 10-0 2.200 2.800 0 11-2.200 2.800-10 0l7.800-2.800zM7-10l.9 2.100L10-7l-2.100.9L7-4l-.9-2.100L4-7l2.100-.9z",
  priest: "M-1.600-10.500h3.200v5H7v3.200H1.600V10h-3.200V-2.300H-7v-3.200h5.400z",
  monster: "M-9.500-9C-6-8-5-5-4-4h8c1-1 2-4 5.500-5C10-3 8 0 7 1c0 5-3.500 9-7 9s-7-4-7-9c-1-1-3-4-2.500-10zM-4.500-.5 -1 1.500-4 3zM4.500-.5 1 1.500 4 3z",
  beast: "M-9.500-9C-6-8-5-5-4-4h8c1-1 2-4 5.500-5C10-3 8 0 7 1c0 5-3.500 9-7 9s-7-4-7-9c-1-1-3-4-2.500-10zM-4.500-.5 -1 1.500-4 3zM4.500-.5 1 1.500 4 3z",
  infantry: "M-8-9H8v8c0 5-4 9-8 11C-4 8-8 4-8-1zM-1-6v4h-4v2h4v5h2V0h4v-2H1v-4z",
  banner: "M-8-10.500h2V11h-2zM-5-9.500C-1-12 3-7 9-9.500v10C3 3-1-2-5 .5z",
  musician: "M-9-3h4L6-9V9L-5 3h-4zM8-3c2 1.500 2 4.500 0 6z",
  artillery: "M-10 1 7-7l2.500 4.500L-6 5zM-5 4.500a3.700 3.700 0 1 0 .1 0zM2 3h8v2.500H1z",
  brute: "M-3 11-4.500 9.500 1-1c-3-2.500-2.500-8 1-10 3.500-.5 7 2.500 6.500 6C8-2 5 .5 2.500.5z",
  hero: "M0-11 3-3.600l8 .5-6.200 5L6.900 10 0 5.500-6.900 10l2.100-8.100-6.200-5 8-.5z",
  chest: "M-9-2c0-4 2-6 4-6H5c2 0 4 2 4 6zM-9 0h6.500v3h5V0H9v8H-9z",
  objective: "M-7-11h2V11h-2zM-4-10 8-5.500-4-1z",
  animal: "M-9.500-9C-6-8-5-5-4-4h8c1-1 2-4 5.500-5C10-3 8 0 7 1c0 5-3.500 9-7 9s-7-4-7-9c-1-1-3-4-2.500-10z",
  undead: "M0-10.500c5 0 8.500 3.500 8.500 8 0 3-1.500 5-3.500 6v3H3V9H1V6.500h-2V9h-2V6.500h-2v-3c-2-1-3.500-3-3.500-6 0-4.500 3.500-8 8.500-8zM-6-2.500a2.400 2.400 0 1 0 4.800 0 2.400 2.400 0 1 0-4.800 0zM1.200-2.500a2.400 2.400 0 1 0 4.800 0 2.400 2.400 0 1 0-4.800 0z",
  door: "M-7 10V-5c0-4 3-6 7-6s7 2 7 6v15zM2-1v3h2.500v-3z",
};

/** Words that games use for the same thing. @type {{[word: string]: string}} */
const SAME = {
  commander: "leader",
  captain: "leader",
  general: "leader",
  king: "leader",
  sword: "swordsman",
  fighter: "swordsman",
  warrior: "swordsman",
  foot: "infantry",
  soldier: "infantry",
  militia: "infantry",
  gun: "shooter",
  musketeer: "shooter",
  pistol: "shooter",
  missile: "archer",
  bow: "archer",
  crossbow: "archer",
  skirmisher: "archer",
  spear: "pike",
  halberd: "pike",
  horse: "rider",
  knight: "rider",
  mounted: "rider",
  chariot: "rider",
  wizard: "mage",
  witch: "mage",
  sorcerer: "mage",
  magician: "mage",
  cleric: "priest",
  monk: "priest",
  creature: "monster",
  dragon: "monster",
  standard: "banner",
  flag: "objective",
  treasure: "chest",
  loot: "chest",
  skeleton: "undead",
  gunner: "artillery",
  cannon: "artillery",
  engine: "artillery",
  champion: "hero",
};

/** The outline of a role's emblem; empty if there is none. @param {string} role */
export function emblem(role) {
  const word = role.toLowerCase();
  if (EMBLEMS[word]) return EMBLEMS[word];
  if (SAME[word]) return EMBLEMS[SAME[word]];
  for (const part of word.split(/[^a-z]+/)) {
    if (EMBLEMS[part]) return EMBLEMS[part];
    if (SAME[part]) return EMBLEMS[SAME[part]];
  }
  return "";
}

/** The outline of a side's sign, so that colour is never all: round, diamond, triangle, hexagon. @param {number} place @param {number} r */
export function sideShape(place, r) {
  const at = (/** @type {number} */ angle, /** @type {number} */ far) => `${(Math.sin(angle) * far).toFixed(2)} ${(-Math.cos(angle) * far).toFixed(2)}`;
  const ring = (/** @type {number} */ corners, /** @type {number} */ far, turn = 0) =>
    `M${Array.from({ length: corners }, (_, n) => at(turn + (n * 2 * Math.PI) / corners, far)).join("L")}Z`;
  if (place === 1) return ring(4, r * 1.18);
  if (place === 2) return ring(3, r * 1.28);
  if (place >= 3) return ring(6, r * 1.08);
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
