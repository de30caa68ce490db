// Factory, MIT licence; see LICENSE
//
// What is printed: the drawing as SVG, and a list of the factories that are shown.
import { UNSCOPED } from "./model.mjs";
import { LINES, SHAPES, html, lineMark, scopeMark, svg } from "./appearance.mjs";
import { CODE_HEIGHT, Scene, subtitle } from "./scene.mjs";

/// Fills an element that only paper shows.
export function preparePrint(element, { model, styles, drawing }) {
  // In the proportions of the paper.
  const { nodes, edges } = drawing.scene;
  const scene = new Scene(nodes, edges, { width: 273, height: 165 },
    (node) => drawing.measure(node));
  const scopes = [...model.scopes.keys()].map((scope) =>
    html("li", {}, scopeMark(styles.get(scope)), scope));
  const lines = [...model.edgeKinds.keys()].map((kind) =>
    html("li", {}, lineMark(kind), `${kind}: ${LINES[kind].meaning}`));
  element.replaceChildren(html("figure", {}, drawForPrint(scene, styles)),
    html("ul", { class: "legend" }, ...scopes, ...lines), listForPrint(nodes, styles));
}

function drawForPrint(scene, styles) {
  const drawing = svg("svg", {
    viewBox: `-12 -28 ${Math.ceil(scene.width) + 40} ${Math.ceil(scene.height) + 44}`,
    role: "img", "aria-label": "The graph",
  });
  for (const edge of scene.edges) {
    const { path, head } = scene.routes.get(edge);
    const { dash, width } = LINES[edge.kind];
    const kind = edge.inCircle ? "edge in-circle" : "edge";
    drawing.append(
      svg("path", {
        d: path, class: kind, "stroke-width": edge.inCircle ? 2.2 : width,
        "stroke-dasharray": dash.join(" "),
      }),
      svg("path", {
        d: head, class: `${kind} head`,
      }));
  }
  for (const [node, { x, y, width, height }] of scene.boxes) {
    const { color, shape } = node.isCode ? { color: "--grey" } : styles.get(node.scope);
    drawing.append(svg("rect", {
      x, y, width, height, rx: node.isCode ? CODE_HEIGHT / 2 : 7,
      class: `card${node.isCode ? " code" : ""}${node.circle ? " in-circle" : ""}`,
      style: `--scope: var(${color})`,
      "stroke-dasharray": node.kind === "promise" ? "5 3" : "",
    }));
    const inset = node.isCode ? 14 : 34;
    // In quotients of the width of a letter, because a printer measures text differently.
    const letters = Math.floor((width - inset - 8) / 6.6);
    const base = y + (node.isCode ? 18 : 19);
    drawing.append(svg("text", { x: x + inset, y: base, class: "name" },
      shorten(node.name, letters)));
    if (node.isCode) continue;
    drawing.append(
      svg("text", { x: x + inset, y: y + 33, class: "subtitle" },
        shorten(subtitle(node), letters * 1.15)),
      svg("path", {
        d: SHAPES[shape], transform: `translate(${x + 11} ${y + 13})`, "fill-rule": "evenodd",
        style: `fill: var(${color})`,
      }));
  }
  return drawing;
}

function shorten(text, letters) {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

function listForPrint(nodes, styles) {
  const rows = nodes.filter((node) => !node.isCode)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((node) => html("tr", {},
      html("td", {}, scopeMark(styles.get(node.scope)), ` ${node.name}`,
        node.circle ? html("strong", {}, " ↻") : ""),
      html("td", {}, node.type),
      html("td", {}, [node.kind === "factory" ? "" : node.kind,
        node.scope === UNSCOPED ? "" : node.scope].filter(Boolean).join(", ")),
      html("td", {}, node.container),
      html("td", {}, [...new Set(node.needs.map((edge) => edge.to.name))].join(", "))));
  const titles = ["Factory", "Type", "Kind and scope", "Container", "Needs"]
    .map((title) => html("th", { scope: "col" }, title));
  return html("table", {}, html("thead", {}, html("tr", {}, ...titles)),
    html("tbody", {}, ...rows));
}
