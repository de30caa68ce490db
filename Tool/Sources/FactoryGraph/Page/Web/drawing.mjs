// Factory, MIT licence; see LICENSE
//
// The drawing on a canvas, in the window or on paper: only what fits.
import { LINES, lineOf, readColors } from "./appearance.mjs";
import { Cards } from "./cards.mjs";
import { Occupied, countPlaces, overlaps } from "./labels.mjs";

/// At this zoom and above, a factory has a name of a useful length.
export const READABLE = 0.45;
/// Below, it has none.
export const SMALLEST_READABLE = 0.29;
const DASHES_VISIBLE = 0.3;

export class Drawing {
  view = { x: 0, y: 0, scale: 1 };
  scene = null;
  emphasis = null;
  selected = null;
  hovered = null;
  found = new Set();
  #frame = 0;

  /// `paper` is the size and the resolution of a drawing that is not in the window.
  constructor(canvas, styles, paper = null) {
    this.canvas = canvas;
    this.paper = paper;
    this.context = canvas.getContext("2d");
    this.cards = new Cards(this.context, styles);
    this.colors = readColors(paper ? "light" : "");
    if (!paper) new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
  }

  get room() {
    return this.paper ?? { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  get #ratio() { return this.paper?.ratio ?? window.devicePixelRatio; }

  /// The view that shows a rectangle, at most at a scale.
  viewOf({ x, y, width, height }, most) {
    const { room } = this;
    const margin = Math.min(48, room.width / 10);
    const fitting = Math.min((room.width - 2 * margin) / Math.max(width, 1),
      (room.height - 2 * margin) / Math.max(height, 1));
    const scale = Math.max(0.02, Math.min(most, fitting));
    return {
      scale, x: room.width / 2 - (x + width / 2) * scale,
      y: room.height / 2 - (y + height / 2) * scale,
    };
  }

  /// The view that shows everything.
  get wholeView() {
    const { width, height } = this.scene;
    return this.viewOf({ x: 0, y: 0, width, height }, 1.25);
  }

  show(scene) {
    this.scene = scene;
    this.paths = new Map();
    this.combined = null;
    this.redraw();
  }

  redraw() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.draw();
      });
    }
  }

  #resize() {
    const { width, height } = this.room;
    this.canvas.width = Math.round(width * this.#ratio);
    this.canvas.height = Math.round(height * this.#ratio);
    this.draw();
  }

  draw() {
    const { context, scene, view } = this;
    const ratio = this.#ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!scene) return;
    context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x,
      ratio * view.y);
    const shown = {
      x: -view.x / view.scale, y: -view.y / view.scale,
      width: this.room.width / view.scale, height: this.room.height / view.scale,
    };
    const boxes = [...scene.boxes.values()].filter((box) => overlaps(box, shown));
    const how = { scale: view.scale, colors: this.colors };
    for (const box of boxes) {
      if (box.isOpen) this.cards.drawFrame(box.item, box, { ...how, ring: this.#ring(box.item) });
    }
    this.#drawEdges(shown);
    for (const box of boxes) {
      if (box.isOpen) continue;
      const state = { ...how, ring: this.#ring(box.item), isDimmed: this.#isDimmed(box.item) };
      if (box.item.isGroup) this.cards.drawGroup(box.item, box, state);
      else this.cards.drawNode(box.item, box, state);
    }
    // Over the boxes of lower zooms; of frames in frames, the outer title has precedence.
    const occupied = new Occupied();
    for (const box of boxes) {
      if (box.isOpen) this.cards.drawTitle(box.item, box, { ...how, occupied });
    }
    for (const box of boxes) if (!box.isOpen) occupied.add(box);
    this.#drawCounts(shown, occupied);
  }

  #ring(item) {
    if (item === this.selected) return "selected";
    if (item === this.hovered) return "hovered";
    const isFound = item.isGroup
      ? this.found.size > 0 && !this.scene.isOpen(item)
        && item.members.some((node) => this.found.has(node))
      : this.found.has(item);
    return isFound ? "found" : null;
  }

  #isDimmed(item) {
    const nodes = this.emphasis?.nodes;
    if (!nodes) return false;
    return item.isGroup ? !item.members.some((node) => nodes.has(node)) : !nodes.has(item);
  }

  #drawEdges(shown) {
    const { context, scene, emphasis, view } = this;
    const visible = scene.links.filter((link) => overlaps(scene.routes.get(link).box, shown));
    if (emphasis) {
      context.globalAlpha = 0.16;
      this.#drawDimmed(visible);
      const strong = this.#emphasizedLines();
      const isCrowded = strong.size > 250;
      context.globalAlpha = isCrowded ? 0.5 : 1;
      for (const [line, color] of strong) {
        if (!overlaps(line.route.box, shown)) continue;
        this.#drawLine(line, color, { widen: isCrowded ? 1 : 1.7, least: 0.9 / view.scale });
      }
    } else {
      context.globalAlpha = 1 - 0.65 * Math.min(1, visible.length / 2000);
      const showsAll = visible.length === scene.links.length && visible.length > 400;
      if (showsAll) this.#drawAll();
      const alpha = context.globalAlpha;
      for (const link of showsAll ? [] : visible) {
        // Many boxes need many others. Those with few edges are less important.
        const part = link.isBundle ? 0.4 + 0.6 * Math.min(1, link.edges.length / 8) : 1;
        context.globalAlpha = alpha * part;
        this.#drawLine({ link, route: scene.routes.get(link) },
          link.inCircle ? "--error" : "--line");
      }
    }
    context.globalAlpha = 1;
  }

  /// The lines of emphasised edges, each once.
  #emphasizedLines() {
    const lines = new Map();
    const seen = new Set();
    for (const [edge, color] of this.emphasis.edges) {
      const line = this.scene.lineFor(edge);
      if (!line || seen.has(line.route)) continue;
      seen.add(line.route);
      lines.set(line, edge.inCircle ? "--error" : color);
    }
    return lines;
  }

  /// Edges in one stroke, so that those that share a trunk do not add up.
  #drawDimmed(links) {
    const { context } = this;
    const lines = new Path2D();
    for (const link of links) lines.addPath(this.#path(this.scene.routes.get(link)));
    context.strokeStyle = this.colors.get("--line");
    context.lineWidth = Math.max(1.2, 0.5 / this.view.scale);
    context.stroke(lines);
  }

  /// All edges with few calls, if the window shows all.
  #drawAll() {
    const { context, scene } = this;
    if (!this.combined) {
      this.combined = new Map();
      for (const link of scene.links) {
        const key = link.inCircle ? "circle" : link.isBundle ? "construct" : link.kind;
        if (!this.combined.has(key)) this.combined.set(key, new Path2D());
        this.combined.get(key).addPath(this.#path(scene.routes.get(link)));
      }
    }
    for (const [key, path] of this.combined) {
      context.strokeStyle = this.colors.get(key === "circle" ? "--error" : "--line");
      const { dash, width } = LINES[key === "circle" ? "construct" : key];
      const least = (key === "circle" ? 1.2 : 0.4) / this.view.scale;
      context.lineWidth = Math.max(key === "circle" ? 2.2 : width, least);
      context.setLineDash(this.view.scale < DASHES_VISIBLE ? [] : dash);
      context.stroke(path);
    }
    context.setLineDash([]);
  }

  #path(route, part = "path") {
    let paths = this.paths.get(route);
    if (!paths) this.paths.set(route, (paths = {}));
    return (paths[part] ??= new Path2D(route[part]));
  }

  #drawLine({ link, route }, color, { widen = 1, least = 0 } = {}) {
    const { context } = this;
    const { dash, width } = lineOf(link);
    context.strokeStyle = context.fillStyle = this.colors.get(color);
    context.lineWidth = Math.max((link.inCircle ? 2.2 : width) * widen, least);
    context.setLineDash(dash);
    context.stroke(this.#path(route));
    context.setLineDash([]);
    context.fill(this.#path(route, "head"));
  }

  #drawCounts(shown, occupied) {
    const { scene, emphasis, view, colors } = this;
    const links = emphasis ? new Set([...this.#emphasizedLines().keys()].map(({ link }) => link))
      : scene.links;
    const visible = [...links].filter((link) =>
      link.isBundle && overlaps(scene.routes.get(link).box, shown));
    for (const { bundle, text, place } of
      countPlaces(visible, scene.routes, view.scale, occupied)) {
      const color = bundle.inCircle ? "--error" : "--line";
      this.cards.drawCount(text, place, view.scale, colors, color);
    }
  }
}
