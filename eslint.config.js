import js from "@eslint/js";
import globals from "globals";

/** Ways of turning text into markup or code: the explorer has no use for them (see DESIGN, "Nothing is markup"). */
const MARKUP = [
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "createContextualFragment",
  "setHTMLUnsafe",
  "srcdoc",
].map((property) => ({ property, message: "Text is shown with textContent, never as markup." }));

export default [
  { ignores: ["node_modules/", ".venv*/", "build/", "dist/", "docs/course/"] },
  js.configs.recommended,
  {
    files: ["nbgraph/widgets/static/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      "no-restricted-properties": ["error", ...MARKUP],
      "no-restricted-globals": ["error", "fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "max-lines": ["error", 300],
      eqeqeq: "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["tests/js/*.js", "*.config.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "module",
      globals: { ...globals.node, ...globals.browser },
    },
  },
];
