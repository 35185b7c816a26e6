// A player in a widget. It uses the player of the page, and synchronises the position with the
// trait `at`.

import { playerElement } from "../../web/static/board/player.js";
import { kernelChannel } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */

/**
 * @param {Model} model
 * @param {string} name the label of the player
 * @param {{count: () => number, show: (k: number) => void, label?: (k: number) => string, describe: (k: number) => string, has?: (k: number) => boolean, load?: (k: number) => Promise<unknown>}} film
 */
export function filmPlayer(model, name, film) {
  let fromKernel = false; // true while the position is set by the kernel
  const player = playerElement(
    {
      show: (k) => {
        film.show(k);
        if (fromKernel || model.get("at") === k) return;
        model.set("at", k);
        model.save_changes();
      },
      label: film.label,
      describe: film.describe,
      has: film.has,
      load: film.load,
    },
    name,
  );
  player.speed = 3;
  /** Shows the position that the kernel has set. */
  const refresh = () => {
    fromKernel = true;
    player.at = model.get("at") ?? 0;
    if (player.count === film.count()) player.showPosition(player.at);
    else player.count = film.count();
    film.show(player.at);
    fromKernel = false;
  };
  const onChange = () => {
    if (model.get("at") === player.at) return;
    player.pause(false);
    refresh();
  };
  model.on("change:at", onChange);
  return { player, refresh, end: () => model.off("change:at", onChange) };
}

/**
 * Makes the default export of a widget's module. All views of a widget share one channel to the kernel.
 * @param {(model: Model, el: HTMLElement, ask: ReturnType<typeof kernelChannel>) => {end: () => void}} makeView
 */
export const widgetModule = (makeView) => () => {
  /** @type {ReturnType<typeof kernelChannel> | null} */
  let ask = null;
  return {
    /** @param {{model: Model, el: HTMLElement}} cell */
    render({ model, el }) {
      ask ??= kernelChannel(model);
      const view = makeView(model, el, ask);
      return () => view.end();
    },
  };
};
