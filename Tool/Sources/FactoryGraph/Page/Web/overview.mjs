// Factory, MIT licence; see LICENSE
//
// The panel when nothing is selected.
import { findingMark, html } from "./appearance.mjs";
import { groupButtons } from "./details.mjs";
import { counted, number, places } from "./model.mjs";
import { actionButton } from "./panel-parts.mjs";

/// With more findings, their list is closed at first.
const MOST_LISTED = 10;
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
    ...circles(model, actions),
    ...findings(parts),
    ...boxes(root, open, actions),
    ...(used.length === 0 ? [] : [html("h3", {}, "Needed most"),
      html("ul", { class: "nodes" }, ...used.map((node) =>
        html("li", {}, parts.link(node, `needed by ${node.neededBy.length}`))))]),
    ...unresolved(parts),
    html("h3", {}, "Keys"),
    html("label", { class: "switch" }, html("input", {
      type: "checkbox", checked: usesKeys,
      change: ({ target }) => { actions.usesKeys = target.checked; },
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
      actionButton("Open all", "Show all factories", () => actions.boxes.openAll(true)),
      actionButton("Close all", "Show only the boxes", () => actions.boxes.openAll(false))),
    groupButtons(root.groups, actions, open),
  ];
}

function circles(model, actions) {
  const items = model.circles.map((circle) => html("li", {}, html("button", {
    type: "button", class: "circle-button", click: () => actions.focusCircle(circle),
  }, findingMark("circle"),
  html("span", {}, circle.slice(0, 4).map((member) => member.name).join(", ")
    + (circle.length > 4 ? ` and ${circle.length - 4} more` : "")))));
  return [html("h3", {}, `Circular dependencies (${items.length})`),
    items.length > 0 ? html("ul", { class: "nodes" }, ...items)
      : html("p", { class: "note good" }, "No factory needs itself to be created.")];
}

function findings(parts) {
  const { findings: found } = parts.model;
  if (!found) return [];
  return [html("h3", {}, `Findings (${number(found.length)})`), found.length === 0
    ? html("p", { class: "note good" }, "Nothing was found by factory check.")
    : html("details", { class: "layer", open: found.length <= MOST_LISTED },
      html("summary", {}, "What factory check says"),
      parts.findings(found, ({ nodes }) => (nodes.length > 0 ? parts.links(nodes) : null)))];
}

function unresolved(parts) {
  const places = parts.model.unresolved;
  if (places.length === 0) return [];
  return [html("h3", {}, `Unresolved (${number(places.length)})`), parts.unresolvedNote(),
    html("details", { class: "places" }, html("summary", {}, "The places"),
      html("ul", { class: "unresolved" }, ...places.map(({ path, line, reason }) =>
        html("li", {}, reason, html("code", {}, parts.place({ path, line }))))))];
}

/// `12 of 300 factories · 20 edges · no circles · 1 error, 2 warnings`.
export function summaryOf({ factories: { length: all }, circles, findings: found }, shown, edges) {
  const summary = [
    `${shown === all ? "" : `${number(shown)} of `}${counted(all, "factory", "factories")}`,
    counted(edges, "edge"), circles.length === 0 ? "no circles" : counted(circles.length, "circle"),
  ];
  if (!found) return summary.join(" · ");
  const severities = ["error", "warning"]
    .map((name) => [name, found.filter(({ severity }) => severity === name).length])
    .filter(([, length]) => length > 0).map(([name, length]) => counted(length, name));
  return [...summary, severities.join(", ") || "no findings"].join(" · ");
}
