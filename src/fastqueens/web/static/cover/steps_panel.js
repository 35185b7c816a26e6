// The matrix of an exact cover problem, and a player for the steps of its search.

import { h } from "../base/dom.js";
import { playerElement } from "../board/player.js";
import { matrixView } from "./matrix_view.js";
import { stateAfter } from "./matrix_model.js";
import { S } from "./steps_texts.js";

export class StepsPanel {
  /**
   * @param {import("./matrix_model.js").CoverSteps} found
   * @param {import("../base/app_types.js").App} app
   * @param {(k: number) => void} onShow called with each step that is shown
   */
  constructor(found, app, onShow) {
    const { steps, complete, items } = found;
    this.found = found;
    this.view = matrixView(found, S.matrix);
    this.sentence = h("p", { class: "step-sentence" });
    this.state = h("p", { class: "muted" });
    const sentence = (/** @type {number} */ k) => (k ? steps[k - 1][5] : S.start);
    this.player = playerElement(
      {
        show: (k) => {
          const state = stateAfter(found, k);
          this.view.show(state);
          this.sentence.textContent = sentence(k);
          const covered = state.covered.reduce((sum, x) => sum + x, 0);
          this.state.textContent = S.state(state.left, covered, items.length);
          onShow(k);
        },
        label: (k) => S.step(k, steps.length),
        describe: sentence,
      },
      S.player,
    );
    this.element = h(
      "section",
      { class: "card stack cover-steps" },
      h("h2", {}, S.title),
      !complete && h("p", { class: "note" }, S.first(steps.length)),
      this.sentence,
      this.player,
      this.state,
      this.view.element,
      h("p", { class: "muted" }, S.signs),
    );
    this.player.listen(this.element);
    app.onAppearanceChange(() => this.player.showPosition(this.player.at));
  }

  /** Shows a step, counted from 0. The panel must be in the page. @param {number} step */
  begin(step) {
    this.player.speed = 1;
    this.player.count = this.found.steps.length + 1;
    this.player.showPosition(step);
    this.element.scrollIntoView({ block: "nearest" });
  }
}
