// Requests to the engine: a server on this computer, or workers of this page. The page talks to no other server.

import { fileOf, isOwnEngine, levelListOf } from "./addresses.js";

/** The engine has refused a request. The message is a sentence for the reader. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {any} [answer] */
  constructor(message, status, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** The engine does not answer: it has stopped. */
export class NetworkError extends Error {}

/**
 * Sends a request to the engine.
 * @param {string} path the address after `/api/`
 * @param {RequestInit} options
 */
async function send(path, options) {
  if (!isOwnEngine) return fetch(`api/${path}`, options);
  if (!options.method) {
    const file = await fetch(fileOf(path), options).catch(() => null); // null: without a network
    if (file?.ok) return file;
    options.signal?.throwIfAborted();
  }
  const { answerRequest } = await import("../engine/page_engine.js");
  return answerRequest(path, options);
}

/** @type {(gone: boolean) => void} */
let connectionListener = () => {};

/**
 * Sets the function that is called after each request.
 * @param {(gone: boolean) => void} then receives true if the engine has stopped, else false
 */
export function onConnectionChange(then) {
  connectionListener = then;
}

/** Reports to the page that the engine has stopped. */
function networkError() {
  connectionListener(true);
  return new NetworkError("The engine has stopped.");
}

/**
 * Sends a request, and throws an ApiError or a NetworkError if it fails.
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await send(path, options);
  } catch (error) {
    throw options.signal?.aborted ? error : networkError();
  }
  // The service worker answers with its copies while the engine is stopped.
  connectionListener(response.headers.has("x-fastqueens-offline"));
  if (response.ok) return response;
  let answer = null;
  try {
    answer = await response.json();
  } catch {
    // The answer is not JSON, so the message gives the status.
  }
  throw new ApiError(
    typeof answer?.error === "string" ? answer.error : `The engine answered with error ${response.status}.`,
    response.status,
    answer,
  );
}

/** @param {unknown} body @param {AbortSignal} [signal] @returns {RequestInit} */
const postOptions = (body, signal) => ({
  method: "POST",
  // If too many searches run, the engine names the screens that run them.
  headers: { "Content-Type": "application/json", "X-Screen": encodeURIComponent(document.title.split(" · ")[0]) },
  body: JSON.stringify(body),
  signal,
});

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await request(path, { signal })).json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body, signal) => (await request(path, postOptions(body, signal))).json();

/** @param {unknown} body @param {string} [path] @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export const postForBlob = async (body, path = "export", signal) =>
  (await request(path, postOptions(body, signal))).blob();

/**
 * Reads a stream of events until the engine ends it or the signal is aborted.
 * @param {string} path
 * @param {unknown} body
 * @param {(event: string, data: any) => void | Promise<void>} each called for each event; while its promise is pending,
 *   no further event is read and the engine waits
 * @param {AbortSignal} signal
 */
export async function stream(path, body, each, signal) {
  const response = await request(path, postOptions(body, signal));
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw signal.aborted ? error : networkError();
    });
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = /** @type {string} */ (events.pop());
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (name && data) await each(name, JSON.parse(data));
    }
  }
}

/** @type {Map<string, Promise<any>>} */
const cachedAnswers = new Map();

/**
 * Sends a GET request once. The answer is kept, so use this only for answers that do not change.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function getCached(path) {
  let found = cachedAnswers.get(path);
  if (!found) {
    found = get(path);
    cachedAnswers.set(path, found);
    found.catch(() => cachedAnswers.delete(path));
  }
  return found;
}

/**
 * Returns a level, and the names of its neighbours, from the list of the levels of its size.
 * @param {string} name
 * @returns {Promise<{level: any, previous: string | null, next: string | null}>}
 */
export async function getLevel(name) {
  const list = levelListOf(name);
  const { levels } = list ? await getCached(list).catch(rethrowUnlessRefused) : { levels: [] };
  const at = levels.findIndex((/** @type {any} */ x) => x.name === name);
  if (at < 0) return getCached(`levels?name=${encodeURIComponent(name)}`); // The engine suggests a similar name.
  return { level: levels[at], previous: levels[at - 1]?.name ?? null, next: levels[at + 1]?.name ?? null };
}

/** Treats a size without levels as an empty list. @param {unknown} error */
function rethrowUnlessRefused(error) {
  if (!(error instanceof ApiError)) throw error;
  return { levels: [] };
}

/**
 * Returns whether an error means that the engine has stopped. An error about a module that cannot
 * be loaded also means that the engine has stopped.
 * @param {unknown} error
 */
export function isNetworkError(error) {
  const module = error instanceof TypeError && /import|module/i.test(error.message);
  if (module) connectionListener(true);
  return module || error instanceof NetworkError;
}
