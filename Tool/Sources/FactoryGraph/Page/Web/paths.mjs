// Factory, MIT licence; see LICENSE
//
// Questions about ways through the graph: a path between two nodes, who reaches a node, and why a
// factory is built.

/// All shortest paths from a node to another, or null if there is none: the nodes and edges on
/// them, how many they are, and the first of them as lists of edges.
export function shortestPaths(from, to, { follows = () => true, most = 10 } = {}) {
  const distance = new Map([[from, 0]]);
  const ways = new Map([[from, 1]]);
  for (const [node, steps] of distance) {
    for (const next of targets(node, follows)) {
      if (!distance.has(next)) distance.set(next, steps + 1);
      if (distance.get(next) === steps + 1) {
        ways.set(next, (ways.get(next) ?? 0) + ways.get(node));
      }
    }
  }
  if (from === to || !distance.has(to)) return null;
  // From the end, because most of what the start reaches is on no path.
  const nodes = new Set([to]);
  const edges = new Set();
  for (const node of nodes) {
    for (const edge of node.neededBy) {
      if (!follows(edge) || distance.get(edge.from) !== distance.get(node) - 1) continue;
      edges.add(edge);
      nodes.add(edge.from);
    }
  }
  const chains = [];
  const extend = (chain, node) => {
    if (chains.length === most) return;
    if (node === to) chains.push(chain);
    for (const edge of distinct(node.needs, "to")) {
      if (edges.has(edge) && node !== to) extend([...chain, edge], edge.to);
    }
  };
  extend([], from);
  return { from, to, length: distance.get(to), count: ways.get(to), nodes, edges, chains };
}

/// What needs a node: first what needs it directly, then what needs those, and so on.
export function dependents(node, follows = () => true) {
  const layers = [];
  const seen = new Set([node]);
  for (let layer = [node]; layer.length > 0;) {
    const next = [];
    for (const member of layer) {
      for (const edge of member.neededBy) {
        if (!follows(edge) || seen.has(edge.from)) continue;
        seen.add(edge.from);
        next.push(edge.from);
      }
    }
    if (next.length > 0) layers.push(next.sort(byName));
    layer = next;
  }
  return layers;
}

/// Why a factory is built: for each root that reaches it, the shortest chain of edges from the
/// root, the shortest chains first. A root is code that no factory builds, or a factory that
/// nothing needs. Registering a factory does not build it.
export function chainsFromRoots(node) {
  const builds = (edge) => edge.kind !== "register";
  const next = new Map([[node, null]]);
  const roots = [];
  for (const [member] of next) {
    const edges = distinct(member.neededBy.filter(builds), "from");
    if (edges.length === 0 && member !== node) roots.push(member);
    for (const edge of edges) if (!next.has(edge.from)) next.set(edge.from, edge);
  }
  return roots.map((root) => {
    const chain = [];
    for (let edge = next.get(root); edge; edge = next.get(edge.to)) chain.push(edge);
    return chain;
  }).sort((a, b) => a.length - b.length || byName(a[0].from, b[0].from));
}

function targets(node, follows) {
  return new Set(node.needs.filter(follows).map((edge) => edge.to));
}

/// Of several edges between the same nodes, the one that says most: construction first.
function distinct(edges, end) {
  const found = new Map();
  for (const edge of edges) {
    const known = found.get(edge[end]);
    if (!known || edge.kind === "construct") found.set(edge[end], edge);
  }
  return [...found.values()];
}

function byName(a, b) {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
