// Factory, MIT licence; see LICENSE
//
// The parts of the graph that no edge connects, next to each other.
import { PART_GAP, ROW_GAP } from "./columns.mjs";
import { MOST_IN_ROWS, layOutColumns } from "./layout.mjs";

/// How many nodes a column or row may have, before it becomes two: times the root of the number of
/// all. Text is wide, so rows have fewer, and are nearer to each other.
const ROWS = [{ density: 0.7, gap: 44 }, { density: 1.4, gap: 44 }];
const COLUMNS = [{ density: 2, gap: 64 }, { density: 4, gap: 64 }];

/// Lays out nodes, which have a `width` and a `height`, and edges between indices of them, in
/// the form that fits best into the window: returns the boxes of the nodes, the points of each
/// edge, and the size.
export function layOut(nodes, edges, room) {
  const parts = connectedParts(nodes.length, edges);
  // A frame is large, and not in line with cards.
  const isAlone = ({ members }) => members.length === 1 && !nodes[members[0]].isFrame;
  const connected = parts.filter((part) => !isAlone(part));
  const single = parts.filter(isAlone).flatMap(({ members }) => members);
  const finish = (result) => {
    if (single.length > 0) placeUnconnected(nodes, single, result);
    return result;
  };
  const inColumns = (form) =>
    finish(layOutParts(nodes, edges, connected, form, room.width / room.height));
  if (nodes.length > MOST_IN_ROWS) return inColumns(COLUMNS[0]);
  const turned = nodes.map(({ width, height, isFrame }) =>
    ({ width: height, height: width, isFrame }));
  const inRows = (form) => finish(
    transposed(layOutParts(turned, edges, connected, form, room.height / room.width)));
  const fit = ({ width, height }) => Math.min(1, room.width / width, room.height / height);
  return [...ROWS.map(inRows), ...COLUMNS.map(inColumns)]
    .reduce((best, other) => (fit(other) > fit(best) ? other : best));
}

function transposed({ boxes, routes, width, height }) {
  return {
    isTurned: true, width: height, height: width,
    boxes: boxes.map((box) => ({ x: box.y, y: box.x, width: box.height, height: box.width })),
    routes: routes.map((points) => points.map(({ x, y }) => ({ x: y, y: x }))),
  };
}

function layOutParts(nodes, edges, connected, form, proportions) {
  const result = { boxes: [], routes: edges.map(() => []), width: 0, height: 0 };
  const index = new Int32Array(nodes.length);
  const blocks = connected.map(({ members, links }) => {
    members.forEach((node, position) => { index[node] = position; });
    const inside = links.map((link) => (
      { ...edges[link], from: index[edges[link].from], to: index[edges[link].to] }));
    const placed = layOutColumns(members.map((node) => nodes[node]), inside, form);
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
  for (const block of [...blocks].sort((a, b) => b.height - a.height)) {
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
