// The engine of a page without a server: Python in workers, which answers the requests of base/api.js.

import { announce } from "../base/announce.js";
import { h } from "../base/dom.js";
import { T } from "./engine_texts.js";

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {string} path
 * @property {string | null} body
 * @property {(response: Response) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {ReadableStreamDefaultController<Uint8Array> | null} stream
 * @property {(() => void) | null} pulled called when the worker has sent what the stream has asked for
 * @property {boolean} stopped whether nobody waits for the answer any more
 */

const GRACE_MS = 300; // A worker that does not stop within this time is ended, and another one takes over.
const SPARE_MS = 200; // If an answer takes longer, the reader may want to stop it: a spare worker is started.
const PHONE_MEMORY = 4; // GiB; a device with at most as much has no spare worker
const QUEUE = 8; // the most events of a stream that wait for the page
const NO_MEMORY = /out of memory|allocat|grow/i; // what browsers say about too little memory

const encoder = new TextEncoder();
const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=engine]"));
const folder = new URL(meta?.content ?? "", document.baseURI).href;
const size = Number(meta?.dataset.bytes);
const deviceMemory = Number(/** @type {any} */ (navigator).deviceMemory ?? 0);
let maxWorkers = deviceMemory && deviceMemory <= PHONE_MEMORY ? 1 : 2;

/** @type {EngineWorker[]} */
const workers = [];
/** @type {Question[]} */
const waiting = [];
let lastId = 0;

/** One worker with its own Python. */
class EngineWorker {
  constructor() {
    /** The questions that are not answered completely. @type {Map<number, Question>} */
    this.open = new Map();
    /** What the worker is doing: the number of a question, -1 while it loads, 0 for nothing. */
    this.busy = -1;
    this.loaded = 0;
    this.worker = new Worker(workerAddress(), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new TypeError(event.message));
    };
    this.worker.postMessage({ folder, deviceMemory });
  }

  /** @param {any} data a message of engine/worker.js */
  receive(data) {
    if (data.loaded) return showProgress((this.loaded += data.loaded));
    if (data.ready) {
      this.busy = 0;
      if (progress) announce(T.engineReady);
      hideProgress();
      copyEngine();
      return dispatch();
    }
    if (data.failed !== undefined) return this.fail(failure(data.failed, this.busy !== -1));
    const question = this.open.get(data.id);
    if (data.event) {
      question?.stream?.enqueue(encoder.encode(`event: ${data.event}\ndata: ${data.data}\n\n`));
      return;
    }
    if (this.busy === data.id) this.busy = 0;
    if (data.stopped) this.open.delete(data.id);
    else if (question && data.status) this.answer(question, data);
    else if (question && !data.more) {
      this.open.delete(data.id);
      question.stream?.close();
    }
    dispatch(); // before the stream asks for its next event, so that a short question need not wait for its end
    question?.pulled?.();
  }

  /** @param {Question} question @param {any} data */
  answer(question, { status, type, disposition, content, stream }) {
    const headers = new Headers({ "content-type": type });
    if (disposition) headers.set("content-disposition", disposition);
    if (question.stopped) {
      if (!stream) this.open.delete(question.id);
      return;
    }
    if (!stream) {
      this.open.delete(question.id);
      question.resolve(new Response(content, { status, headers }));
      return;
    }
    const body = new ReadableStream(
      {
        start: (controller) => {
          question.stream = controller;
        },
        pull: () =>
          new Promise((done) => {
            question.pulled = done;
            this.run(question.id, { id: question.id, next: true });
          }),
      },
      { highWaterMark: QUEUE },
    );
    question.resolve(new Response(body, { status, headers }));
  }

  /** Sends a message that makes the worker busy. @param {number} id @param {any} message */
  run(id, message) {
    this.busy = id;
    this.worker.postMessage(message);
    setTimeout(() => {
      if (this.busy === id && this.open.has(id)) startSpare();
    }, SPARE_MS);
  }

  /** @param {Question} question */
  ask(question) {
    this.open.set(question.id, question);
    const { id, path, body } = question;
    this.run(id, { id, path, body });
  }

  /** Stops a question that nobody waits for. @param {number} id */
  stop(id) {
    this.worker.postMessage({ id, stop: true });
    setTimeout(() => {
      if (!this.open.has(id)) return;
      this.open.delete(id);
      this.end();
      // The other questions of this worker have no answer yet: they are asked again, unless they are streams.
      for (const question of this.open.values()) {
        if (question.stream) question.stream.error(new TypeError("the worker was ended"));
        else if (!question.stopped) waiting.unshift(question);
      }
      startSpare();
      dispatch();
    }, GRACE_MS);
  }

  /** Ends the worker, and removes it from the list. */
  end() {
    this.worker.terminate();
    workers.splice(workers.indexOf(this), 1);
  }

  /** Ends the worker after an error. @param {unknown} error */
  fail(error) {
    const asked = [...this.open.values()];
    this.end();
    hideProgress();
    if (this.busy === -1) {
      maxWorkers = Math.max(1, workers.length); // There is no memory for a spare worker.
      if (!workers.length) asked.push(...waiting.splice(0));
    }
    for (const { stream, reject, resolve } of asked) {
      if (stream) stream.error(error);
      else if (error instanceof Response) resolve(error.clone());
      else reject(error);
    }
    dispatch();
  }
}

/** Returns the address of the worker; the policy of the page forbids plain text as the address of a script. */
function workerAddress() {
  const address = String(new URL("worker.js", import.meta.url));
  const { trustedTypes } = /** @type {any} */ (globalThis);
  policy ??= trustedTypes?.createPolicy("fastqueens-engine", { createScriptURL: () => address });
  return policy ? policy.createScriptURL(address) : address;
}
/** @type {any} */
let policy;

/**
 * Returns the failure of a worker: an answer in words if its memory was too small, else an error as for a server that
 * does not answer.
 * @param {string} text
 * @param {boolean} running
 */
function failure(text, running) {
  if (!running && !NO_MEMORY.test(text)) return new TypeError(text);
  const sentence = NO_MEMORY.test(text) ? T.noMemory : T.engineBroken;
  const headers = { "content-type": "application/json" };
  return new Response(JSON.stringify({ error: sentence }), { status: 507, headers });
}

/** Starts a worker if there may be one more and none is starting, so that it is warm when it is needed. */
function startSpare() {
  if (workers.length >= maxWorkers || workers.some((x) => x.busy === -1)) return;
  workers.push(new EngineWorker());
  showProgress(0);
}

/** Gives waiting questions to workers that have nothing to do. */
function dispatch() {
  while (waiting.length) {
    const free = workers.find((x) => x.busy === 0);
    if (!free) {
      if (!workers.length) startSpare();
      return;
    }
    free.ask(/** @type {Question} */ (waiting.shift()));
  }
}

/**
 * Answers a request as a server would.
 * @param {string} path the address after `/api/`
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
export function answerRequest(path, { body, signal }) {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    /** @type {Question} */
    const question = {
      id,
      path: `/api/${path}`,
      body: /** @type {string | null} */ (body ?? null),
      resolve,
      reject,
      stream: null,
      pulled: null,
      stopped: false,
    };
    const stop = () => {
      const error = signal?.reason;
      reject(error);
      question.stream?.error(error);
      question.stream = null;
      question.stopped = true;
      const place = waiting.indexOf(question);
      if (place >= 0) waiting.splice(place, 1);
      else workers.find((x) => x.open.has(id))?.stop(id);
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop, { once: true });
    waiting.push(question);
    dispatch();
  });
}

/** Loads the engine before the first question, unless the reader wants to save data. */
export function warmUp() {
  if (!workers.length && !(/** @type {any} */ (navigator).connection?.saveData)) startSpare();
}

/** @type {HTMLElement | null} */
let progress = null;

/** Shows how much of the engine is loaded; nothing while a spare worker is loaded. @param {number} bytes */
function showProgress(bytes) {
  if (workers.some((x) => x.busy !== -1)) return;
  if (!progress) {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("engine.css", import.meta.url).pathname }));
    progress = h("div", { class: "engine-progress" }, h("span", {}), h("progress", { max: 100 }));
    document.body.append(progress);
  }
  const percent = Math.min(99, Math.floor((100 * bytes) / size));
  const [text, bar] = progress.children;
  text.textContent = T.engineLoads(percent);
  /** @type {HTMLProgressElement} */ (bar).value = percent;
  bar.setAttribute("aria-label", T.engineLoads(percent));
}

/** Removes the progress. */
function hideProgress() {
  progress?.remove();
  progress = null;
}

/** Lets the service worker copy the files of the engine, so that the next visit needs no network. */
async function copyEngine() {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage("copy the engine");
}
