// The keys of the packing lab, on its board and for the piece in hand.

import { announce } from "../base/announce.js";
import { isTyping } from "../base/shortcuts.js";
import { settings } from "../base/storage.js";
import { PackingModel } from "./packing_model.js";
import { K } from "./packing_texts.js";

/** @typedef {import("./packing_table.js").PackingTable} PackingTable */

/**
 * Turn the piece in hand if the key asks for that.
 * @param {PackingTable} table
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was used
 */
export function turnByKey(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !settings.keys) return false;
  const next = /** @type {Record<string, (orientation: number) => number>} */ ({
    r: PackingModel.rotate,
    f: PackingModel.mirror,
    u: (orientation) => table.model.nextPlane(orientation),
  })[event.key.toLowerCase()];
  if (!next) return false;
  event.preventDefault();
  table.turn(next, table.chosen);
  return true;
}

/** Handle a key on the board. @param {PackingTable} table @param {KeyboardEvent} event */
export function onBoardKey(table, event) {
  const { board, model } = table;
  if (table.frame) return;
  const target = event.altKey ? null : board.keyTarget(event);
  if (target !== null) {
    event.preventDefault();
    board.focusCell(target);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const under = model.pieceByCell[table.cursor];
  const remove = () => table.takeOff(under >= 0 ? under : table.chosen);
  const act = /** @type {Record<string, () => void>} */ ({
    Enter: () => putOrPickUp(table, under),
    " ": () => putOrPickUp(table, under),
    Delete: remove,
    Backspace: remove,
    Escape: () => table.choose(-1),
    ...(settings.keys && {
      n: () => table.nextFit(),
      ",": () => table.chooseNeighbour(-1),
      ".": () => table.chooseNeighbour(1),
    }),
  })[key];
  if (act) {
    event.preventDefault();
    act();
    return;
  }
  if (table.chosen < 0 && under >= 0 && "rfu".includes(key)) table.choose(under, false);
  turnByKey(table, event);
}

/** @param {PackingTable} table @param {number} under the piece under the cursor, -1 for none */
function putOrPickUp(table, under) {
  if (table.chosen >= 0 && !table.model.placed[table.chosen]) table.putDown(table.cursor);
  else if (under < 0) announce(K.choose);
  else table.pickUp(under);
}
