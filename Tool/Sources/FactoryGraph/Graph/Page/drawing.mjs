// Factory, MIT licence; see LICENSE
//
// The drawing on a canvas: only what the window shows, and without text when that is too
// small.
import { LINES, SHAPES, readColors } from "./appearance.mjs";
import { CODE_HEIGHT, overlaps, subtitle } from "./scene.mjs";

const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const NAME_FONT = `600 13px ${FONT}`;
const DETAIL_FONT = `11px ${FONT}`;
export const READABLE = 0.38;

export class Drawing {
  view = { x: 0, y: 0, scale: 1 };
  scene = null;
  emphasis = null;
  selected = null;
  hovered = null;
  found = new Set();
  #frame = 0;
  #texts = new Map();

  constructor(canvas, styles) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.styles = styles;
    this.shapes = Object.fromEntries(
      Object.entries(SHAPES).map(([name, path]) => [name, new Path2D(path)]));
    this.colors = readColors();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#resize();
  }

  /// The size of the window.
  get room() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  measure(node) {
    this.context.font = NAME_FONT;
    const name = this.context.measureText(node.name).width;
    if (node.isCode) return name;
    this.context.font = DETAIL_FONT;
    return Math.max(name, this.context.measureText(subtitle(node)).width);
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
        this.#draw();
      });
    }
  }

  #resize() {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = window.devicePixelRatio;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.#draw();
  }

  #draw() {
    const { context, scene, view } = this;
    const ratio = window.devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!scene) return;
    context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x,
      ratio * view.y);
    const shown = {
      x: -view.x / view.scale, y: -view.y / view.scale,
      width: this.room.width / view.scale, height: this.room.height / view.scale,
    };
    this.#drawEdges(shown);
    for (const [node, box] of scene.boxes) {
      if (overlaps(box, shown)) this.#drawNode(node, box);
    }
  }

  #drawEdges(shown) {
    const { context, scene, emphasis } = this;
    const visible = scene.edges.filter((edge) => overlaps(scene.routes.get(edge).box, shown));
    if (emphasis) {
      context.globalAlpha = 0.14;
      this.#drawDimmed(visible.filter((edge) => !emphasis.edges.has(edge)));
      const strong = visible.filter((edge) => emphasis.edges.has(edge));
      const isCrowded = strong.length > 250;
      context.globalAlpha = isCrowded ? 0.5 : 1;
      for (const edge of strong) {
        const color = edge.inCircle ? "--circle" : emphasis.edges.get(edge);
        this.#drawEdge(edge, color, isCrowded ? 1 : 1.7);
      }
    } else {
      context.globalAlpha = 1 - 0.65 * Math.min(1, visible.length / 2000);
      const showsAll = visible.length === scene.edges.length && visible.length > 400;
      if (showsAll) this.#drawAll();
      for (const edge of showsAll ? [] : visible) {
        this.#drawEdge(edge, edge.inCircle ? "--circle" : "--line");
      }
    }
    context.globalAlpha = 1;
  }

  /// Edges in one stroke, so that those that share a trunk do not add up.
  #drawDimmed(edges) {
    const { context } = this;
    const lines = new Path2D();
    for (const edge of edges) lines.addPath(this.#path(edge));
    context.strokeStyle = this.colors.get("--line");
    context.lineWidth = Math.max(1.2, 0.5 / this.view.scale);
    context.stroke(lines);
  }

  /// All edges with few calls, if the window shows all.
  #drawAll() {
    const { context, scene } = this;
    if (!this.combined) {
      this.combined = new Map();
      for (const edge of scene.edges) {
        const key = edge.inCircle ? "circle" : edge.kind;
        if (!this.combined.has(key)) this.combined.set(key, new Path2D());
        this.combined.get(key).addPath(this.#path(edge));
      }
    }
    for (const [key, path] of this.combined) {
      context.strokeStyle = this.colors.get(key === "circle" ? "--circle" : "--line");
      const { dash, width } = LINES[key === "circle" ? "construct" : key];
      const least = (key === "circle" ? 1.2 : 0.4) / this.view.scale;
      context.lineWidth = Math.max(key === "circle" ? 2.2 : width, least);
      context.setLineDash(this.view.scale < READABLE ? [] : dash);
      context.stroke(path);
    }
    context.setLineDash([]);
  }

  #path(edge, part = "path") {
    let paths = this.paths.get(edge);
    if (!paths) this.paths.set(edge, (paths = {}));
    return (paths[part] ??= new Path2D(this.scene.routes.get(edge)[part]));
  }

  #drawEdge(edge, color, widen = 1) {
    const { context } = this;
    const { dash, width } = LINES[edge.kind];
    // Lines stay visible when the drawing is small.
    const least = this.emphasis ? 0.7 * widen / this.view.scale : 0;
    context.strokeStyle = context.fillStyle = this.colors.get(color);
    context.lineWidth = Math.max((edge.inCircle ? 2.2 : width) * widen, least);
    context.setLineDash(dash);
    context.stroke(this.#path(edge));
    context.setLineDash([]);
    context.fill(this.#path(edge, "head"));
  }

  #drawNode(node, box) {
    const { context, emphasis, view, colors } = this;
    const isSelected = node === this.selected;
    const style = node.isCode ? { color: "--grey" } : this.styles.get(node.scope);
    const isReadable = view.scale >= READABLE;
    context.globalAlpha = emphasis && !emphasis.nodes.has(node) ? 0.22 : 1;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, node.isCode ? CODE_HEIGHT / 2 : 7);
    context.fillStyle = colors.get(node.isCode ? "--canvas"
      : isReadable ? `${style.color} tint` : style.color);
    context.fill();
    context.strokeStyle = colors.get(node.circle ? "--circle" : style.color);
    context.lineWidth = node.circle ? 2.6 : node.isCode ? 1 : 1.2;
    if (!isReadable && node.circle) context.lineWidth = 3 / view.scale;
    context.setLineDash(node.kind === "promise" ? [5, 3] : []);
    context.stroke();
    context.setLineDash([]);
    if (isSelected || node === this.hovered || this.found.has(node)) {
      const distance = isReadable ? 3.5 : 2 / view.scale;
      context.beginPath();
      context.roundRect(box.x - distance, box.y - distance, box.width + 2 * distance,
        box.height + 2 * distance, (node.isCode ? CODE_HEIGHT / 2 : 7) + distance);
      context.strokeStyle = colors.get("--accent");
      context.lineWidth = Math.max(isSelected ? 3 : 1.6, (isSelected ? 3 : 1.8) / view.scale);
      if (this.found.has(node) && !isSelected) context.setLineDash([4, 3]);
      context.stroke();
      context.setLineDash([]);
    }
    if (isReadable) this.#drawTexts(node, box, style);
    context.globalAlpha = 1;
  }

  #drawTexts(node, box, { color, shape }) {
    const { context, colors } = this;
    const inset = node.isCode ? 14 : 34;
    const room = box.width - inset - (node.isCode ? 14 : 10);
    context.fillStyle = colors.get("--text");
    context.textBaseline = "middle";
    context.font = NAME_FONT;
    if (node.isCode) {
      context.fillText(this.#fit(node.name, room), box.x + inset, box.y + 14.5);
      return;
    }
    context.fillText(this.#fit(node.name, room), box.x + inset, box.y + 15);
    context.font = DETAIL_FONT;
    context.fillStyle = colors.get("--muted");
    context.fillText(this.#fit(subtitle(node), room), box.x + inset, box.y + 30);
    context.save();
    context.translate(box.x + 11, box.y + 13);
    context.fillStyle = colors.get(color);
    context.fill(this.shapes[shape], "evenodd");
    context.restore();
    if (!node.circle) return;
    context.fillStyle = colors.get("--circle");
    context.beginPath();
    context.arc(box.x + box.width - 3, box.y + 3, 8, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colors.get("--card");
    context.font = `700 12px ${FONT}`;
    context.textAlign = "center";
    context.fillText("↻", box.x + box.width - 3, box.y + 3.5);
    context.textAlign = "start";
  }

  /// The text, shortened to the width. The context's font is part of the key.
  #fit(text, width) {
    const key = `${this.context.font}|${Math.round(width)}|${text}`;
    let fitted = this.#texts.get(key);
    if (fitted !== undefined) return fitted;
    fitted = text.replaceAll(/\s+/g, " ");
    if (this.context.measureText(fitted).width > width) {
      let [fits, tooLong] = [0, fitted.length];
      while (tooLong - fits > 1) {
        const middle = (fits + tooLong) >> 1;
        const shortened = `${fitted.slice(0, middle)}…`;
        if (this.context.measureText(shortened).width <= width) fits = middle;
        else tooLong = middle;
      }
      fitted = `${fitted.slice(0, fits)}…`;
    }
    this.#texts.set(key, fitted);
    return fitted;
  }
}
