// Factory, MIT licence; see LICENSE
//
// What is printed: the drawing, the legend, what was found, and a list of the factories that are
// shown.
import { UNSCOPED } from "./model.mjs";
import { LINES, SIGNS, findingMark, html, lineMark, scopeMark } from "./appearance.mjs";
import { Drawing, READABLE } from "./drawing.mjs";
import { listGroups } from "./finding.mjs";

/// The drawing on paper, in pixels, and how many dots they have: 300 in an inch.
const PAPER = { width: 1092, height: 620 };
const DOTS = 3;
/// How much smaller the text of a large drawing may be. A document can be enlarged.
const MOST_REDUCED = 4;

/// Fills an element that only paper shows.
export function preparePrint(element, page) {
  const { model, styles, shown, panel: { parts } } = page;
  const canvas = html("canvas");
  drawForPrint(canvas, page);
  const marks = Object.keys(SIGNS).filter((mark) =>
    [...shown].some((node) => node.marks.includes(mark)));
  const entries = [
    ...[...model.scopes.keys()].map((scope) => [scopeMark(styles.get(scope)), scope]),
    ...marks.map((mark) => [findingMark(mark), SIGNS[mark].meaning]),
    ...[...model.edgeKinds.keys()].map((kind) =>
      [lineMark(kind), `${kind}: ${LINES[kind].meaning}`]),
  ];
  const found = model.findings?.filter(({ nodes }) =>
    nodes.length === 0 || nodes.some((node) => shown.has(node))) ?? [];
  element.replaceChildren(html("figure", {}, canvas),
    html("ul", { class: "legend" }, ...entries.map((entry) => html("li", {}, ...entry))),
    html("div", { class: "columns" }, found.length > 0 ? parts.findings(found) : null,
      ...listGroups([...shown].filter((node) => !node.isCode)).flatMap(({ label, members }) => [
        html("h2", {}, label), ...members.map((node) => entryOf(node, parts))])));
}

function drawForPrint(canvas, page) {
  const { cards, emphasis, selected } = page.drawing;
  const scene = page.sceneFor({ room: PAPER, cards });
  const size = Math.max(scene.width / PAPER.width, scene.height / PAPER.height);
  const reduced = Math.min(MOST_REDUCED, Math.max(1, size * READABLE));
  const drawing = new Drawing(canvas, page.styles, {
    width: PAPER.width * reduced, height: PAPER.height * reduced, ratio: DOTS / reduced,
  });
  Object.assign(drawing, { emphasis, selected });
  drawing.show(scene);
  drawing.view = drawing.wholeView;
  drawing.draw();
}

function entryOf(node, parts) {
  const needs = [...new Set(node.needs.map((edge) => edge.to.name))];
  const notes = [node.type, node.kind === "factory" ? "" : node.kind,
    node.scope === UNSCOPED ? "" : node.scope].filter(Boolean);
  return html("p", { class: "entry" }, parts.mark(node), html("strong", {}, ` ${node.name} `),
    ...node.marks.map(findingMark), ` ${notes.join(", ")}`,
    needs.length > 0 ? html("span", {}, ` → ${needs.join(", ")}`) : null);
}
