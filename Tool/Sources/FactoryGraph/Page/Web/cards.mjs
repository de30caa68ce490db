// Factory, MIT licence; see LICENSE
//
// How nodes and groups look on the canvas.
import { groupCounts } from "./groups.mjs";
import { SHAPES, SIGNS } from "./appearance.mjs";
import { SMALLEST_TEXT, fitText, lineMiddles, lineSizes } from "./labels.mjs";
import { CODE_HEIGHT, subtitle } from "./scene.mjs";

const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MOST_TEXTS = 20_000;

/// Draws boxes and their texts on a context whose unit is that of the drawing.
export class Cards {
  #texts = new Map();

  constructor(context, styles) {
    this.context = context;
    this.styles = styles;
    this.shapes = Object.fromEntries(
      Object.entries(SHAPES).map(([name, path]) => [name, new Path2D(path)]));
    // The first part of a sign is its shape, without what is cut out.
    this.signs = Object.fromEntries(Object.entries(SIGNS).map(([name, { path }]) =>
      [name, { whole: new Path2D(path), outline: new Path2D(path.slice(0, path.indexOf("z"))) }]));
  }

  /// The width of a name, or of a smaller text if that is wider.
  measure(name, detail) {
    this.context.font = font(13, true);
    const width = this.context.measureText(name).width;
    this.context.font = font(11);
    return Math.max(width, this.context.measureText(detail).width);
  }

  /// A factory, or code.
  drawNode(node, box, { scale, colors, isDimmed, ring }) {
    const { context } = this;
    const radius = node.isCode ? CODE_HEIGHT / 2 : 7;
    const style = node.isCode ? { color: "--grey" } : this.styles.get(node.scope);
    const sizes = lineSizes(node.isCode ? [13] : [13, 11], box.height, scale);
    const hasText = sizes.length > 0;
    context.globalAlpha = isDimmed ? 0.22 : 1;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, radius);
    context.fillStyle = colors.get(node.isCode ? "--canvas"
      : hasText ? `${style.color} tint` : style.color);
    context.fill();
    const [mark] = node.marks;
    context.strokeStyle = colors.get(mark ? SIGNS[mark].color : style.color);
    context.lineWidth = mark ? 2.6 : node.isCode ? 1 : 1.2;
    if (!hasText && mark) context.lineWidth = 3 / scale;
    context.setLineDash(node.kind === "promise" ? [5, 3] : []);
    context.stroke();
    context.setLineDash([]);
    this.#drawRing(box, radius, ring, scale, colors);
    if (hasText) {
      const isNarrow = box.width * scale < 90;
      const left = isNarrow ? 8 : node.isCode ? 14 : 34;
      const texts = node.isCode ? [node.name] : [node.name, subtitle(node)];
      const right = isNarrow ? 6 : node.isCode ? 14 : 9;
      this.#drawLines(texts, sizes, { ...box, left, right }, colors);
      if (!node.isCode && !isNarrow) this.#drawShape(style, box, colors);
    }
    if (hasText) this.#drawMarks(node.marks, box, scale, colors);
    context.globalAlpha = 1;
  }

  /// A closed group: its name, how much is in it, and the share of each scope.
  drawGroup(group, box, { scale, colors, isDimmed, ring }) {
    const { context } = this;
    context.globalAlpha = isDimmed ? 0.3 : 1;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 9);
    context.fillStyle = colors.get("--card");
    context.fill();
    context.save();
    context.clip();
    this.#drawShares(group, box, colors);
    context.restore();
    const [mark] = group.marks;
    context.strokeStyle = colors.get(mark ? SIGNS[mark].color : "--line");
    context.lineWidth = Math.max(mark ? 2.2 : 1.3, 0.8 / scale);
    context.stroke();
    this.#drawRing(box, 9, ring, scale, colors);
    const sizes = lineSizes([15, 12], box.height - 12, scale);
    const counts = this.#longest(groupCounts(group), box.width - 28, sizes[1]);
    this.#drawLines([group.title, counts], sizes,
      { ...box, height: box.height - 8, left: 14, right: 14 }, colors);
    if (sizes.length > 0) this.#drawMarks(group.marks, box, scale, colors);
    context.globalAlpha = 1;
  }

  /// The frame of an open group.
  drawFrame(group, box, { scale, colors, ring }) {
    const { context } = this;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 12);
    context.fillStyle = colors.get("--frame");
    context.fill();
    context.strokeStyle = colors.get(group.marks.includes("circle") ? "--error" : "--line");
    context.lineWidth = Math.max(1.2, 0.8 / scale);
    context.stroke();
    this.#drawRing(box, 12, ring, scale, colors);
  }

  /// The name of an open group, over what it contains if that has no text at this zoom.
  drawTitle(group, box, { scale, colors, occupied }) {
    const { context } = this;
    const [size] = lineSizes([14], box.title, scale);
    const shown = size ?? SMALLEST_TEXT / scale;
    const height = Math.max(box.title, shown * 1.25);
    const place = { x: box.x, y: box.y, width: box.width, height };
    if (height > box.height || occupied.has(place)) return;
    const room = box.width - 34;
    const title = this.#fit(`▾ ${group.title}`, room, shown, true);
    if (!title) return;
    occupied.add(place);
    context.font = font(shown, true);
    const width = context.measureText(title).width;
    const counts = this.#longest(groupCounts(group), room - width - 12, shown * 0.86);
    const hasCounts = size && shown * 0.86 * scale >= SMALLEST_TEXT && counts;
    // Lines may cross the title, and without a size so may boxes.
    context.font = font(shown * 0.86);
    const countsWidth = hasCounts ? 16 + context.measureText(counts).width : 8;
    context.fillStyle = colors.get("--frame");
    context.fillRect(box.x + 10, box.y + 4, width + countsWidth, height - 6);
    context.font = font(shown, true);
    context.textBaseline = "middle";
    context.fillStyle = colors.get("--text");
    context.fillText(title, box.x + 14, box.y + height / 2 + 1);
    if (!hasCounts) return;
    context.font = font(shown * 0.86);
    context.fillStyle = colors.get("--muted");
    context.fillText(counts, box.x + 14 + width + 12, box.y + height / 2 + 1);
  }

  /// How many edges a bundle has, in pixels of the screen around a place.
  drawCount(text, { x, y, width, height }, scale, colors, color) {
    const { context } = this;
    context.beginPath();
    context.roundRect(x, y, width, height, height / 2);
    context.fillStyle = colors.get("--canvas");
    context.fill();
    context.strokeStyle = colors.get(color);
    context.lineWidth = 0.8 / scale;
    context.stroke();
    context.font = font(11 / scale);
    context.fillStyle = colors.get("--text");
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x + width / 2, y + height * 0.54);
    context.textAlign = "start";
  }

  #drawLines(texts, sizes, { x, y, width, height, left, right }, colors) {
    const { context } = this;
    const middles = lineMiddles(sizes, y, height);
    context.textBaseline = "middle";
    sizes.forEach((size, line) => {
      const text = this.#fit(texts[line], width - left - right, size, line === 0);
      context.font = font(size, line === 0);
      context.fillStyle = colors.get(line === 0 ? "--text" : "--muted");
      context.fillText(text, x + left, middles[line] + 0.5);
    });
  }

  /// The longest of some texts that fits.
  #longest(texts, width, size) {
    if (!size) return "";
    return texts.find((text) => this.#fit(text, width, size, false) === text) ?? "";
  }

  #drawRing(box, radius, ring, scale, colors) {
    if (!ring) return;
    const { context } = this;
    const isStrong = ring === "selected";
    const distance = Math.max(3.5, 2 / scale);
    context.beginPath();
    context.roundRect(box.x - distance, box.y - distance, box.width + 2 * distance,
      box.height + 2 * distance, radius + distance);
    context.strokeStyle = colors.get("--accent");
    context.lineWidth = Math.max(isStrong ? 3 : 1.6, (isStrong ? 3 : 1.8) / scale);
    if (ring === "found") context.setLineDash([4 / scale, 3 / scale]);
    context.stroke();
    context.setLineDash([]);
  }

  #drawShape({ color, shape }, box, colors) {
    const { context } = this;
    context.save();
    context.translate(box.x + 11, box.y + 13);
    context.fillStyle = colors.get(color);
    context.fill(this.shapes[shape], "evenodd");
    context.restore();
  }

  #drawShares(group, box, colors) {
    if (group.factories === 0) return;
    let { x } = box;
    for (const [scope, { color }] of this.styles) {
      const members = group.members.filter((node) => node.scope === scope).length;
      const width = box.width * members / group.factories;
      this.context.fillStyle = colors.get(color);
      this.context.fillRect(x, box.y + box.height - 6, width, 6);
      x += width;
    }
  }

  /// Marks at the upper right corner, which do not get too small to be seen.
  #drawMarks(marks, box, scale, colors) {
    const { context } = this;
    const size = Math.min(26, Math.max(18, 11 / scale));
    marks.toReversed().forEach((mark, index) => {
      context.save();
      context.translate(box.x + box.width + 6 - size * (index + 1), box.y + 6 - size / 2);
      context.scale(size / 16, size / 16);
      context.strokeStyle = colors.get("--card");
      context.lineWidth = 3;
      context.stroke(this.signs[mark].outline);
      context.fillStyle = colors.get("--card");
      context.fill(this.signs[mark].outline);
      context.fillStyle = colors.get(SIGNS[mark].color);
      context.fill(this.signs[mark].whole, "evenodd");
      context.restore();
    });
  }

  #fit(text, width, size, isBold) {
    const key = `${size} ${isBold} ${Math.round(width)} ${text}`;
    let fitted = this.#texts.get(key);
    if (fitted === undefined) {
      if (this.#texts.size > MOST_TEXTS) this.#texts.clear();
      this.context.font = font(size, isBold);
      fitted = fitText(text, width, (part) => this.context.measureText(part).width);
      this.#texts.set(key, fitted);
    }
    return fitted;
  }
}

function font(size, isBold = false) { return `${isBold ? "600 " : ""}${size}px ${FONT}`; }
