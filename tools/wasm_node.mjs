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
const { loadPyodide } = await import(pathToFileURL(path.join(set, "pyodide.mjs")).href);

/** Processor time of this process in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Node.js would print the line of Pyodide's script that threw, which is a million characters long.
process.on("uncaughtException", (error) => {
  console.error(String(error.stack).slice(-4000));
  process.exit(1);
});
const times = { before: processorTime() };
const pyodide = await loadPyodide({ indexURL: set + path.sep });
times.pyodide = processorTime();
for (const name of fs.readdirSync(set).sort()) {
  if (name.endsWith(".whl")) pyodide.unpackArchive(new Uint8Array(fs.readFileSync(path.join(set, name))), "wheel");
}
times.wheels = processorTime();
pyodide.runPython(fs.readFileSync(file, "utf8"), { filename: file });
times.script = processorTime();
const output = pyodide.globals.get("main")(fs.readFileSync(0, "utf8"));
times.main = processorTime();
process.stdout.write(output);
if (process.env.FASTQUEENS_WASM_TIMES) {
  const memory = pyodide._module.HEAPU8.length;
  fs.writeFileSync(
    process.env.FASTQUEENS_WASM_TIMES,
    JSON.stringify({ ...times, memory, process: process.resourceUsage().maxRSS * 1024 }),
  );
}
