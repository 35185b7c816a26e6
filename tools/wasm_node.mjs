/**
 * Runs a Python file in Pyodide under Node.js, with the wheels of a folder that `tools/wasm.py OUT --set`
 * wrote. The file defines `main`, which takes the text of the standard input and returns a text:
 *
 *     node tools/wasm_node.mjs OUT FILE.py < input > output
 *
 * With FASTQUEENS_WASM_TIMES=FILE that file gets what loading cost: milliseconds of processor time,
 * and bytes of memory.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [set, file] = process.argv.slice(2).map((name) => path.resolve(name));
const distribution = path.join(set, "pyodide");
const { loadPyodide } = await import(pathToFileURL(path.join(distribution, "pyodide.mjs")).href);

/** Processor time of this process in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const times = { before: processorTime() };
const pyodide = await loadPyodide({ indexURL: distribution + path.sep });
times.pyodide = processorTime();
for (const name of fs.readdirSync(set).sort()) {
  if (name.endsWith(".whl")) pyodide.unpackArchive(fs.readFileSync(path.join(set, name)), "wheel");
}
times.wheels = processorTime();
pyodide.runPython(fs.readFileSync(file, "utf8"), { filename: file });
times.script = processorTime();
const output = pyodide.globals.get("main")(fs.readFileSync(0, "utf8"));
times.main = processorTime();
fs.writeFileSync(1, output);
if (process.env.FASTQUEENS_WASM_TIMES) {
  const memory = pyodide._module.HEAPU8.length;
  fs.writeFileSync(
    process.env.FASTQUEENS_WASM_TIMES,
    JSON.stringify({ ...times, memory, process: process.resourceUsage().maxRSS * 1024 }),
  );
}
