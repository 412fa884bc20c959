// Builds the page: node web/build.mjs PACKAGE OUT.html, where PACKAGE is the output of bindings/web/build.sh. One file,
// which contains the command as compressed WebAssembly. esbuild and the other modules are those of report/.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "../report/node_modules");
const { buildSync } = createRequire(join(here, "../report/build.mjs"))("esbuild");
const [packed, out] = process.argv.slice(2).map((path) => resolve(path));
const read = (...path) => readFileSync(join(...path), "utf8");

function bundle(entry, more = {}) {
  const result = buildSync({ entryPoints: [entry], bundle: true, minify: true, write: false, charset: "utf8", legalComments: "none",
    target: ["es2022", "chrome110", "firefox115", "safari16.4"], nodePaths: [modules], logLevel: "error", ...more });
  return result.outputFiles[0].text.trim();
}

const inScript = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const parts = {
  STYLE: bundle(join(here, "src/style.css")),
  SCRIPT: inScript(bundle(join(here, "src/main.js"), { format: "iife", define: { "import.meta.url": "document.baseURI" } })),
  WORKER: inScript(bundle(join(packed, "browser-worker.js"), { format: "iife", define: { "import.meta.url": "self.location.href" } })),
  WASM: gzipSync(readFileSync(join(packed, "mixmi.wasm")), { level: 9 }).toString("base64"),
  SAMPLE: read(here, "../data/penguins.csv"),
};
parts.POLICY = `default-src 'none'; script-src ${hash(parts.SCRIPT)} 'wasm-unsafe-eval'; worker-src blob:; style-src ${hash(parts.STYLE)}; img-src blob: data:; connect-src 'none'; base-uri 'none'; form-action 'none'`;
const page = read(here, "src/shell.html").replace(/@@([A-Z]+)@@/g, (mark, name) => parts[name] ?? mark);
writeFileSync(out, page);
console.log(`${out}: ${Buffer.byteLength(page)} bytes`);
