// mixmi in a browser: `import { createMixmi } from "mixmi"`. The worker is a module next to this one; a single-file
// page creates its worker from a Blob and passes it to createMixmi().

import { Mixmi } from "./index.js";

/** A Mixmi that uses workers made by `makeWorker()`; `bytes` is the content of mixmi.wasm, or a promise of it. */
export function createMixmi({ makeWorker, bytes } = {}) {
  const make = makeWorker ?? (() => new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" }));
  const load = bytes ?? fetch(new URL("./mixmi.wasm", import.meta.url)).then((answer) => answer.arrayBuffer());
  return new Mixmi(() => {
    const worker = make();
    let received = () => {};
    worker.onmessage = (event) => received(event.data);
    worker.onerror = (event) => received({ failed: event.message });
    const ready = Promise.resolve(load).then((loaded) => worker.postMessage({ bytes: loaded }));
    return {
      send: (message) => ready.then(() => worker.postMessage(message)).catch((error) => received({ failed: String(error) })),
      listen: (receive) => { received = receive; },
      terminate: () => worker.terminate(),
    };
  });
}

export { Mixmi, MixmiError, argumentsOf } from "./index.js";
