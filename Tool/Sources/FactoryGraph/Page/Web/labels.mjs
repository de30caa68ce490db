// Factory, MIT licence; see LICENSE
//
// How large text is, and where it is, so that it is readable at every zoom: never smaller on the
// screen than the smallest size, and never over other text. What has no room is left out.

/// In pixels of the screen.
export const SMALLEST_TEXT = 9.5;
const LINE_HEIGHT = 1.2;

/// The sizes of as many lines as a box of a height has room for, in units of the drawing. The
/// last lines are left out first.
export function lineSizes(wanted, height, scale) {
  const sizes = [];
  let used = 0;
  for (const size of wanted) {
    // Steps, so that few different fonts are measured while the zoom changes.
    const larger = Math.ceil(Math.max(size, SMALLEST_TEXT / scale) * 4) / 4;
    used += larger * LINE_HEIGHT;
    if (used > height) break;
    sizes.push(larger);
  }
  return sizes;
}

/// The middles of lines of these sizes, which are together in the middle of a box.
export function lineMiddles(sizes, top, height) {
  const heights = sizes.map((size) => size * LINE_HEIGHT);
  let y = top + (height - heights.reduce((sum, line) => sum + line, 0)) / 2;
  return heights.map((line) => {
    y += line;
    return y - line / 2;
  });
}

/// A text that is shortened to a width, or "" if less than three letters fit. `measure` gives the
/// width of a text.
export function fitText(text, width, measure) {
  const whole = text.replaceAll(/\s+/g, " ");
  if (measure(whole) <= width) return whole;
  let [fits, tooLong] = [0, whole.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (measure(`${whole.slice(0, middle)}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  // Not half of a pair of surrogates.
  if (/[\uD800-\uDBFF]/.test(whole[fits - 1] ?? "")) fits -= 1;
  return fits < 3 ? "" : `${whole.slice(0, fits)}…`;
}

/// Places without overlaps. Rectangles that are added earlier have precedence.
export class Occupied {
  #cells = new Map();
  static #size = 64;

  /// Whether a rectangle overlaps one of those that were added.
  has(rectangle) {
    return this.#keys(rectangle).some((key) =>
      this.#cells.get(key)?.some((other) => overlaps(other, rectangle)));
  }

  add(rectangle) {
    for (const key of this.#keys(rectangle)) {
      if (!this.#cells.has(key)) this.#cells.set(key, []);
      this.#cells.get(key).push(rectangle);
    }
  }

  #keys({ x, y, width, height }) {
    const cell = (value) => Math.floor(value / Occupied.#size);
    const keys = [];
    for (let column = cell(x); column <= cell(x + width); column += 1) {
      for (let row = cell(y); row <= cell(y + height); row += 1) keys.push(`${column} ${row}`);
    }
    return keys;
  }
}

/// Places for the numbers of edges of bundles, each at its line and over nothing that is occupied;
/// the largest numbers first. A line without a number is one edge, or has no room for it.
export function countPlaces(links, routes, scale, occupied) {
  const places = [];
  const bundles = [...links].filter((link) => link.isBundle && link.edges.length > 1)
    .sort((a, b) => b.edges.length - a.edges.length);
  for (const bundle of bundles) {
    const text = String(bundle.edges.length);
    const [width, height] = [(text.length * 6.6 + 9) / scale, 15 / scale];
    const place = routes.get(bundle).middles
      .map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
      .find((rectangle) => !occupied.has(rectangle));
    if (!place) continue;
    occupied.add(place);
    places.push({ bundle, text, place });
  }
  return places;
}

export function overlaps(a, b) {
  return a.x <= b.x + b.width && b.x <= a.x + a.width
    && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
