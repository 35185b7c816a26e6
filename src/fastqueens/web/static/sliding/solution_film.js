// Plays the moves of a solution, and saves these moves to a file.

import { button, dialog, h, replaceChildren } from "../base/dom.js";
import { download } from "../base/search_button.js";
import { playerElement } from "../board/player.js";
import { toRows } from "./sliding_model.js";
import { S } from "./sliding_texts.js";

/** @typedef {import("./sliding_model.js").Solution} Solution */

export class SolutionFilm {
  /**
   * @param {import("./sliding_model.js").SlidingGame} game
   * @param {(tiles: number[], moved: number) => void} onShow receives the tiles and the tile that moved last
   */
  constructor(game, onShow) {
    this.game = game;
    this.onShow = onShow;
    /** @type {Solution | null} */
    this.solution = null;
    this.player = playerElement(
      {
        show: (k) => this.#show(k),
        label: (k) => S.of(k, this.length),
        describe: (k) => S.at(k, this.length, this.solution?.moves[k - 1] ?? ""),
      },
      S.replay,
    );
    this.player.speed = 3;
    this.moveList = h("p", { class: "moves" });
    this.element = h("div", { class: "card stack", hidden: true }, h("h2", {}, S.replay), this.player, this.moveList);
    this.playButton = button(S.visualise, "play", () => {
      this.player.showPosition(0);
      this.player.play();
      this.element.parentElement?.scrollIntoView({ block: "nearest" });
    });
    this.saveButton = button(S.saveAs, "export", () => this.#openSaveDialog());
  }

  /** The number of moves. */
  get length() {
    return this.solution?.moves.length ?? 0;
  }

  /** @param {Solution} solution */
  open(solution) {
    this.solution = solution;
    const { player } = this;
    const { moves } = solution;
    replaceChildren(
      this.moveList,
      h("span", { class: "hidden" }, `${S.moves}: ${moves.join(" ")}`),
      moves.map((move, k) =>
        h("span", { "aria-hidden": "true", title: move, onclick: () => player.jumpTo(k + 1) }, S.arrows[move]),
      ),
    );
    this.#setOpen(true);
    player.count = 0;
    player.at = 0;
    player.count = moves.length + 1;
  }

  close() {
    this.player.pause(false);
    this.solution = null;
    this.player.count = 0;
    this.#setOpen(false);
  }

  /** @param {boolean} open */
  #setOpen(open) {
    this.element.hidden = !open;
    this.playButton.disabled = this.saveButton.disabled = !open;
  }

  /** @param {number} k the number of moves that have been made */
  #show(k) {
    const { solution } = this;
    if (!solution) return;
    const { boards } = solution;
    for (const [i, step] of [...this.moveList.children].entries()) {
      step.classList.toggle("on", i === k && k > 0);
      step.classList.toggle("past", i < k && i > 0);
    }
    this.onShow(boards[k], k ? boards[k][boards[k - 1].indexOf(0)] : 0);
  }

  #openSaveDialog() {
    if (!this.solution) return;
    const { boards, moves, counters, ms } = this.solution;
    const { columns, goal } = this.game.info;
    const request = { tiles: toRows(boards[0], columns), goal, moves, nodes: counters.nodes, ms };
    const saveAs = async (/** @type {string} */ format) => {
      await download("slide/save", { ...request, format }, `sliding-${moves.length}.${format}`);
      box.close();
    };
    const formats = S.saveFormats.map(([format, text]) => button(text, "export", () => saveAs(format)));
    const box = dialog(S.saveAs, [h("div", { class: "menu" }, formats)]);
  }
}
