import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["node_modules/", "template.html"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module" },
    rules: {
      "no-restricted-properties": ["error",
        { property: "innerHTML", message: "Names are data, never markup: use src/dom.js." },
        { property: "outerHTML", message: "Names are data, never markup: use src/dom.js." },
        { property: "insertAdjacentHTML", message: "Names are data, never markup: use src/dom.js." }],
      "no-eval": "error", "no-implied-eval": "error", "no-new-func": "error",
      eqeqeq: "error", "prefer-const": "error", "no-var": "error", "no-shadow": "error", "consistent-return": "error",
    },
  },
  {
    files: ["src/**"],
    languageOptions: { globals: globals.browser },
    rules: { "no-restricted-globals": ["error", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "localStorage"] },
  },
  { files: ["*.mjs", "test/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
