// Runs the mixmi command in WebAssembly, in the calling thread. Each run is a new instance with an in-memory file
// system, so runs do not share any state.

import mixmiModule from "./module.js";

/** Compiles the command once; `bytes` is the content of mixmi.wasm. */
export function compile(bytes) {
  return WebAssembly.compile(bytes);
}

/** Collects the bytes of a character stream as text; `line` is called with every line that ends with \r or \n. */
function collector(line) {
  const bytes = [];
  let start = 0;
  const decode = (from, to) => new TextDecoder().decode(Uint8Array.from(bytes.slice(from, to)));
  return {
    write(code) {
      if (code === null) return;
      bytes.push(code & 255);
      if (line && (code === 10 || code === 13)) {
        line(decode(start, bytes.length - 1));
        start = bytes.length;
      }
    },
    text: () => decode(0, bytes.length),
  };
}

const folder = "/tables"; // where the command runs
const escape = String.fromCharCode(27); // begins a control sequence of a terminal
const control = new RegExp(`${escape}\\[[0-9;]*[A-Za-z]`, "g");

/** Runs `mixmi ARGS`. `files` are its input files, by name; `wanted` names files that it writes. Returns the exit
 * status, its standard output and standard error, and the wanted files that exist, as Uint8Array. */
export async function runCommand(compiled, args, { files = {}, wanted = [], onProgress } = {}) {
  const out = collector();
  const err = collector(onProgress && ((line) => {
    const text = line.replace(control, "").trim();
    if (text !== "") onProgress(text);
  }));
  let code = null;
  const module = await mixmiModule({
    preRun: [(self) => self.FS.init(() => null, out.write, err.write)],
    quit: (status, thrown) => { code = status; throw thrown; },
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
  module.FS.mkdir(folder); // a table may be called dev, home or tmp, which / has already
  module.FS.chdir(folder);
  for (const [name, bytes] of Object.entries(files)) module.FS.writeFile(name, bytes);
  try {
    module.callMain(args);
  } catch (thrown) {
    if (code === null) throw new Error(`mixmi ended without an exit status: ${thrown}`, { cause: thrown });
  }
  const written = {};
  module.FS.ignorePermissions = true; // the command makes its output readable only by the owner
  for (const name of wanted) {
    if (module.FS.analyzePath(name).exists) written[name] = module.FS.readFile(name);
  }
  const said = err.text().split(/[\r\n]/).map((line) => line.replace(control, "")).filter((line) => line.trim() !== "");
  return { code, out: out.text(), err: said.join("\n"), files: written };
}
