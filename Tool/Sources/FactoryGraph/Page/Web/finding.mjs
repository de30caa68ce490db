// Factory, MIT licence; see LICENSE
//
// Which nodes and edges are shown, found and listed: what the filters, the search field and the
// list decide, without their elements.
import { CODE, severityOf } from "./model.mjs";

/// The choices of the filters. What was never chosen is shown.
export class Choices {
  #hidden = new Map();

  set(key, name, isShown) {
    if (!this.#hidden.has(key)) this.#hidden.set(key, new Set());
    if (isShown) this.#hidden.get(key).delete(name);
    else this.#hidden.get(key).add(name);
  }

  isShown(key, name) { return !this.#hidden.get(key)?.has(name); }

  isRestricted(key) { return (this.#hidden.get(key)?.size ?? 0) > 0; }

  get isActive() { return [...this.#hidden.values()].some((names) => names.size > 0); }

  clear() { this.#hidden.clear(); }

  showsNode(node) {
    if (node.isCode) return this.isShown("others", CODE);
    return this.isShown("scopes", node.scope) && this.isShown("containers", node.container)
      && this.isShown("modules", node.module) && this.isShown("findings", severityOf(node));
  }

  showsEdge(edge) { return this.isShown("lines", edge.kind); }
}

/// The words of a search. All of them must be in a node's identifier or type.
export function wordsOf(query) { return query.toLowerCase().split(/\s+/).filter(Boolean); }

export function matching(nodes, words) {
  return new Set([...nodes].filter((node) => words.every((word) => node.text.includes(word))));
}

/// The match that Enter selects: the shortest name.
export function bestMatch(matches) {
  return [...matches].sort((a, b) =>
    a.name.length - b.name.length || (a.id < b.id ? -1 : 1))[0];
}

/// The list of factories: those of each container in each module, and last the code.
export function listGroups(nodes) {
  const groups = new Map();
  for (const node of nodes) {
    const key = node.isCode ? CODE : `${node.container}\n${node.module}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(node);
  }
  return [...groups.keys()]
    .sort((a, b) => (a === CODE) - (b === CODE) || (a < b ? -1 : 1))
    .map((key) => {
      const [name, module] = key === CODE ? ["Code that uses factories", ""] : key.split("\n");
      return {
        name, module, label: module ? `${name}, ${module}` : name,
        members: groups.get(key).sort((a, b) => (a.name < b.name ? -1 : 1)),
      };
    });
}
