// Factory, MIT licence; see LICENSE
//
// What is drawn, on the canvas and on paper: boxes for nodes, and paths for edges.
import { layOut } from "./parts.mjs";

const NODE_HEIGHT = 42;
export const CODE_HEIGHT = 28;

/// Places nodes and edges: what the canvas and the printed page draw.
export class Scene {
  constructor(nodes, edges, room, measureText) {
    this.nodes = nodes;
    this.edges = edges;
    const index = new Map(nodes.map((node, position) => [node, position]));
    const sizes = nodes.map((node) => ({
      width: Math.min(230, Math.max(96, measureText(node) + (node.isCode ? 28 : 46))),
      height: node.isCode ? CODE_HEIGHT : NODE_HEIGHT,
    }));
    const placed = layOut(sizes, edges.map((edge) => ({
      from: index.get(edge.from), to: index.get(edge.to),
      isConstruct: edge.kind === "construct",
    })), room);
    this.width = placed.width;
    this.height = placed.height;
    this.boxes = new Map(nodes.map((node, position) =>
      [node, { node, ...placed.boxes[position] }]));
    this.routes = new Map(edges.map((edge, position) => [edge, edge.from === edge.to
      ? this.#loop(edge.from) : route(placed.routes[position], placed.isTurned)]));
  }

  #loop(node) {
    const { x, y, width } = this.boxes.get(node);
    const right = x + width;
    return {
      path: `M${right - 26} ${y}C${right - 26} ${y - 22} ${right + 22} ${y - 22} `
        + `${right + 22} ${y + 12}Q${right + 20} ${y + 15} ${right + 6} ${y + 15}`,
      head: arrowhead({ x: right, y: y + 15 }, -1, 0),
      box: { x: right - 30, y: y - 24, width: 60, height: 44 },
    };
  }

  nodeAt(x, y) {
    for (const box of this.boxes.values()) {
      if (x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height) {
        return box.node;
      }
    }
    return null;
  }

  /// The rectangle around nodes.
  bounds(nodes) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const node of nodes) {
      const box = this.boxes.get(node);
      if (!box) continue;
      left = Math.min(left, box.x);
      top = Math.min(top, box.y);
      right = Math.max(right, box.x + box.width);
      bottom = Math.max(bottom, box.y + box.height);
    }
    if (left > right) return null;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
}

/// A smooth line through points, in the direction of the layout at each; the last 6 units are
/// the arrowhead's.
export function route(points, isTurned) {
  const along = isTurned ? "y" : "x";
  const across = isTurned ? "x" : "y";
  const write = (main, cross) =>
    (isTurned ? `${round(cross)} ${round(main)}` : `${round(main)} ${round(cross)}`);
  const first = points[0];
  const last = points[points.length - 1];
  const direction = last[along] >= points[points.length - 2][along] ? 1 : -1;
  let path = `M${write(first[along], first[across])}`;
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    const end = to[along] - (index === points.length - 1 ? 6 * direction : 0);
    const middle = (from[along] + end) / 2;
    const bend = `${write(middle, from[across])} ${write(middle, to[across])} `;
    const isStraight = Math.abs(from[across] - to[across]) < 0.5;
    path += `${isStraight ? "L" : `C${bend}`}${write(end, to[across])}`;
  }
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs) - 4;
  const y = Math.min(...ys) - 4;
  return {
    path, head: arrowhead(last, isTurned ? 0 : direction, isTurned ? direction : 0),
    box: { x, y, width: Math.max(...xs) + 4 - x, height: Math.max(...ys) + 4 - y },
  };
}

function arrowhead({ x, y }, dx, dy) {
  const [baseX, baseY] = [x - 8 * dx, y - 8 * dy];
  return `M${round(x)} ${round(y)}L${round(baseX + 4 * dy)} ${round(baseY + 4 * dx)}`
    + `L${round(baseX - 4 * dy)} ${round(baseY - 4 * dx)}z`;
}

function round(number) { return Math.round(number * 10) / 10; }

export function overlaps(a, b) {
  return a.x <= b.x + b.width && b.x <= a.x + a.width
    && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/// Second line of a factory's card.
export function subtitle(node) {
  return node.kind === "factory" ? node.type : `${node.kind} · ${node.type}`;
}
