// The JavaScript interface of mixmi: tables, questions and graphs. The computation runs in a Web Worker (in node, a
// worker thread), so that a page stays responsive and a run can be cancelled.

/** An error of the command. `code` is its exit status: 1 usage, 2 data, 3 reading or writing, 4 a limit or cancelled. */
export class MixmiError extends Error {
  constructor(message, code) {
    super(message);
    this.name = "MixmiError";
    this.code = code;
  }
}

/** A name as written in a list of columns. */
const quoted = (name) => (typeof name === "number" ? `#${name}` : `"${String(name).replaceAll('"', '""')}"`);
const list = (names) => [names].flat().map(quoted).join(",");
const asColumns = new Set(["x", "y", "z", "target", "discrete", "numeric", "ordered", "exclude", "weights", "columns", "cluster", "time", "id"]);
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");

/** Options as arguments: {maxCond: 2, xLabel: true} gives --max-cond 2 --x-label; false gives --no-..., null nothing. */
export function argumentsOf(options = {}) {
  return Object.entries(options).flatMap(([name, value]) => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const flag = name.length === 1 ? `-${name}` : `--${kebab(name)}`;
    if (value === true) return [flag];
    if (value === false) return [`--no-${kebab(name)}`];
    return [flag, asColumns.has(name) ? list(value) : [value].flat().join(",")];
  });
}

/** Runs one command at a time in a worker made by `start`; cancelling a run ends its worker, and the next run gets a
 * new one. */
export class Mixmi {
  #start;
  #worker = null;
  #queue = Promise.resolve();

  /** `start()` returns {send, listen, terminate} of a new worker: see browser.js and node.js. */
  constructor(start) {
    this.#start = start;
  }

  /** Runs the command as in a terminal: resolves to {code, out, err, files}. `files` are its input files, `wanted` are
   * the names of files that it writes, `onProgress` is called with each progress line, `signal` cancels. */
  run(args, { files = {}, wanted = [], onProgress, signal } = {}) {
    const turn = this.#queue.then(() => this.#runNow(args, { files, wanted, onProgress, signal }));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  #runNow(args, { files, wanted, onProgress, signal }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new MixmiError("cancelled", 4));
        return;
      }
      this.#worker ??= this.#start();
      const stop = (error) => {
        this.close();
        reject(error);
      };
      const cancel = () => stop(new MixmiError("cancelled", 4));
      signal?.addEventListener("abort", cancel, { once: true });
      this.#worker.listen((message) => {
        if (message.progress !== undefined) {
          onProgress?.(message.progress);
          return;
        }
        signal?.removeEventListener("abort", cancel);
        if (message.failed !== undefined) stop(new MixmiError(message.failed, 1));
        else resolve(message.done);
      });
      this.#worker.send({ args, files, wanted, progress: onProgress !== undefined });
    });
  }

  /** Ends the worker and any current run. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** The answer of a subcommand as an object. */
  async ask(command, table, options = {}, call = {}) {
    const { files = {}, ...more } = call;
    const args = [command, table.name, "--json", ...argumentsOf({ ...table.options, ...options })];
    const done = await this.run(args, { ...more, files: { ...files, [table.name]: table.bytes } });
    if (done.code !== 0) throw new MixmiError(done.err.replace(/^mixmi: /, ""), done.code);
    return JSON.parse(done.out);
  }

  /** Reads a File of the browser, or {name, bytes}. `options` are reading options (`discrete`, `missing`, `where`, ...)
   * and apply to every question about the table. `table.description` is the answer of `mixmi describe`. */
  async read(file, options = {}, call = {}) {
    const bytes = file.bytes instanceof Uint8Array ? file.bytes : new Uint8Array(await file.arrayBuffer()); // Blob has a method of that name
    const table = { name: file.name.replace(/^.*[/\\]/, "").replace(/^-/, "_") || "table", bytes, options };
    table.description = await this.ask("describe", table, {}, call);
    return table;
  }

  /** The page of `mixmi report` as HTML. */
  async report(table, options = {}, call = {}) {
    const { files = {}, ...more } = call;
    const args = ["report", table.name, "-o", "/tmp/report.html", ...argumentsOf({ ...table.options, ...options })];
    const done = await this.run(args, { ...more, files: { ...files, [table.name]: table.bytes }, wanted: ["/tmp/report.html"] });
    if (done.code !== 0) throw new MixmiError(done.err.replace(/^mixmi: /, ""), done.code);
    return new TextDecoder().decode(done.files["/tmp/report.html"]);
  }
}

for (const command of ["cmi", "test", "entropy", "pairs", "graph", "blanket", "select", "histogram"]) {
  Mixmi.prototype[command] = function ask(table, options, call) {
    return this.ask(command, table, options, call);
  };
}
