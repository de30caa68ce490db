// Factory, MIT licence; see LICENSE
//
// The panel at the right: the selected factory, or an overview.
import { codeMark, html, scopeMark } from "./appearance.mjs";

export class Details {
  constructor(element, model, styles, actions) {
    Object.assign(this, { element, model, styles, actions });
  }

  show(node, state) {
    this.element.replaceChildren(...(node ? this.#node(node, state) : this.#overview()));
    this.element.scrollTop = 0;
  }

  #overview() {
    const { model } = this;
    const used = [...model.factories]
      .sort((a, b) => b.neededBy.length - a.neededBy.length || (a.id < b.id ? -1 : 1))
      .filter((node) => node.neededBy.length > 1).slice(0, 5);
    const parts = [html("h2", {}, "Overview"), this.#properties([
      ["Factories", model.factories.length], ["Containers", model.containers.size],
      ["Modules", model.modules.size], ["Edges", model.edges.length],
    ])];
    const circles = model.circles.map((circle) => html("li", {}, html("button", {
      type: "button", class: "circle-button", click: () => this.actions.focusCircle(circle),
    }, html("span", { class: "circle-mark", "aria-hidden": "true" }, "↻"),
      html("span", {}, circle.slice(0, 4).map((member) => member.name).join(", ")
        + (circle.length > 4 ? ` and ${circle.length - 4} more` : "")))));
    parts.push(html("h3", {}, `Circular dependencies (${circles.length})`), circles.length > 0
      ? html("ul", { class: "nodes" }, ...circles)
      : html("p", { class: "note good" }, "No factory needs itself to be created."));
    if (used.length > 0) {
      parts.push(html("h3", {}, "Needed most"),
        html("ul", { class: "nodes" }, ...used.map((node) =>
          this.#link(node, `needed by ${node.neededBy.length}`))));
    }
    if (model.unresolved.length > 0) {
      parts.push(html("details", {}, html("summary", {},
        `Not decided by the syntax (${model.unresolved.length})`),
      html("ul", { class: "unresolved" }, ...model.unresolved.map(({ path, line, reason }) =>
        html("li", {}, reason, html("code", {}, `${path}:${line}`))))));
    }
    parts.push(html("h3", {}, "Keys"), html("label", { class: "switch" }, html("input", {
      type: "checkbox", checked: this.actions.usesKeys(),
      change: ({ target }) => this.actions.useKeys(target.checked),
    }), "Use single keys as commands"), this.#properties([
      ["/", "search"], ["F", "show all"], ["+ −", "zoom"], ["T", "direct or all needs"],
      ["I", "isolate the selection"], ["Esc", "clear the selection"],
    ], "keys"));
    return parts;
  }

  #node(node, { transitive, isolated }) {
    const parts = [
      html("div", { class: "heading" },
        node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)),
        html("h2", { tabindex: -1 }, node.name),
        html("button", {
          type: "button", class: "close", "aria-label": "Clear the selection",
          click: () => this.actions.clear(),
        }, "×")),
      html("p", { class: "type" }, node.isCode ? "Code that no factory builds" : node.type),
    ];
    if (node.circle) {
      const mark = html("span", { "aria-hidden": "true" }, "↻ ");
      parts.push(html("p", { class: "note bad" }, mark,
        node.circle.length > 1 ? `Part of a circle of ${node.circle.length} factories. `
          : "Needs itself to be created. ",
        html("button", {
          type: "button", class: "text", click: () => this.actions.focusCircle(node.circle),
        }, "Show it")));
    }
    parts.push(this.#properties([
      ["Container", node.container], ["Module", node.module],
      ["Scope", node.isCode ? null : node.scope],
      ["Kind", node.isCode || node.kind === "factory" ? null : node.kind],
      ["Isolation", node.isolation], ["Contexts", node.contexts?.join(", ")],
      ["Place", node.path ? `${node.path}:${node.line}` : null],
      ["Also at", node.otherPlaces?.join(", ")],
    ]), html("div", { class: "actions" },
      html("button", {
        type: "button", "aria-pressed": String(transitive),
        title: "Highlight also what is needed indirectly (T)",
        click: () => this.actions.toggleTransitive(),
      }, "Indirect too"),
      html("button", {
        type: "button", "aria-pressed": String(isolated),
        title: "Show only this and what it is connected with (I)",
        click: () => this.actions.toggleIsolated(),
      }, "Isolate"),
      html("button", {
        type: "button", title: "Zoom to this and its neighbours",
        click: () => this.actions.zoomTo(node),
      }, "Zoom")));
    parts.push(...this.#neighbours("Needs", node, "needs"),
      ...this.#neighbours("Needed by", node, "neededBy"));
    return parts;
  }

  #neighbours(title, node, direction) {
    const all = this.model.reachable(node, direction).size;
    const edges = node[direction];
    const end = direction === "needs" ? "to" : "from";
    const number = all > new Set(edges.map((edge) => edge[end])).size
      ? `${edges.length}, indirectly ${all}` : edges.length;
    return [
      html("h3", { class: direction }, `${title} (${number})`),
      edges.length === 0 ? html("p", { class: "note" }, "Nothing")
        : html("ul", { class: `nodes ${direction}` }, ...edges.toSorted((a, b) =>
          (a[end].name < b[end].name ? -1 : 1)).map((edge) => this.#link(edge[end],
          edge.kind === "construct" ? "" : edge.kind, edge))),
    ];
  }

  #link(node, note, edge) {
    const places = edge?.places.map(({ path, line }) => `${path}:${line}`).join("\n");
    return html("li", {}, html("button", {
      type: "button", title: places ?? node.id, click: () => this.actions.choose(node),
    }, node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)),
    html("span", { class: "name" }, node.name),
    this.model.modules.size > 1 ? html("span", { class: "module" }, node.module) : null,
    html("span", { class: "badge" }, note)));
  }

  #properties(entries, style = "") {
    return html("dl", { class: style }, ...entries
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, String(value))]));
  }
}
