/**
 * Starts Pyodide under Node.js and prints what it cost, as JSON; `bench/wasm_budget.py` calls it.
 *
 *     node bench/wasm_budget.mjs FOLDER                  # Pyodide alone
 *     node bench/wasm_budget.mjs FOLDER engine           # also the engine of the page
 *     node bench/wasm_budget.mjs FOLDER engine KERNELS.py
 *
 * FOLDER is the folder `engine-...` that `fastqueens site` writes. Times are in milliseconds.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]) + path.sep;
const [, , , engineToo, kernels] = process.argv;

/** Processor time of this process, all threads together. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Node.js would print the line of Pyodide's script that threw, which is a million characters long.
process.on("uncaughtException", (error) => {
  console.error(String(error.stack).slice(-4000));
  process.exit(1);
});
const before = processorTime();
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`).href);
const options = engineToo ? { packages: ["fastqueens"] } : {};
const pyodide = await loadPyodide({ indexURL: folder, ...options });
const found = {};
if (engineToo) {
  // As engine/worker.js does it.
  const engine = pyodide.pyimport("fastqueens.web.browser");
  engine.start(0);
  found.start = processorTime() - before;
  const body = JSON.stringify({ board: process.env.BOARD });
  found.hints = [];
  for (let k = 0; k < 40; k++) {
    const start = performance.now();
    engine.ask("/api/hint", body).destroy();
    found.hints.push(performance.now() - start);
  }
  found.heap = pyodide._module.HEAPU8.length;
  found.process = process.resourceUsage().maxRSS * 1024;
  if (kernels) {
    pyodide.runPython(fs.readFileSync(kernels, "utf8"), { filename: kernels });
    found.kernels = JSON.parse(pyodide.globals.get("measure")());
  }
} else {
  pyodide.runPython("1 + 1");
  found.start = processorTime() - before;
}
process.stdout.write(JSON.stringify(found));
