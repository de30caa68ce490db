// Factory, MIT licence; see LICENSE
//
// The legend, whose entries are also the filters: scopes, lines, containers and modules.
import { LINES, codeMark, html, lineMark, scopeMark } from "./appearance.mjs";

export class Filters {
  #parts = new Map();

  constructor(element, model, styles, changed) {
    this.changed = changed;
    const add = (key, title, counts, mark, note = () => "") => {
      if (counts.size > 0) element.append(this.#part(key, title, counts, mark, note));
    };
    add("scopes", "Scopes", model.scopes, (scope) => scopeMark(styles.get(scope)));
    add("lines", "Lines", model.edgeKinds, lineMark, (kind) => LINES[kind].meaning);
    add("containers", "Containers", model.containers, () => null);
    if (model.modules.size > 1) add("modules", "Modules", model.modules, () => null);
    const code = model.nodes.length - model.factories.length;
    if (code > 0) {
      add("others", "Also show", new Map([["Code that uses factories", code]]), codeMark);
    }
  }

  #part(key, title, counts, mark, note) {
    const boxes = new Map();
    this.#parts.set(key, boxes);
    const all = html("button", {
      type: "button", class: "all", hidden: true, "aria-label": `All ${title.toLowerCase()}`,
      click: () => {
        for (const box of boxes.values()) box.checked = true;
        this.#update();
        boxes.values().next().value.focus();
      },
    }, "all");
    const list = html("ul", {}, ...[...counts].map(([name, number]) => {
      const box = html("input", {
        type: "checkbox", checked: true, change: () => this.#update(),
      });
      boxes.set(name, box);
      const only = html("button", {
        type: "button", class: "only", "aria-label": `Only ${name}`,
        click: () => {
          for (const [other, otherBox] of boxes) otherBox.checked = other === name;
          this.#update();
        },
      }, "only");
      return html("li", {}, html("label", { title: note(name) || name }, box, mark(name),
        html("span", { class: "name" }, name),
        html("span", { class: "number" }, String(number))),
        counts.size > 1 ? only : null);
    }));
    const legend = html("h2", {}, html("span", {}, title), all);
    boxes.all = all;
    return html("section", { class: `filter ${key}`, role: "group", "aria-label": title },
      legend, list);
  }

  #update() {
    for (const boxes of this.#parts.values()) {
      boxes.all.hidden = [...boxes.values()].every((box) => box.checked);
    }
    this.changed();
  }

  get isActive() {
    return [...this.#parts.values()].some((boxes) => !boxes.all.hidden);
  }

  reset() {
    for (const boxes of this.#parts.values()) {
      for (const box of boxes.values()) box.checked = true;
    }
    this.#update();
  }

  #permits(key, name) {
    return this.#parts.get(key)?.get(name)?.checked ?? true;
  }

  shows(node) {
    if (node.isCode) return this.#permits("others", "Code that uses factories");
    return this.#permits("scopes", node.scope) && this.#permits("containers", node.container)
      && this.#permits("modules", node.module);
  }

  showsEdge(edge) { return this.#permits("lines", edge.kind); }
}
