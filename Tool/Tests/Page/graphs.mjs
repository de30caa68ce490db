// Factory, MIT licence; see LICENSE
//
// Small graphs for the tests, with few words.
import { Model } from "../../Sources/FactoryGraph/Page/Web/model.mjs";

/// `edges` are `a b` or `a lazy b`; an end that begins with `type:` is code. A factory is `name` or
/// `Module.Container.name`.
/// A finding is `severity rule node…`.
export function model(names, edges = [], { unresolved = [], findings = null } = {}) {
  return new Model({
    graph: { containers: [], factories: names.map(factory), edges: edges.map(edge), unresolved },
    findings: findings?.map(finding) ?? null,
  });
}

function finding(text, index) {
  const [severity, rule, ...nodes] = text.split(" ");
  return {
    severity, rule, nodes: nodes.map(identifier), message: `${rule} was found`, notes: [],
    path: "App.swift", line: index + 1,
  };
}

export function identifier(name) {
  return name.includes(".") || name.startsWith("type:") ? name : `App.Container.${name}`;
}

function factory(name, index) {
  const id = identifier(name);
  const [module, container, own] = id.split(".");
  return {
    id, container, name: own, type: own.toUpperCase(), kind: "factory", scope: null, contexts: [],
    path: `${module}/${container}.swift`, line: index + 1,
  };
}

function edge(text, index) {
  const words = text.split(" ");
  return {
    from: identifier(words[0]), to: identifier(words.at(-1)),
    kind: words.length === 3 ? words[1] : "construct", path: "App.swift", line: index + 1,
  };
}

/// Factories `Module.Container.prefix0` and so on.
export function many(count, prefix) {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/// The same numbers for the same seed, from 0 to below a bound.
export function random(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
}
