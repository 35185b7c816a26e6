// The help of the engine on the screen Play: hints in three parts, and the check for mistakes.

import { announce, toast } from "../base/announce.js";
import { ApiError, NetworkError, post } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { capitalize, cellName, joinAnd } from "../base/strings.js";
import { QUEEN, pairToCell } from "../board/rules.js";
import {
  HintCounter,
  changesText,
  firstPart,
  hasParts,
  hintChanges,
  isLastPart,
  showHint,
} from "../board/hint_card.js";
import { T } from "./play_texts.js";

/** @typedef {import("./play_session.js").Session} Session */
/** @typedef {import("./play_view.js").PlayView} PlayView */

const BUSY_MS = 1000; // A request that takes longer than this gets a Stop button.

export class Hints {
  /**
   * @param {Session} session
   * @param {PlayView} view
   * @param {() => void} onChange called when a hint has changed the game
   * @param {() => void} onExplain called by the button that explains why a board has no solution
   */
  constructor(session, view, onChange, onExplain) {
    this.session = session;
    this.view = view;
    this.onChange = onChange;
    this.onExplain = onExplain;
    /** @type {import("../board/hint_card.js").Hint | null} the hint that is shown */
    this.hint = null;
    this.counter = new HintCounter();
    /** @type {AbortController | null} aborts the current request */
    this.running = null;
  }

  /**
   * Sends the position to the engine. After a while the card shows a Stop button.
   * @param {string} path
   * @param {object} [more] further members of the request
   * @returns {Promise<any>} null if the request was stopped or has failed
   */
  async request(path, more = {}) {
    const { session, view } = this;
    this.running?.abort();
    const { signal } = (this.running = new AbortController());
    const timer = setTimeout(
      () => view.showCard([h("p", {}, `${T.thinking} …`), button(T.stop, "stop", () => this.clear())]),
      BUSY_MS,
    );
    try {
      const answer = await post(path, { ...session.position, ...more }, signal);
      if (answer.multiple_solutions && !session.multipleSolutions) {
        session.multipleSolutions = true;
        view.showHeader();
      }
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof NetworkError) toast(T.engineSilent, { error: true });
      else if (error instanceof ApiError) view.note(error.message, true);
      else throw error;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Removes the hint and stops the current request. */
  clear() {
    const { view } = this;
    this.running?.abort();
    view.board.highlight({});
    view.showIdleCard();
    view.hintPart = 0;
    if (!this.hint) return;
    this.hint = null;
    view.show();
  }

  /**
   * Shows the next part of a hint. A step has two parts: where to look, and why. A mistake has three, each from the
   * engine: that something is wrong, which piece it is, and where it belongs. After the last part it applies the hint.
   */
  async next() {
    const { session, view, hint } = this;
    if (hint && isLastPart(hint, view.hintPart)) return this.#apply(hint);
    if (hint?.steps.length) return this.#showPart(hint, 2);
    const skip = this.counter.count(session.position);
    const answer = await this.request("hint", { skip });
    if (!answer) return;
    if (!hint) session.hints++;
    if (hasParts(answer)) this.#showPart(answer, firstPart(answer, skip));
    else
      view.note(
        answer.kind ? answer.sentence : T.noSolutionYet,
        false,
        this.#explainButton(answer.kind === "unsolvable"),
      );
  }

  /** Returns the button that explains why a board has no solution. @param {boolean} shown */
  #explainButton(shown) {
    return shown && button(T.showWhy, "explain", this.onExplain);
  }

  /** @param {import("../board/hint_card.js").Hint} hint @param {number} part */
  #showPart(hint, part) {
    const { view } = this;
    this.hint = hint;
    this.counter.add(hint, part);
    view.hintPart = part;
    const next = () => this.next();
    const { text, content } = showHint(view.board, hint, part, next, () => this.clear());
    view.showCard(content);
    view.show(); // From its second part on, a hint also shows the cells that queens rule out.
    announce(text);
  }

  /** @param {import("../board/hint_card.js").Hint} hint */
  #apply(hint) {
    const { game, puzzle } = this.session;
    const changes = hintChanges(hint, puzzle.n, game.cells);
    game.changeCells("hint", changes);
    announce(changesText(changes, puzzle));
    this.onChange();
    const [cell] = changes.find(([, value]) => value === QUEEN) ?? changes[0] ?? [0];
    this.view.board.focusCell(cell);
  }

  /** Shows the number of mistakes, and a button that highlights the mistakes. */
  async check() {
    const { session, view } = this;
    const { n } = session.puzzle;
    this.clear();
    const answer = await this.request("check");
    if (!answer) return;
    const mistakes = [...answer.queens, ...answer.eliminated].map(pairToCell(n));
    const show = () => {
      view.board.highlight({ mistakes });
      announce(joinAnd(mistakes.map((i) => cellName(i, n))));
    };
    view.note(
      answer.unsolvable ? T.noSolution : answer.count === 0 && !answer.stopped ? T.noMistakes : answer.sentence,
      answer.count > 0,
      this.#explainButton(answer.unsolvable),
      answer.multiple_solutions && h("small", {}, capitalize(T.severalSolutions)),
      mistakes.length > 0 && button(T.showThem, "next", show, { class: "main" }),
    );
  }
}
