// Factory, MIT licence; see LICENSE
//
// Opens pages that graph-pages has written, and what the checks ask them.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";

export const directory = resolve(process.argv[2]);
const takesScreenshots = process.argv.includes("--screenshots");
const browser = new Browser();
let failures = 0;

/// Opens a page, checks it, and expects no error and no request.
export async function check(name, options, body) {
  const started = Date.now();
  let tab;
  const problems = [];
  const expect = (what, actual, expected = true) => {
    const isEqual = JSON.stringify(actual) === JSON.stringify(expected);
    if (!isEqual) {
      problems.push(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
    }
  };
  let note;
  try {
    tab = await browser.open(`${pathToFileURL(resolve(directory, options.page))}`, options);
    note = await body(tab, expect);
    await tab.frames();
    problems.push(...tab.errors.map((error) => `console: ${error}`),
      ...tab.requests.map((url) => `request: ${url}`));
  } catch (error) {
    problems.push(error.message);
  }
  failures += problems.length > 0 ? 1 : 0;
  console.log(`${problems.length > 0 ? "✗" : "✓"} ${options.page}: ${name}`
    + ` (${note ? `${note}, ` : ""}${Date.now() - started} ms)`);
  for (const problem of problems) console.log(`    ${problem}`);
  await tab?.close();
}

// Expressions that are evaluated in the page.
export const title = "document.querySelector('#details h2').textContent";
export const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
export const shownItems = "[...document.querySelectorAll('[aria-level=\"2\"]')]"
  + ".filter((item) => item.checkVisibility()).map((item) => item.title)";
export const focused = "(document.activeElement.title || document.activeElement.id"
  + " || document.activeElement.textContent)";
/// Presses the button with a text in the panel.
export const press = (name) => `[...document.querySelectorAll("#details button")]
  .find((button) => button.textContent === ${JSON.stringify(name)}).click()`;
export const layoutTime = "performance.getEntriesByName('layout', 'measure').at(-1).duration";
/// How many pixels of the drawing have a colour that is near to a given one.
export const pixels = (red, green, blue) => `(() => {
  const canvas = document.getElementById("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let number = 0;
  for (let at = 0; at < data.length; at += 4) {
    number += data[at + 3] > 128 && Math.abs(data[at] - ${red}) + Math.abs(data[at + 1] - ${green})
      + Math.abs(data[at + 2] - ${blue}) < 40;
  }
  return number;
})()`;

/// Notes the texts of the last drawing: their sizes and rectangles, in pixels of the screen.
export const recorder = `(() => {
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  window.drawnTexts = [];
  CanvasRenderingContext2D.prototype.clearRect = function (...rectangle) {
    window.drawnTexts = [];
    clearRect.apply(this, rectangle);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const scale = this.getTransform().a / devicePixelRatio;
    const { e, f } = this.getTransform();
    const size = parseFloat(this.font.match(/([\\d.]+)px/)[1]) * scale;
    const width = this.measureText(text).width * scale;
    const left = x * scale + e / devicePixelRatio - (this.textAlign === "center" ? width / 2 : 0);
    if (text) window.drawnTexts.push({ text, size, x: left, width, height: size * 0.8,
      y: y * scale + f / devicePixelRatio - size * 0.4 });
    fillText.call(this, text, x, y);
  };
})()`;

export const drawn = "window.drawnTexts.map(({ text }) => text)";
/// The middle of the box whose name is drawn, in the window.
export const placeOf = (name) => `(() => {
  const { left, top } = document.getElementById("canvas").getBoundingClientRect();
  const { x, y, width, height } = window.drawnTexts.find(({ text }) => text === "${name}");
  return { x: left + x + width / 2, y: top + y + height / 2 };
})()`;

/// The graph of a page, with what the page should know of it.
export function graph(count) {
  const read = (file) => JSON.parse(readFileSync(resolve(directory, file)));
  const { factories, edges, unresolved } = read(`${count}.json`);
  const distinct = (list) => [...new Set(list)].sort();
  return {
    factories, edges, unresolved, findings: read(`${count}.findings.json`),
    needs: (id) => distinct(edges.filter(({ from }) => from === id).map(({ to }) => to)),
    neededBy: (id) => distinct(edges.filter(({ to }) => to === id).map(({ from }) => from)),
    indirectly(id, direction) {
      const reached = new Set([id]);
      for (const next of reached) for (const other of this[direction](next)) reached.add(other);
      return reached.size - 1;
    },
  };
}

/// Writes a picture, if the command line asks for it.
export async function screenshot(tab, name) {
  if (takesScreenshots) await tab.screenshot(resolve(directory, `${name}.png`));
}

/// How many pages are printed. Writes them, if the command line asks for it.
export async function printedPages(tab, name) {
  const bytes = await tab.pdf(takesScreenshots ? resolve(directory, `${name}.pdf`) : undefined);
  return bytes.toString("latin1").match(/\/Type \/Page\b/g).length;
}

export async function finish() {
  await browser.close();
  console.log(`graph-page: ${failures === 0 ? "all passed" : `${failures} failed`}`);
  process.exitCode = failures === 0 ? 0 : 1;
}
