// What can be had of a battle that is over: its record as a file, and its dice thrown again.

import { ask, send } from "./api.js";
import { confirmed, h, toast } from "./dom.js";

/** Save a record as a file. @param {string} id @param {string} key */
export async function exportRecord(id, key) {
  try {
    const reply = await send(`/api/battles/${id}/record`, { key });
    const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1] ?? "battle.json";
    const url = URL.createObjectURL(await reply.blob());
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

/** Throw every die again from the seed, and say whether all fell alike. @param {string} id @param {string} key */
export async function verifyDice(id, key) {
  try {
    const found = /** @type {import("./wire.js").Verified} */ (await ask(`/api/battles/${id}/verify`, { method: "POST", key }));
    if (found.wrong.length) {
      await confirmed("The dice do not fit", found.wrong.join("; "), "I see");
      return;
    }
    const typed = found.typed ? ` ${found.typed} were typed in.` : "";
    const earlier = found.unchecked ? ` ${found.unchecked} fell in an earlier battle that this one goes on from; its seed is not known, so they could not be checked.` : "";
    toast(`${found.unchecked ? "" : "All "}${found.throws} throws were made again from the seed, and all are the same.${typed}${earlier}`, "good");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}
