// Factory, MIT licence; see LICENSE
//
// A layered layout after Sugiyama: what needs others comes first, what others need comes
// last. The columns are drawn from the left to the right, or as rows from the top to the
// bottom.
//
// 1. A linear order of the nodes decides which edges are drawn against their direction.
// 2. A node's rank is the longest path to it. Ranks with many nodes become several columns.
// 3. Edges over several columns get a vertex in each. Those to one node share them: a trunk.
// 4. Sweeps over the columns reduce crossings, and move vertices towards their neighbours.
//
// Parts of the graph that no edge connects are laid out alone, and then packed.
import { stronglyConnected } from "./model.mjs";
import { Columns } from "./columns.mjs";

/// Text is wide: above this number of nodes, columns are always better than rows.
export const MOST_IN_ROWS = 600;

/// Lays out nodes that edges connect. `density` is how many nodes a column may have, times the root
/// of the number of all, and `gap` the space between columns.
export function layOutColumns(nodes, edges, { density, gap }) {
  const position = linearOrder(nodes.length, edges);
  const arcs = edges.map(({ from, to }) => {
    const isReversed = position[from] > position[to];
    return { start: isReversed ? to : from, end: isReversed ? from : to, isReversed };
  });
  const columns = new Columns(nodes, columnOfEach(nodes, arcs, position, density), gap);
  const routes = arcs.map((arc) => (arc.start === arc.end ? [] : columns.connect(arc)));
  columns.reduceCrossings();
  columns.place();
  const placed = columns.measure();
  placed.routes = routes.map((route, index) => pointsAlong(route, arcs[index], columns));
  return placed;
}

/// Positions in an order that edges between strongly connected groups follow. Inside a group,
/// it follows the edges of constructions, as far as these are not circular.
function linearOrder(nodeCount, edges) {
  const all = Array.from({ length: nodeCount }, () => []);
  const construct = Array.from({ length: nodeCount }, () => []);
  for (const { from, to, isConstruct } of edges) {
    all[from].push(to);
    if (isConstruct) construct[from].push(to);
  }
  const { groups, groupOf } = stronglyConnected(all);
  const finished = new Int32Array(nodeCount).fill(-1);
  const entered = new Uint8Array(nodeCount);
  let time = 0;
  for (let root = 0; root < nodeCount; root += 1) {
    const path = entered[root] ? [] : [{ node: root, next: 0 }];
    entered[root] = 1;
    while (path.length > 0) {
      const step = path[path.length - 1];
      if (step.next === construct[step.node].length) {
        finished[step.node] = time++;
        path.pop();
        continue;
      }
      const next = construct[step.node][step.next++];
      if (entered[next]) continue;
      entered[next] = 1;
      path.push({ node: next, next: 0 });
    }
  }
  const order = Array.from({ length: nodeCount }, (_, node) => node).sort((a, b) =>
    groups.length && groupOf[b] - groupOf[a] || finished[b] - finished[a]);
  const position = new Int32Array(nodeCount);
  order.forEach((node, index) => { position[node] = index; });
  return position;
}

/// The column of each node: its rank, or one of the columns that a large rank is divided
/// into.
function columnOfEach(nodes, arcs, position, density) {
  const after = nodes.map(() => []);
  const before = nodes.map(() => []);
  for (const { start, end } of arcs) {
    if (start === end) continue;
    after[start].push(end);
    before[end].push(start);
  }
  const order = nodes.map((_, node) => node).sort((a, b) => position[a] - position[b]);
  const rank = new Int32Array(nodes.length);
  for (const node of order) {
    for (const next of after[node]) rank[next] = Math.max(rank[next], rank[node] + 1);
  }
  // Shorten edges: a node that needs more than needs it is better next to what it needs.
  for (const node of order.reverse()) {
    if (after[node].length <= before[node].length) continue;
    rank[node] = Math.min(...after[node].map((next) => rank[next])) - 1;
  }
  const ranks = [];
  for (const node of order.reverse()) (ranks[rank[node]] ??= []).push(node);
  const most = Math.max(3, Math.ceil(Math.sqrt(nodes.length) * density));
  const column = new Int32Array(nodes.length).fill(-1);
  let first = 0;
  for (const members of ranks) {
    if (!members) continue;
    const share = Math.ceil(members.length / Math.ceil(members.length / most));
    // What needs nothing is at the left, where its edges are short and hide nothing.
    members.sort((a, b) => after[a].length - after[b].length || position[a] - position[b]);
    members.forEach((node, index) => { column[node] = first + Math.floor(index / share); });
    first += Math.ceil(members.length / share);
  }
  return column;
}

/// The points of an edge in its own direction: at the border of its nodes and, between them,
/// where it enters and leaves each column.
function pointsAlong(route, arc, columns) {
  const points = [];
  route.forEach((vertex, index) => {
    const { left, width } = columns.extent(vertex);
    const y = columns.y[vertex];
    if (index > 0) points.push({ x: left, y });
    if (index < route.length - 1) points.push({ x: left + width, y });
  });
  return arc.isReversed ? points.reverse() : points;
}
