// Speaking to the table: plain requests, the seats that this browser remembers, and the line to a seat.

import { recall, remember } from "./dom.js";

/** @typedef {import("./wire.js").ToPage} ToPage */
/** @typedef {import("./wire.js").FromPage} FromPage */
/** @typedef {import("./wire.js").SeatLink} SeatLink */

/** @typedef {{battle: string, key: string, kind: string, links: SeatLink[], title: string, game: string}} MySeat */

/** What went wrong, in words that can be shown. */
export class Trouble extends Error {}

/**
 * @template T
 * @param {string} path
 * @param {{method?: string, body?: unknown, raw?: Blob | string, key?: string, name?: string}} [how]
 * @returns {Promise<T>}
 */
export async function ask(path, how = {}) {
  const reply = await send(path, how);
  return reply.status === 204 ? /** @type {T} */ (undefined) : await reply.json();
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, raw?: Blob | string, key?: string, name?: string}} how
 */
export async function send(path, how) {
  /** @type {{[name: string]: string}} */
  const headers = {};
  if (how.key) headers.authorization = `Bearer ${how.key}`;
  if (how.name) headers["x-file-name"] = encodeURIComponent(how.name).slice(0, 100);
  const body = how.raw ?? (how.body === undefined ? undefined : JSON.stringify(how.body));
  const method = how.method ?? (body === undefined ? "GET" : "POST");
  /** @type {Response} */
  let reply;
  try {
    reply = await fetch(path, { method, headers, body });
  } catch {
    throw new Trouble("The table does not answer. Is it still running? Nothing that was saved is lost.");
  }
  if (!reply.ok) {
    const problem = await reply.json().catch(() => null);
    throw new Trouble(problem?.words ?? `The table refused (${reply.status}).`);
  }
  return reply;
}

/** @returns {MySeat[]} */
export function mySeats() {
  return recall("seats", []);
}

/** @param {MySeat} seat */
export function keepSeat(seat) {
  const others = mySeats().filter((mine) => mine.battle !== seat.battle || mine.key !== seat.key);
  remember("seats", [seat, ...others].slice(0, 300));
}

/** @param {string} battle */
export function dropSeats(battle) {
  remember(
    "seats",
    mySeats().filter((mine) => mine.battle !== battle),
  );
}

/** Where a seat is played from. The key stands behind the #, which browsers send to nobody. @param {string} battle @param {string} key */
export function seatLink(battle, key) {
  return `${location.origin}/#/battle/${battle}/${key}`;
}

/** A name for this window, the same after a reload: the table asks before a seat is opened in a second one. */
function clientName() {
  const known = sessionStorage.getItem("grognard.client");
  if (known) return known;
  const name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("grognard.client", name);
  return name;
}

/** The line to a seat: comes back by itself when it breaks, and then is told everything anew. */
export class Line {
  /**
   * @param {string} battle
   * @param {string} key
   * @param {(message: ToPage) => void} hear
   * @param {(there: boolean, words: string) => void} changed
   */
  constructor(battle, key, hear, changed) {
    this.battle = battle;
    this.key = key;
    this.hear = hear;
    this.changed = changed;
    this.tries = 0;
    this.closed = false;
    this.down = false; // the line is broken, and has not come back yet
    this.take = false; // the seat is to be taken over from another window
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.wake = () => {
      if (!this.closed && (!this.socket || this.socket.readyState > 1)) this.open();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/seat`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "sit", battle: this.battle, key: this.key, client: clientName(), take: this.take }));
      this.take = false;
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      /** @type {ToPage} */
      const message = JSON.parse(String(event.data));
      if (message.type === "gone") this.closed = true;
      this.hear(message);
      if (message.type === "state" && this.down) {
        this.tries = 0;
        this.down = false;
        this.changed(true, "");
      }
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      const seconds = Math.min(8, 0.3 * 2 ** this.tries);
      this.tries += 1;
      this.down = true;
      this.changed(false, "The table does not answer. Everything that you answered is saved; trying again…");
      this.timer = setTimeout(() => this.open(), seconds * 1000);
    };
  }

  /** Play from this window, and let the other one stop. */
  takeOver() {
    this.closed = false;
    this.take = true;
    this.down = true;
    this.open();
  }

  /** @param {FromPage} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      return true;
    }
    return false;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
