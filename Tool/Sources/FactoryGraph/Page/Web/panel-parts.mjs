// Factory, MIT licence; see LICENSE
//
// Parts that the panels at the right share.
import { codeMark, findingMark, html, scopeMark } from "./appearance.mjs";
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
      ...node.marks.map(findingMark), html("span", { class: "badge" }, note));
  }

  /// A node at the end of an edge, and where the code has the edge.
  step(node, edge) {
    const title = edge.places.map(placeText).join("\n");
    const [place] = edge.places;
    return html("li", {}, this.link(node, edge.kind === "construct" ? "" : edge.kind, title),
      this.#address(place) ? this.place(place, { title, name: "↗" }) : null);
  }

  /// A place in the code, as a link if the page has links.
  place(place, { title = null, name = placeText(place) } = {}) {
    const href = this.#address(place);
    if (!href) return html("span", { class: "place", title }, name);
    const isOnline = href.startsWith("http");
    return html("a", {
      class: "place", href, title, "aria-label": placeText(place),
      target: isOnline ? "_blank" : null, rel: isOnline ? "noopener" : null,
    }, name);
  }

  /// A place with the name of its file, where there is no room for its folders.
  #file(place) {
    const name = placeText({ ...place, path: place.path.split("/").at(-1) });
    return this.place(place, { name, title: placeText(place) });
  }

  #address({ path, line }) {
    const { links } = this.model;
    if (!links || !Object.hasOwn(links.paths, path)) return null;
    return links.template.replaceAll("{path}", () => links.paths[path])
      .replaceAll("{line}", String(line));
  }

  /// What was found, with its notes. `rest` comes after each finding.
  findings(findings, rest = () => null) {
    return html("ul", { class: "found" }, ...findings.map((finding) => html("li", {},
      findingMark(finding.severity),
      html("div", {}, html("p", {}, html("span", { class: "hidden-label" },
        `${finding.severity}: `), finding.message),
      html("p", { class: "number" }, this.#file(finding), ` ${finding.rule}`),
      ...finding.notes.map((note) =>
        html("p", { class: "number" }, note.message, " ", this.#file(note))),
      rest(finding)))));
  }

  links(nodes) {
    return html("ul", { class: "nodes" }, ...nodes.map((node) => html("li", {}, this.link(node))));
  }

  /// A chain of edges, as a list of the nodes on it.
  chain(edges, title) {
    return html("ol", { class: "nodes chain", "aria-label": title },
      html("li", {}, this.link(edges[0].from)), ...edges.map((edge) => this.step(edge.to, edge)));
  }

  properties(entries, style = "") {
    return html("dl", { class: style }, ...entries
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, ...[value].flat())]));
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

function placeText({ path, line }) { return `${path}:${line}`; }

export function actionButton(name, title, click, isPressed) {
  return html("button", { type: "button", title, "aria-pressed": isPressed?.toString(), click },
    name);
}
