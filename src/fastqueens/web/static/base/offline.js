// Registers the service worker, which keeps copies of the page and of the levels.

const ADDRESS = "service_worker.js";

/** Registers the service worker. Without it the page works as before, but not while the engine is stopped. */
export async function keepCopies() {
  // The page's policy forbids plain text as the address of a script.
  const { trustedTypes } = /** @type {any} */ (globalThis);
  const policy = trustedTypes?.createPolicy("fastqueens-worker", { createScriptURL: () => ADDRESS });
  try {
    await navigator.serviceWorker?.register(policy ? policy.createScriptURL(ADDRESS) : ADDRESS);
  } catch {
    // Private windows of some browsers refuse it.
  }
}
