// Builds the page: bundles src/ with esbuild and inserts style and script into src/shell.html, giving template.html.
// `--check` builds in memory and checks that the existing template is the same. The result does not depend on where or
// when it is built.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), "utf8");
const digest = (text, encoding) => createHash("sha256").update(text).digest(encoding);

/** As computed by tests/report/run.sh: the digest of all digests, in the order of names. */
function sources() {
  const files = ["build.mjs", "package-lock.json", ...readdirSync(join(here, "src")).sort().map((name) => `src/${name}`)];
  return digest(files.map((file) => `${digest(read(file), "hex")}  ${file}\n`).join(""), "hex");
}

function bundle(entry, loader) {
  const result = buildSync({ entryPoints: [join(here, "src", entry)], bundle: true, minify: true, write: false, charset: "utf8", legalComments: "none", target: ["es2022", "chrome110", "firefox115", "safari16.4"], logLevel: "error", ...loader });
  return result.outputFiles[0].text.trim();
}

function page() {
  const script = bundle("main.js", { format: "iife" }).replaceAll("</script", "<\\/script");
  const style = bundle("style.css", {});
  const hash = (text) => `'sha256-${digest(text, "base64")}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  const parts = { POLICY: policy, SOURCES: `sha256:${sources()}`, STYLE: style, SCRIPT: script };
  return read("src", "shell.html").replace(/@@([A-Z]+)@@/g, (mark, name) => parts[name] ?? mark);
}

const built = page();
const path = join(here, "template.html");
if (!process.argv.includes("--check")) {
  writeFileSync(path, built);
  console.log(`report/template.html: ${Buffer.byteLength(built)} bytes`);
} else if (readFileSync(path, "utf8") !== built) {
  console.error("report/template.html is not what its sources build: run 'npm run build' in report/");
  process.exit(1);
}
