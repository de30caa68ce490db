// Factory, MIT licence; see LICENSE
//
// The graph: factories, and the code that uses them, as nodes with their edges in both
// directions and what `factory check` has found at them.

const EDGE_KINDS = ["construct", "lazy", "weak", "dynamic", "resolve", "register"];
const KNOWN_SCOPES = ["singleton", "cached", "shared", "graph"];
export const UNSCOPED = "unscoped";
export const CODE = "code";
/// The marks of a node, the most important first.
const MARKS = ["circle", "error", "warning"];

export class Model {
  nodes = [];
  edges = [];
  byID = new Map();

  /// `findings` is null if nothing was checked, and `links` if places are no links.
  constructor({ graph, findings = null, links = null }) {
    for (const factory of graph.factories) {
      const known = this.byID.get(factory.id);
      if (known) {
        known.otherPlaces.push(factory);
        continue;
      }
      const module = factory.id.slice(0, Math.max(0, factory.id.indexOf(".")));
      this.#add({
        ...factory, module, isCode: false, scope: factory.scope ?? UNSCOPED, otherPlaces: [],
      });
    }
    const merged = new Map();
    for (const { from, to, kind, path, line } of graph.edges) {
      const key = JSON.stringify([from, to, kind]);
      const known = merged.get(key);
      if (known) {
        known.places.push({ path, line });
        continue;
      }
      const edge = {
        from: this.#end(from), to: this.#end(to), kind, places: [{ path, line }],
        inCircle: false,
      };
      merged.set(key, edge);
      this.edges.push(edge);
      edge.from.needs.push(edge);
      edge.to.neededBy.push(edge);
    }
    this.factories = this.nodes.filter((node) => !node.isCode);
    this.unresolved = graph.unresolved;
    this.containerCount = graph.containers.length;
    this.links = links;
    this.circles = this.#findCircles();
    this.findings = this.#placed(findings);
    this.modules = count(this.factories, (node) => node.module);
    this.containers = count(this.factories, (node) => node.container);
    const scopes = count(this.factories, (node) => node.scope);
    const custom = [...scopes.keys()]
      .filter((name) => name !== UNSCOPED && !KNOWN_SCOPES.includes(name));
    const severities = count(this.factories, severityOf);
    this.severities = new Map(["error", "warning", "none"]
      .filter((name) => this.findings?.length > 0 && severities.has(name))
      .map((name) => [name, severities.get(name)]));
    this.scopes = new Map([...KNOWN_SCOPES, ...custom, UNSCOPED]
      .filter((name) => scopes.has(name)).map((name) => [name, scopes.get(name)]));
    this.edgeKinds = new Map(EDGE_KINDS
      .map((kind) => [kind, places(this.edges.filter((edge) => edge.kind === kind))])
      .filter(([, number]) => number > 0));
  }

  /// The nodes that a node needs, or that need it, directly and indirectly; without the node.
  reachable(node, direction, follows = () => true) {
    const reached = new Set([node]);
    for (const next of reached) {
      for (const edge of next[direction]) {
        if (follows(edge)) reached.add(direction === "needs" ? edge.to : edge.from);
      }
    }
    reached.delete(node);
    return reached;
  }

  #add(properties) {
    const node = {
      ...properties, index: this.nodes.length, needs: [], neededBy: [], circle: null,
      findings: [], marks: [],
      text: `${properties.id} ${properties.type ?? ""}`.toLowerCase(),
    };
    this.nodes.push(node);
    this.byID.set(node.id, node);
    return node;
  }

  /// The node of an edge's end: a factory, or `type:Module.Type` for code.
  #end(id) {
    const known = this.byID.get(id);
    if (known) return known;
    const path = id.replace(/^type:/, "");
    const dot = path.indexOf(".");
    return this.#add({
      id, isCode: true, name: path.slice(dot + 1), module: dot > 0 ? path.slice(0, dot) : "",
    });
  }

  /// The findings with their nodes, which get marks for them.
  #placed(findings) {
    const placed = findings?.map((finding) => (
      { ...finding, nodes: finding.nodes.map((id) => this.byID.get(id)) }));
    for (const finding of placed ?? []) {
      for (const node of finding.nodes) node.findings.push(finding);
    }
    for (const node of this.nodes) {
      const isCircle = ({ rule }) => node.circle && rule === "circular-dependency";
      const severities = node.findings.filter((finding) => !isCircle(finding))
        .map(({ severity }) => severity);
      const worst = MARKS.find((mark) => severities.includes(mark));
      node.marks = [node.circle ? "circle" : null, worst].filter(Boolean);
    }
    return placed ?? null;
  }

  /// The factories whose construction needs each other.
  #findCircles() {
    const successors = this.nodes.map((node) => node.needs
      .filter((edge) => edge.kind === "construct").map((edge) => edge.to.index));
    const { groups } = stronglyConnected(successors);
    const circles = groups
      .filter((group) => group.length > 1 || successors[group[0]].includes(group[0]))
      .map((group) => group.map((index) => this.nodes[index])
        .sort((a, b) => (a.id < b.id ? -1 : 1)))
      .sort((a, b) => (a[0].id < b[0].id ? -1 : 1));
    for (const circle of circles) {
      for (const node of circle) node.circle = circle;
    }
    for (const edge of this.edges) {
      edge.inCircle = edge.kind === "construct" && edge.from.circle !== null
        && edge.from.circle === edge.to.circle;
    }
    return circles;
  }
}

/// The marks of a box with these nodes in it.
export function marksOf(nodes) {
  const marks = MARKS.filter((mark) => nodes.some((node) => node.marks.includes(mark)));
  return marks.filter((mark) => mark !== "warning" || !marks.includes("error"));
}

/// `error`, `warning`, or `none` if nothing was found at a node.
export function severityOf({ findings }) {
  return ["error", "warning"].find((severity) =>
    findings.some((finding) => finding.severity === severity)) ?? "none";
}

/// `1 error`, `12 errors`.
export function counted(value, noun, plural = `${noun}s`) {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

/// How many places in the code edges stand for, which is what the JSON and `stats` count.
export function places(edges) {
  return edges.reduce((number, edge) => number + edge.places.length, 0);
}

/// How many elements have each key, sorted by key.
function count(elements, key) {
  const counts = new Map();
  for (const name of elements.map(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function number(value) { return value.toLocaleString("en"); }

/// Tarjan's algorithm, without recursion. The groups are in reverse topological order.
export function stronglyConnected(successors) {
  const order = new Int32Array(successors.length).fill(-1);
  const lowest = new Int32Array(successors.length);
  const groupOf = new Int32Array(successors.length).fill(-1);
  const stack = [];
  const groups = [];
  let visited = 0;
  for (let root = 0; root < successors.length; root += 1) {
    if (order[root] >= 0) continue;
    const path = [{ node: root, next: 0 }];
    while (path.length > 0) {
      const step = path[path.length - 1];
      const { node } = step;
      if (step.next === 0) {
        order[node] = lowest[node] = visited++;
        stack.push(node);
      }
      if (step.next < successors[node].length) {
        const next = successors[node][step.next++];
        if (order[next] < 0) path.push({ node: next, next: 0 });
        else if (groupOf[next] < 0) lowest[node] = Math.min(lowest[node], order[next]);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1]?.node;
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent], lowest[node]);
      if (lowest[node] !== order[node]) continue;
      const group = stack.splice(stack.lastIndexOf(node));
      for (const member of group) groupOf[member] = groups.length;
      groups.push(group);
    }
  }
  return { groups, groupOf };
}
