// Factory, MIT licence; see LICENSE
//
// The panel of the selected factory, and that of an open group.
import { findingMark, html } from "./appearance.mjs";
import { describeGroup } from "./groups.mjs";
import { counted, number } from "./model.mjs";
import { actionButton } from "./panel-parts.mjs";

export function nodePanel(node, parts, actions, { transitive, isolated, isPicking }) {
  return [
    parts.heading(node.name, parts.mark(node),
      { label: "Clear the selection", action: () => actions.clear() }),
    html("p", { class: "type" }, node.isCode ? "Code that no factory builds" : node.type),
    circleNote(node, actions),
    node.findings.length > 0 ? parts.findings(node.findings) : null,
    parts.properties([
      ["Container", node.container], ["Module", node.module],
      ["Targets", node.targets?.length > 1 ? node.targets.join(", ") : null],
      ["Scope", node.isCode ? null : node.scope],
      ["Kind", node.isCode || node.kind === "factory" ? null : node.kind],
      ["Isolation", node.isolation], ["Contexts", node.contexts?.join(", ")],
      ["Place", node.path ? parts.place(node) : null],
      ["Also at", node.otherPlaces?.length > 0
        ? node.otherPlaces.map((place) => html("div", {}, parts.place(place))) : null],
    ]),
    html("div", { class: "actions" },
      actionButton("Indirect too", "Highlight also what is needed indirectly (T)",
        () => actions.toggleTransitive(), transitive),
      actionButton("Isolate", "Show only this and what it is connected with (I)",
        () => actions.toggleIsolated(), isolated),
      actionButton("Zoom", "Zoom to this and its neighbours", () => actions.zoomTo(node))),
    html("div", { class: "actions questions" },
      node.isCode ? null : actionButton("Why is it built?",
        "The chains from code and unneeded factories that build it (W)", () => actions.why(node)),
      actionButton("Who reaches it?", "Everything that needs it, by distance (R)",
        () => actions.whoReaches(node)),
      actionButton("Path to…", "All shortest paths to another, which you choose next (P)",
        () => actions.pick(node), isPicking)),
    isPicking ? html("p", { class: "note picking" }, "Choose where the path ends: in the drawing, "
      + "in the list, or by search. Esc cancels.") : null,
    ...neighbours("Needs", node, "needs", parts),
    ...neighbours("Needed by", node, "neededBy", parts),
    node.neededBy.length === 0 ? parts.unresolvedNote() : null,
  ];
}

function circleNote(node, actions) {
  if (!node.circle) return null;
  return html("p", { class: "note bad" }, findingMark("circle"),
    node.circle.length > 1 ? `Part of a circle of ${node.circle.length} factories. `
      : "Needs itself to be created. ",
    html("button", {
      type: "button", class: "text", click: () => actions.focusCircle(node.circle),
    }, "Show it"));
}

function neighbours(title, node, direction, parts) {
  const all = parts.model.reachable(node, direction).size;
  const edges = node[direction];
  const end = direction === "needs" ? "to" : "from";
  const counts = all > new Set(edges.map((edge) => edge[end])).size
    ? `${edges.length}, indirectly ${all}` : edges.length;
  return [
    html("h3", { class: direction }, `${title} (${counts})`),
    edges.length === 0 ? html("p", { class: "note" }, "Nothing")
      : html("ul", { class: `nodes ${direction}` }, ...edges
        .toSorted((a, b) => (a[end].name < b[end].name ? -1 : 1))
        .map((edge) => parts.step(edge[end], edge))),
  ];
}

export function groupPanel(group, parts, actions, { isOpen, links, open }) {
  const bundles = (end, other) => links
    .filter((link) => link.isBundle && link[end] === group)
    .sort((a, b) => b.edges.length - a.edges.length)
    .map((link) => ({ item: link[other], edges: link.edges.length }));
  return [
    parts.heading(group.title, null,
      { label: "Back to the overview", action: () => actions.clear() }),
    html("p", { class: "note" }, [group.kind, describeGroup(group)].join(" · ")),
    html("div", { class: "actions" },
      html("button", { type: "button", title: "Show or hide what is in the box",
        "data-group": group.id, click: () => actions.boxes.toggle(group) },
      isOpen ? "Close" : "Open"),
      actionButton("Zoom", "Zoom to this box", () => actions.zoomTo(group))),
    ...groupLinks("Needs", "needs", bundles("from", "to"), parts, actions),
    ...groupLinks("Needed by", "neededBy", bundles("to", "from"), parts, actions),
    html("h3", {}, `Contains (${number(group.members.length)})`),
    group.groups.length > 0 ? groupButtons(group.groups, actions, open) : null,
    parts.links(group.nodes.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  ];
}

function groupLinks(title, style, bundles, parts, actions) {
  const edges = (count) => counted(count, "edge");
  if (bundles.length === 0) return [];
  return [
    html("h3", { class: style }, `${title} (${bundles.length})`),
    html("ul", { class: "nodes groups" }, ...bundles.map(({ item, edges: count }) => html("li", {},
      item.isGroup ? html("button", { type: "button", click: () => actions.showGroup(item) },
        html("span", { class: "name" }, item.title),
        html("span", { class: "badge" }, edges(count)))
        : parts.link(item, edges(count))))),
  ];
}

/// The boxes of the drawing, for the keyboard: a button opens and closes one.
export function groupButtons(groups, actions, open) {
  return html("ul", { class: "nodes groups" }, ...groups.map((group) => html("li", {},
    html("button", {
      type: "button", "aria-expanded": String(open.has(group.id)), "data-group": group.id,
      click: () => actions.boxes.toggle(group),
    }, html("span", { class: "twist", "aria-hidden": "true" }),
    html("span", { class: "name" }, group.title),
    html("span", { class: "badge" }, describeGroup(group))))));
}
