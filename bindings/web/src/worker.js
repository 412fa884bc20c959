// The worker: compiles the command when it starts, then runs each request. The first message has the bytes.

import { compile, runCommand } from "./engine.js";

export function serve(port) {
  let compiled = null;
  port.listen(async (message) => {
    try {
      if (message.bytes) {
        compiled = compile(message.bytes);
        return;
      }
      const onProgress = message.progress ? (text) => port.send({ progress: text }) : undefined;
      port.send({ done: await runCommand(await compiled, message.args, { ...message, onProgress }) });
    } catch (thrown) {
      port.send({ failed: String(thrown?.message ?? thrown) });
    }
  });
}
