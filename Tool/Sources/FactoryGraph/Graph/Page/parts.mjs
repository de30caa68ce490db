// Factory, MIT licence; see LICENSE
//
// The parts of the graph that no edge connects, next to each other.
import { PART_GAP, ROW_GAP } from "./columns.mjs";
import { MOST_IN_ROWS, layOutColumns } from "./layout.mjs";

/// Lays out nodes, which have a `width` and a `height`, and edges between indices of them, in
/// the direction in which more of it fits into the window: returns the boxes of the nodes,
/// the points of each edge, and the size.
export function layOut(nodes, edges, room) {
  const fit = ({ width, height }) => Math.min(room.width / width, room.height / height);
  const columns = layOutParts(nodes, edges, 2, room.width / room.height);
  if (nodes.length > MOST_IN_ROWS) return columns;
  const turned = nodes.map(({ width, height }) => ({ width: height, height: width }));
  const rows = transposed(layOutParts(turned, edges, 0.7, room.height / room.width));
  return fit(rows) > Math.min(1, fit(columns)) ? rows : columns;
}

function transposed({ boxes, routes, width, height }) {
  return {
    isTurned: true, width: height, height: width,
    boxes: boxes.map((box) => ({ x: box.y, y: box.x, width: box.height, height: box.width })),
    routes: routes.map((points) => points.map(({ x, y }) => ({ x: y, y: x }))),
  };
}

function layOutParts(nodes, edges, density, proportions) {
  const result = { boxes: [], routes: edges.map(() => []), width: 0, height: 0 };
  const index = new Int32Array(nodes.length);
  const parts = connectedParts(nodes.length, edges);
  const connected = parts.filter(({ members }) => members.length > 1);
  const blocks = connected.map(({ members, links }) => {
    members.forEach((node, position) => { index[node] = position; });
    const inside = links.map((link) => (
      { ...edges[link], from: index[edges[link].from], to: index[edges[link].to] }));
    const placed = layOutColumns(members.map((node) => nodes[node]), inside, density);
    return { members, links, ...placed };
  });
  pack(blocks, proportions, result);
  for (const { members, links, boxes, routes, x, y } of blocks) {
    members.forEach((node, position) => {
      const box = boxes[position];
      result.boxes[node] = { ...box, x: box.x + x, y: box.y + y };
    });
    links.forEach((link, position) => {
      result.routes[link] = routes[position]
        .map((point) => ({ x: point.x + x, y: point.y + y }));
    });
  }
  const single = parts.flatMap(({ members }) => (members.length === 1 ? members : []));
  if (single.length > 0) placeUnconnected(nodes, single, result);
  return result;
}

/// The nodes and the edges of each part, the largest part first.
function connectedParts(nodeCount, edges) {
  const parent = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const root = (node) => {
    let top = node;
    while (parent[top] !== top) top = parent[top] = parent[parent[top]];
    return top;
  };
  for (const { from, to } of edges) parent[root(from)] = root(to);
  const parts = new Map();
  for (let node = 0; node < nodeCount; node += 1) {
    if (!parts.has(root(node))) parts.set(root(node), { members: [], links: [] });
    parts.get(root(node)).members.push(node);
  }
  edges.forEach(({ from }, link) => parts.get(root(from)).links.push(link));
  return [...parts.values()].sort((a, b) => b.members.length - a.members.length);
}

/// Puts blocks on shelves of about the proportions of the window, the highest first. Lower
/// blocks are put below others of their shelf, where there is room.
function pack(blocks, proportions, result) {
  const area = blocks.reduce((sum, { width, height }) =>
    sum + (width + PART_GAP) * (height + PART_GAP), 0);
  const widest = blocks.reduce((most, { width }) => Math.max(most, width), 0);
  const limit = Math.max(widest, Math.sqrt(area * proportions));
  let [x, y, shelf] = [0, 0, 0];
  let stacks = [];
  for (const block of blocks.toSorted((a, b) => b.height - a.height)) {
    const stack = stacks.find(({ width, bottom }) => block.width <= width
      && bottom + PART_GAP + block.height <= y + shelf);
    if (stack) {
      Object.assign(block, { x: stack.x, y: stack.bottom + PART_GAP });
      stack.bottom = block.y + block.height;
      continue;
    }
    if (x > 0 && x + block.width > limit) {
      [x, y, shelf] = [0, y + shelf + PART_GAP, 0];
      stacks = [];
    }
    Object.assign(block, { x, y });
    stacks.push({ x, width: block.width, bottom: y + block.height });
    shelf = Math.max(shelf, block.height);
    result.width = Math.max(result.width, x + block.width);
    result.height = y + shelf;
    x += block.width + PART_GAP;
  }
}

/// Nodes without edges: rows below the drawing.
function placeUnconnected(nodes, single, result) {
  const width = Math.max(...single.map((node) => nodes[node].width));
  const height = Math.max(...single.map((node) => nodes[node].height));
  const fitting = Math.floor((result.width + ROW_GAP) / (width + ROW_GAP));
  const perRow = Math.max(fitting, Math.ceil(Math.sqrt(single.length / 3)), 1);
  const top = result.height > 0 ? result.height + PART_GAP : 0;
  single.forEach((node, index) => {
    result.boxes[node] = {
      x: (index % perRow) * (width + ROW_GAP),
      y: top + Math.floor(index / perRow) * (height + ROW_GAP),
      width, height: nodes[node].height,
    };
  });
  const inRow = Math.min(single.length, perRow);
  result.width = Math.max(result.width, inRow * (width + ROW_GAP) - ROW_GAP);
  result.height = top + Math.ceil(single.length / perRow) * (height + ROW_GAP) - ROW_GAP;
}
