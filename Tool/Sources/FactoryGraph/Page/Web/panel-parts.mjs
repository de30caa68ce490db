// Factory, MIT licence; see LICENSE
//
// Parts that the panels at the right share.
import { codeMark, html, scopeMark } from "./appearance.mjs";
import { number } from "./model.mjs";

/// Makes lists of links and properties. `choose` selects a node.
export class Parts {
  constructor(model, styles, choose) {
    Object.assign(this, { model, styles, choose });
  }

  heading(title, mark, close) {
    return html("div", { class: "heading" }, mark, html("h2", { tabindex: -1 }, title),
      html("button", { type: "button", class: "close", "aria-label": close.label,
        click: close.action }, "×"));
  }

  mark(node) { return node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)); }

  link(node, note = "", title = node.id) {
    return html("button", { type: "button", title, click: () => this.choose(node) },
      this.mark(node), html("span", { class: "name" }, node.name),
      this.model.modules.size > 1 ? html("span", { class: "module" }, node.module) : null,
      html("span", { class: "badge" }, note));
  }

  links(nodes) {
    return html("ul", { class: "nodes" }, ...nodes.map((node) => html("li", {}, this.link(node))));
  }

  /// A chain of edges, as a list of the nodes on it.
  chain(edges, title) {
    const item = (node, note, place) => html("li", {}, this.link(node, note, place));
    return html("ol", { class: "nodes chain", "aria-label": title }, item(edges[0].from),
      ...edges.map((edge) => item(edge.to, kindNote(edge), placesOf(edge))));
  }

  properties(entries, style = "") {
    return html("dl", { class: style }, ...entries
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, String(value))]));
  }

  /// What the places mean whose factory is not known, for what one sees.
  unresolvedNote() {
    const places = this.model.unresolved.length;
    if (places === 0) return null;
    return html("p", { class: "note unresolved-note" },
      `${places === 1 ? "In 1 place" : `In ${number(places)} places`}, the source does not say `
      + "which factory is used. No edge is drawn for them, so a factory may have more users, and "
      + "two factories more paths between them, than you see. What you see is in the source.");
  }
}

/// `lazy`, and nothing for what is needed to create the first.
export function kindNote(edge) { return edge.kind === "construct" ? "" : edge.kind; }

export function placesOf(edge) {
  return edge.places.map(({ path, line }) => `${path}:${line}`).join("\n");
}

export function actionButton(name, title, click, isPressed) {
  return html("button", { type: "button", title, "aria-pressed": isPressed?.toString(), click },
    name);
}
