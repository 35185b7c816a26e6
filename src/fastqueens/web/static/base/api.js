// Asking the engine: this computer's own server, and nobody else.

/** What the engine refused, as a sentence to show. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {any} [answer] */
  constructor(message, status, answer) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** The engine does not answer. */
export class NetworkError extends Error {}

/** @type {(gone: boolean) => void} */
let connectionListener = () => {};

/** @param {(gone: boolean) => void} then told whenever the engine goes or comes back */
export function onConnectionChange(then) {
  connectionListener = then;
}

/** The engine does not answer, or no longer: told to the page. */
function networkError() {
  connectionListener(true);
  return new NetworkError("The engine has stopped.");
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    throw options.signal?.aborted ? error : networkError();
  }
  connectionListener(false);
  if (response.ok) return response;
  let answer = null;
  try {
    answer = await response.json();
  } catch {
    /* no JSON: what follows says the number */
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
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await request(`/api/${path}`, { signal })).json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body, signal) => (await request(`/api/${path}`, postOptions(body, signal))).json();

/** @param {unknown} body @param {string} [path] @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export const postForBlob = async (body, path = "export", signal) =>
  (await request(`/api/${path}`, postOptions(body, signal))).blob();

/**
 * Read a stream of events; ends when the engine does or the signal is raised. Who returns a promise
 * is waited for, and the engine then waits too.
 * @param {string} path
 * @param {unknown} body
 * @param {(event: string, data: any) => void | Promise<void>} each
 * @param {AbortSignal} signal
 */
export async function stream(path, body, each, signal) {
  const response = await request(`/api/${path}`, postOptions(body, signal));
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

/** @type {Map<string, Promise<any>>} answers that do not change */
const cachedAnswers = new Map();

/** @param {string} path @returns {Promise<any>} */
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
 * Whether an error says that the engine has stopped: of a request, or of a module that is loaded when it is used.
 * @param {unknown} error
 */
export function isNetworkError(error) {
  const module = error instanceof TypeError && /import|module/i.test(error.message);
  if (module) connectionListener(true);
  return module || error instanceof NetworkError;
}
