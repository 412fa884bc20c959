// The rules of the report, for the page and the package: run from the root of the repository.

import rules from "../report/eslint.config.js";
import { createRequire } from "node:module";
import { URL } from "node:url";

const globals = createRequire(new URL("../report/package.json", import.meta.url))("globals");

export default [
  ...rules.filter((one) => !one.files && !one.ignores),
  { files: ["web/src/**", "bindings/web/src/**"], languageOptions: { globals: { ...globals.browser, ...globals.worker } } },
  { files: ["web/*.mjs", "web/test/**", "bindings/web/src/node.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
