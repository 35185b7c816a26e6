// The engine: Python as WebAssembly, in a worker of the page. A message of the page is a question `{id, path, body}`,
// a wish `{id, next}` for the next events of a stream, or `{id, stop}`. engine/page_engine.js has the other side.

const worker = /** @type {any} */ (globalThis);
const BATCH = 32; // the most events that are sent at a time
const SLICE_MS = 20; // After this time, other messages are read.

/** The streams that have not ended, by the number of their question. @type {Map<number, any>} */
const streams = new Map();
/** The functions of fastqueens.web.browser. @type {any} */
let engine;
/** @type {any} */
let python;

/** Counts the bytes of all files that are loaded, for the progress bar. */
function countBytes() {
  const load = worker.fetch;
  worker.fetch = async (/** @type {any[]} */ ...asked) => {
    const response = await load(...asked);
    if (!response.body) return response;
    const counter = new TransformStream({
      transform(bytes, controller) {
        worker.postMessage({ loaded: bytes.byteLength });
        controller.enqueue(bytes);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}

/**
 * Loads Python and the package from the folder of the engine.
 * @param {string} folder its address
 * @param {number} deviceMemory GiB; 0 if the browser does not say it
 */
async function start(folder, deviceMemory) {
  countBytes();
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  python = await loadPyodide({ indexURL: folder, packages: ["fastqueens"] });
  engine = python.pyimport("fastqueens.web.browser");
  engine.start(deviceMemory);
}

/** Answers a question. @param {number} id @param {string} path @param {string | null} body */
async function answer(id, path, body) {
  let reply = engine.ask(path, body ?? undefined);
  if (reply.missing && (await loadPackageOf(reply.missing))) {
    reply.destroy();
    reply = engine.ask(path, body ?? undefined);
  }
  const { status, media_type: type, disposition, events, body: bytes } = reply;
  const content = bytes.toJs();
  bytes.destroy();
  if (events) streams.set(id, events.copy()); // The proxy itself ends with that of the reply.
  reply.destroy();
  worker.postMessage({ id, status, type, disposition, content, stream: Boolean(events) }, [content.buffer]);
}

/** Loads the package of a module, if the page has it. @param {string} module @returns {Promise<boolean>} */
async function loadPackageOf(module) {
  return (await python.loadPackagesFromImports(`import ${module}`)).length > 0;
}

/** Sends the next events of a stream: a few, because a message to the page and back takes time. @param {number} id */
function advance(id) {
  const events = streams.get(id);
  if (!events) return;
  const send = (/** @type {string} */ event, /** @type {string} */ data) => worker.postMessage({ id, event, data });
  const endMs = performance.now() + SLICE_MS;
  let more = true;
  for (let k = 0; more && k < BATCH && performance.now() < endMs; k++) more = events.advance(send);
  worker.postMessage({ id, more });
  if (!more) end(id);
}

/** Forgets a stream. @param {number} id */
function end(id) {
  streams.get(id)?.destroy();
  streams.delete(id);
}

/** Reports an error that ends the engine, such as one about memory. @param {number | null} id @param {any} error */
function fail(id, error) {
  console.error(error);
  worker.postMessage({ id, failed: String(error) });
}

/** Messages are handled one after another. @type {Promise<void>} */
let last = Promise.resolve();

worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  const { id = null, folder, path, next, stop } = data;
  last = last
    .then(async () => {
      if (folder) {
        await start(folder, data.deviceMemory);
        worker.postMessage({ ready: true });
      } else if (path) await answer(id, path, data.body);
      else if (next) advance(id);
      else if (stop) {
        end(id);
        worker.postMessage({ id, stopped: true });
      }
    })
    .catch((error) => fail(id, error));
};

export {};
