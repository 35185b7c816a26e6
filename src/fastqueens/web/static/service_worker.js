// Lets levels and Play work while the engine is stopped. The server puts the names of all files before this
// module. Every request goes to the engine first; the copies are used only if the engine does not answer, so a copy
// never hides a newer file.

const worker = /** @type {any} */ (globalThis);
/** @type {{FILES: string[], VERSION: string}} */
const { FILES, VERSION } = worker.FASTQUEENS;
const CACHE = `fastqueens-${VERSION}`;
const OFFLINE = "x-fastqueens-offline"; // api.js reads this header

/** Copies the page and the lists of all levels. */
async function copyAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, "/", "/api/levels"]);
  const { sizes } = await (await cache.match("/api/levels"))?.json();
  await cache.addAll(sizes.map((/** @type {any} */ x) => `/api/levels?n=${x.n}&stars=${x.stars}`));
}

/** Deletes the copies of other versions. */
async function deleteOldCopies() {
  for (const name of await caches.keys())
    if (name.startsWith("fastqueens-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {unknown} body */
const answerJson = (body) => new Response(JSON.stringify(body), { headers: { [OFFLINE]: "1" } });

/** Answers `/api/levels?name=8-017` from the list of its size. @param {Cache} cache @param {string} name */
async function findLevel(cache, name) {
  const [, n, stars = "1"] = /^(\d+)(?:\/(\d))?-/.exec(name) ?? [];
  const list = await cache.match(`/api/levels?n=${n}&stars=${stars}`);
  const levels = list ? (await list.json()).levels : [];
  const at = levels.findIndex((/** @type {any} */ x) => x.name === name);
  if (at < 0) return Response.error();
  return answerJson({ level: levels[at], previous: levels[at - 1]?.name ?? null, next: levels[at + 1]?.name ?? null });
}

/** Returns the copy of an answer. @param {Request} request */
async function findCopy(request) {
  const cache = await caches.open(CACHE);
  const { pathname, search, searchParams } = new URL(request.url);
  const name = pathname === "/api/levels" && searchParams.get("name");
  if (name) return findLevel(cache, name);
  const found = await cache.match(pathname + search);
  if (!found) return Response.error();
  return pathname.startsWith("/api/") ? answerJson(await found.json()) : found;
}

/** @param {Request} request */
async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok && request.url.includes("/api/daily?"))
      await (await caches.open(CACHE)).put(request, response.clone());
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
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
