// Factory, MIT licence; see LICENSE
//
// What is drawn, on the canvas and on paper: boxes for nodes and groups, and lines for edges.
import { describeGroup, linksOf, shownAround } from "./groups.mjs";
import { layOut } from "./parts.mjs";
import { connector, loop, route } from "./routes.mjs";

const NODE_HEIGHT = 42;
const GROUP_HEIGHT = 62;
export const CODE_HEIGHT = 28;
const FRAME_TITLE = 48;
const FRAME_INSET = 18;

/// Places nodes and groups, and the edges between them. `measure` gives the widths of a name and
/// of a smaller text.
export class Scene {
  boxes = new Map();
  routes = new Map();
  links = [];
  #connectors = new Map();

  constructor({ root, open, edges, room, measure }) {
    Object.assign(this, { root, open, edges, room, measure });
    this.linksIn = linksOf(root, open, edges);
    const placed = this.#place(root);
    this.width = placed.width;
    this.height = placed.height;
    this.#put(placed, 0, 0);
    this.bundleOf = new Map(this.links.filter((link) => link.isBundle)
      .flatMap((bundle) => bundle.edges.map((edge) => [edge, bundle])));
  }

  isOpen(item) { return item.isGroup === true && this.open.has(item.id); }

  /// Lays out what a group contains, the open groups in it first.
  #place(group, room = this.room) {
    const items = [...group.groups, ...group.nodes];
    const index = new Map(items.map((item, position) => [item, position]));
    // Wide frames, because most graphs of groups are high.
    const flat = { width: this.room.width / 2, height: this.room.height / 6 };
    const inside = items.map((item) => (this.isOpen(item) ? this.#place(item, flat) : null));
    const sizes = items.map((item, position) => this.#size(item, inside[position]));
    const links = this.linksIn.get(group) ?? [];
    const placed = layOut(sizes, links.map((link) => ({
      from: index.get(link.from), to: index.get(link.to),
      isConstruct: link.isBundle
        ? link.edges.some(({ kind }) => kind === "construct") : link.kind === "construct",
    })), room);
    return { ...placed, items, inside, links };
  }

  #size(item, inside) {
    if (inside) {
      const title = this.measure(`${item.title} ${describeGroup(item)}`, "");
      return {
        width: Math.max(inside.width, title + 48) + 2 * FRAME_INSET,
        height: inside.height + titleHeight(inside) + FRAME_INSET, isFrame: true,
      };
    }
    if (item.isGroup) {
      const width = this.measure(item.title, describeGroup(item)) * 1.6 + 30;
      return { width: Math.min(290, Math.max(180, width)), height: GROUP_HEIGHT };
    }
    // Wider than the text, which does not become smaller with the drawing.
    const text = 1.2 * this.measure(item.name, item.isCode ? "" : subtitle(item));
    return item.isCode ? { width: within(text + 28), height: CODE_HEIGHT }
      : { width: within(text + 46), height: NODE_HEIGHT };
  }

  /// Moves what was laid out to its place.
  #put({ items, inside, links, boxes, routes, isTurned }, dx, dy) {
    items.forEach((item, index) => {
      const box = { ...boxes[index], x: boxes[index].x + dx, y: boxes[index].y + dy };
      const contents = inside[index];
      const title = contents ? titleHeight(contents) : 0;
      this.boxes.set(item, { item, isOpen: contents !== null, title, ...box });
      if (contents) this.#put(contents, box.x + (box.width - contents.width) / 2, box.y + title);
    });
    links.forEach((link, index) => {
      this.links.push(link);
      const points = routes[index].map(({ x, y }) => ({ x: x + dx, y: y + dy }));
      this.routes.set(link, link.from === link.to ? loop(this.boxes.get(link.from))
        : route(points, isTurned));
    });
  }

  /// The node, or the closed group that it is in.
  shownFor(node) { return shownAround(this.root, this.open, node).at(-1); }

  /// The line for one edge: its own, that of its bundle, or one over everything, if an end of the
  /// bundle is an open group. Null if the edge is inside a closed group.
  lineFor(edge) {
    if (this.routes.has(edge)) return { link: edge, route: this.routes.get(edge) };
    const bundle = this.bundleOf.get(edge);
    if (!bundle) return null;
    if (!this.isOpen(bundle.from) && !this.isOpen(bundle.to)) {
      return { link: bundle, route: this.routes.get(bundle) };
    }
    const [from, to] = [this.shownFor(edge.from), this.shownFor(edge.to)];
    const key = `${from.id}\n${to.id}`;
    if (!this.#connectors.has(key)) {
      const shift = from.id < to.id ? 5 : -5;
      const line = connector(this.boxes.get(from), this.boxes.get(to), shift);
      this.#connectors.set(key, { link: edge, route: line });
    }
    return this.#connectors.get(key);
  }

  /// The node or group at a place. Of an open group, only the title counts.
  itemAt(x, y, scale) {
    let frame = null;
    for (const { item, isOpen, ...box } of this.boxes.values()) {
      const height = isOpen ? Math.max(box.title, 20 / scale) : box.height;
      const isInside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + height;
      if (isInside && !isOpen) return item;
      if (isInside) frame = item;
    }
    return frame;
  }

  /// The rectangle around nodes and groups.
  bounds(items) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const item of items) {
      const box = this.boxes.get(item.isGroup ? item : this.shownFor(item));
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

function within(width) { return Math.min(260, Math.max(104, width)); }

/// The title of a large frame is high, because its text is readable where the frame is small.
function titleHeight({ width, height }) {
  return Math.min(120, Math.max(FRAME_TITLE, 0.07 * Math.min(width, height)));
}

/// Second line of a factory's card.
export function subtitle(node) {
  return node.kind === "factory" ? node.type : `${node.kind} · ${node.type}`;
}
