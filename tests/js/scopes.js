/**
 * What each variable's name in a script refers to: the number of the name that declares it, or, of what is not declared
 * there, the name itself. By the scopes that ESLint finds:
 *
 *     node tests/js/scopes.js scripts.json
 *
 * writes a list for each script.
 */

import { readFileSync } from "node:fs";

import { Linter } from "eslint";

/**
 * @param {string} script
 * @returns {(number | string)[]}
 */
function references(script) {
  const linter = new Linter();
  const [error] = linter.verify(script, [{ languageOptions: { ecmaVersion: 2022, sourceType: "module" } }]);
  if (error) throw new Error(`${error.message} at ${error.line}:${error.column}`);
  const { scopes = [] } = linter.getSourceCode().scopeManager ?? {};
  const names = scopes.flatMap((scope) => scope.references.map(({ identifier }) => identifier));
  const declared = scopes.flatMap((scope) => scope.variables.flatMap(({ identifiers }) => identifiers));
  const all = [...new Set([...names, ...declared])].sort((a, b) => begin(a) - begin(b));
  const number = new Map(all.map((identifier, i) => [identifier, i]));
  const means = new Map(
    scopes.flatMap((scope) => scope.references.map((each) => [each.identifier, each.resolved])),
  );
  return all.map((identifier) => {
    const first = means.has(identifier) ? means.get(identifier)?.identifiers[0] : identifier;
    return first ? Number(number.get(first)) : /** @type {any} */ (identifier).name;
  });
}

/** @param {any} identifier */
function begin(identifier) {
  return identifier.range[0];
}

console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf-8")).map(references)));
