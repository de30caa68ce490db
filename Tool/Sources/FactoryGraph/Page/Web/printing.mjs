// Factory, MIT licence; see LICENSE
//
// What is printed: the drawing as SVG, and a list of the factories that are shown.
import { UNSCOPED } from "./model.mjs";
import { LINES, SHAPES, html, lineMark, lineOf, scopeMark, svg } from "./appearance.mjs";
import { describeGroup } from "./groups.mjs";
import { Occupied, countPlaces } from "./labels.mjs";
import { CODE_HEIGHT, subtitle } from "./scene.mjs";

/// Fills an element that only paper shows.
export function preparePrint(element, page) {
  const { model, styles, shown } = page;
  // In the proportions of the paper.
  const scene = page.sceneFor({ width: 273, height: 165 });
  const scopes = [...model.scopes.keys()].map((scope) =>
    html("li", {}, scopeMark(styles.get(scope)), scope));
  const lines = [...model.edgeKinds.keys()].map((kind) =>
    html("li", {}, lineMark(kind), `${kind}: ${LINES[kind].meaning}`));
  element.replaceChildren(html("figure", {}, drawForPrint(scene, styles)),
    html("ul", { class: "legend" }, ...scopes, ...lines), listForPrint([...shown], styles));
}

function drawForPrint(scene, styles) {
  const drawing = svg("svg", {
    viewBox: `-12 -28 ${Math.ceil(scene.width) + 40} ${Math.ceil(scene.height) + 44}`,
    role: "img", "aria-label": "The graph",
  });
  const boxes = [...scene.boxes.values()];
  drawing.append(...boxes.filter(({ isOpen }) => isOpen).flatMap(groupForPrint));
  for (const link of scene.links) {
    const { path, head } = scene.routes.get(link);
    const { dash, width } = lineOf(link);
    const kind = link.inCircle ? "edge in-circle" : "edge";
    drawing.append(
      svg("path", {
        d: path, class: kind, "stroke-width": link.inCircle ? 2.2 : width,
        "stroke-dasharray": dash.join(" "),
      }),
      svg("path", { d: head, class: `${kind} head` }));
  }
  for (const box of boxes.filter(({ isOpen }) => !isOpen)) {
    drawing.append(...(box.item.isGroup ? groupForPrint(box) : cardForPrint(box, styles)));
  }
  const occupied = new Occupied();
  for (const box of boxes) if (!box.isOpen) occupied.add(box);
  for (const { text, place } of countPlaces(scene.links, scene.routes, 1, occupied)) {
    const { x, y, width, height } = place;
    drawing.append(svg("rect", { x, y, width, height, rx: height / 2, class: "count" }),
      svg("text", { x: x + width / 2, y: y + 11.5, "text-anchor": "middle" }, text));
  }
  return drawing;
}

function groupForPrint({ item, isOpen, x, y, width, height }) {
  const letters = Math.floor((width - 28) / 7);
  return [
    svg("rect", { x, y, width, height, rx: 10, class: isOpen ? "frame" : "box" }),
    svg("text", { x: x + 14, y: y + (isOpen ? 22 : 27), class: "name" },
      shorten(isOpen ? `${item.title}, ${describeGroup(item)}` : item.title, letters)),
    ...(isOpen ? [] : [svg("text", { x: x + 14, y: y + 44 }, describeGroup(item))]),
  ];
}

function cardForPrint({ item: node, x, y, width, height }, styles) {
  const { color, shape } = node.isCode ? { color: "--grey" } : styles.get(node.scope);
  const inset = node.isCode ? 14 : 34;
  // In quotients of the width of a letter, because a printer measures text differently.
  const letters = Math.floor((width - inset - 8) / 6.6);
  const card = [
    svg("rect", {
      x, y, width, height, rx: node.isCode ? CODE_HEIGHT / 2 : 7,
      class: `card${node.isCode ? " code" : ""}${node.circle ? " in-circle" : ""}`,
      style: `--scope: var(${color})`,
      "stroke-dasharray": node.kind === "promise" ? "5 3" : "",
    }),
    svg("text", { x: x + inset, y: y + (node.isCode ? 18 : 19), class: "name" },
      shorten(node.name, letters)),
  ];
  if (node.isCode) return card;
  return [...card,
    svg("text", { x: x + inset, y: y + 33, class: "subtitle" },
      shorten(subtitle(node), letters * 1.15)),
    svg("path", {
      d: SHAPES[shape], transform: `translate(${x + 11} ${y + 13})`, "fill-rule": "evenodd",
      style: `fill: var(${color})`,
    })];
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
