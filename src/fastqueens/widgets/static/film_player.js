// A film in a widget: the player of the page, and the trait `at`, which goes both ways.

import { playerElement } from "../../web/static/board/player.js";
import { channel } from "./widget_shell.js";

/** @typedef {import("./widget_shell.js").Model} Model */

/**
 * @param {Model} model
 * @param {string} name what the player is called
 * @param {{count: () => number, show: (k: number) => void, label: (k: number) => string, tell: (k: number) => string}} film
 */
export function played(model, name, film) {
  let coming = false; // while a position comes from the kernel, it is not told
  const player = playerElement(
    {
      show: (k) => {
        film.show(k);
        if (coming || model.get("at") === k) return;
        model.set("at", k);
        model.save_changes();
      },
      label: film.label,
      describe: film.tell,
    },
    name,
  );
  player.speed = 3;
  /** Take up what the kernel has. */
  const arrive = () => {
    coming = true;
    player.at = model.get("at") ?? 0;
    if (player.count === film.count()) player.showPosition(player.at);
    else player.count = film.count();
    film.show(player.at);
    coming = false;
  };
  const moved = () => {
    if (model.get("at") === player.at) return;
    player.pause(false);
    arrive();
  };
  model.on("change:at", moved);
  return { player, arrive, end: () => model.off("change:at", moved) };
}

/**
 * What a widget's module exports: its views share one way to the kernel.
 * @param {(model: Model, el: HTMLElement, ask: ReturnType<typeof channel>) => {end: () => void}} make
 */
export const shown = (make) => () => {
  /** @type {ReturnType<typeof channel> | null} */
  let ask = null;
  return {
    /** @param {{model: Model, el: HTMLElement}} cell */
    render({ model, el }) {
      ask ??= channel(model);
      const view = make(model, el, ask);
      return () => view.end();
    },
  };
};
