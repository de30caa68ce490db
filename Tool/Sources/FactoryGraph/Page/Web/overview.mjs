// Factory, MIT licence; see LICENSE
//
// The panel when nothing is selected.
import { html } from "./appearance.mjs";
import { groupButtons } from "./details.mjs";
import { number, places } from "./model.mjs";
import { actionButton } from "./panel-parts.mjs";

const GROUP_NAMES = {
  module: "Modules", container: "Containers", folder: "Folders", file: "Files", code: "Boxes",
};

export function overviewPanel(parts, actions, { root, open, usesKeys }) {
  const { model } = parts;
  const used = [...model.factories]
    .sort((a, b) => b.neededBy.length - a.neededBy.length || (a.id < b.id ? -1 : 1))
    .filter((node) => node.neededBy.length > 1).slice(0, 5);
  return [
    html("h2", { tabindex: -1 }, "Overview"),
    parts.properties([
      ["Factories", number(model.factories.length)], ["Containers", model.containerCount],
      ["Modules with factories", model.modules.size], ["Edges", number(places(model.edges))],
    ]),
    ...boxes(root, open, actions),
    ...circles(model, actions),
    ...(used.length === 0 ? [] : [html("h3", {}, "Needed most"),
      html("ul", { class: "nodes" }, ...used.map((node) =>
        html("li", {}, parts.link(node, `needed by ${node.neededBy.length}`))))]),
    ...unresolved(parts),
    html("h3", {}, "Keys"),
    html("label", { class: "switch" }, html("input", {
      type: "checkbox", checked: usesKeys,
      change: ({ target }) => actions.useKeys(target.checked),
    }), "Use single keys as commands"),
    parts.properties([
      ["/", "search"], ["F", "show all"], ["+ −", "zoom"], ["T", "direct or all needs"],
      ["I", "isolate the selection"], ["P", "path from the selection"],
      ["R", "who reaches the selection"], ["W", "why the selection is built"],
      ["Esc", "clear the selection"],
    ], "keys"),
  ];
}

function boxes(root, open, actions) {
  if (root.groups.length === 0) return [];
  const [{ kind }] = root.groups;
  const alike = root.groups.filter((group) => group.kind === kind);
  return [
    html("h3", {}, `${GROUP_NAMES[kind]} (${alike.length})`),
    html("p", { class: "note" }, "Click a box to open it. A number at a line counts the edges."),
    html("div", { class: "actions" },
      actionButton("Open all", "Show all factories", () => actions.openAll(true)),
      actionButton("Close all", "Show only the boxes", () => actions.openAll(false))),
    groupButtons(root.groups, actions, open),
  ];
}

function circles(model, actions) {
  const items = model.circles.map((circle) => html("li", {}, html("button", {
    type: "button", class: "circle-button", click: () => actions.focusCircle(circle),
  }, html("span", { class: "circle-mark", "aria-hidden": "true" }, "↻"),
  html("span", {}, circle.slice(0, 4).map((member) => member.name).join(", ")
    + (circle.length > 4 ? ` and ${circle.length - 4} more` : "")))));
  return [html("h3", {}, `Circular dependencies (${items.length})`),
    items.length > 0 ? html("ul", { class: "nodes" }, ...items)
      : html("p", { class: "note good" }, "No factory needs itself to be created.")];
}

function unresolved(parts) {
  const places = parts.model.unresolved;
  if (places.length === 0) return [];
  return [html("h3", {}, `Unresolved (${number(places.length)})`), parts.unresolvedNote(),
    html("details", { class: "places" }, html("summary", {}, "The places"),
      html("ul", { class: "unresolved" }, ...places.map(({ path, line, reason }) =>
        html("li", {}, reason, html("code", {}, `${path}:${line}`)))))];
}

/// `12 of 300 factories · 20 edges · no circles`.
export function summaryOf({ factories: { length: all }, circles }, factories, edges) {
  return `${factories === all ? "" : `${number(factories)} of `}${number(all)} factories · `
    + `${number(edges)} edges · ` + (circles.length === 0 ? "no circles"
    : `${circles.length} ${circles.length === 1 ? "circle" : "circles"}`);
}
