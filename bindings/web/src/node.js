// mixmi in node: `import { createMixmi } from "mixmi"`.

import { readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { Mixmi } from "./index.js";
import { serve } from "./worker.js";

const here = new URL(import.meta.url);

function start() {
  const worker = new Worker(here);
  let received = () => {};
  worker.on("message", (message) => received(message));
  worker.on("error", (error) => received({ failed: String(error) }));
  worker.unref();
  const send = (message) => worker.postMessage(message);
  send({ bytes: readFileSync(new URL("mixmi.wasm", here)) });
  return {
    send: (message) => { worker.ref(); send(message); },
    listen: (receive) => { received = (message) => { if (message.progress === undefined) worker.unref(); receive(message); }; },
    terminate: () => { worker.terminate(); },
  };
}

if (!isMainThread && parentPort) {
  serve({ listen: (receive) => parentPort.on("message", receive), send: (message) => parentPort.postMessage(message) });
}

/** A Mixmi that runs in a separate thread. */
export function createMixmi() {
  return new Mixmi(start);
}

export { Mixmi };
export { MixmiError, argumentsOf } from "./index.js";
