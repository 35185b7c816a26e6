// Lets levels and Play work while the engine is stopped, and a page with its own engine without a network. The names of
// all files stand before this module. Every request goes to the network first; the copies are used only if it does not
// answer, so a copy never hides a newer file. The files of an own engine never change: their copies are used first.

const worker = /** @type {any} */ (globalThis);
/** @type {{FILES: string[], ENGINE: string[], VERSION: string}} */
const { FILES, ENGINE, VERSION } = worker.FASTQUEENS;
const SCOPE = worker.registration.scope; // Other pages of the same host may have copies, too.
const CACHE = `fastqueens-${VERSION} ${SCOPE}`;
const ENGINE_CACHE = `fastqueens-${ENGINE[0]?.split("/")[0]} ${SCOPE}`; // The name of its folder is a hash of all its files.
const OFFLINE = "x-fastqueens-offline"; // api.js reads this header
const LEVELS = ENGINE.length ? "data/levels.json" : "api/levels";

/** Returns the address of a list of levels. @param {{n: number, stars: number}} size */
const listOf = ({ n, stars }) =>
  ENGINE.length ? `data/levels-n-${n}-stars-${stars}.json` : `api/levels?n=${n}&stars=${stars}`;

/** Copies the page and the lists of all levels. */
async function copyAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, "./", LEVELS]);
  const { sizes } = await (await cache.match(LEVELS))?.json();
  await cache.addAll(sizes.map(listOf));
}

/** Copies the engine of the page, which the browser has loaded a moment ago. */
async function copyEngine() {
  const cache = await caches.open(ENGINE_CACHE);
  for (const name of ENGINE) if (!(await cache.match(name))) await cache.add(name);
}

/** Deletes the copies of other versions. */
async function deleteOldCopies() {
  for (const name of await caches.keys())
    if (name.startsWith("fastqueens-") && name.endsWith(` ${SCOPE}`) && name !== CACHE && name !== ENGINE_CACHE)
      await caches.delete(name);
  await worker.clients.claim();
}

/** Returns the copy of an answer. @param {Request} request */
async function findCopy(request) {
  const found = await (await caches.open(CACHE)).match(request.url.split("#")[0]);
  if (!found) return Response.error();
  if (!request.url.startsWith(`${SCOPE}api/`)) return found;
  return new Response(await found.text(), { headers: { [OFFLINE]: "1" } });
}

/** @param {Request} request */
async function answer(request) {
  const name = request.url.slice(SCOPE.length);
  if (ENGINE.includes(name)) return (await (await caches.open(ENGINE_CACHE)).match(request)) ?? fetch(request);
  try {
    const response = await fetch(request);
    if (response.ok && /^(api\/daily\?|data\/)/.test(name)) await (await caches.open(CACHE)).put(request, response.clone());
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    return findCopy(request);
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(copyAll().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(deleteOldCopies()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(copyEngine()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
