// Factory, MIT licence; see LICENSE
//
// The legend, whose entries are also the filters: scopes, lines, containers and modules.
import { Choices } from "./finding.mjs";
import { CODE } from "./model.mjs";
import { LINES, SIGNS, codeMark, findingMark, html, lineMark, scopeMark } from "./appearance.mjs";

export class Filters {
  choices = new Choices();
  #parts = new Map();
  #allButtons = new Map();

  constructor(element, model, styles, changed) {
    this.changed = changed;
    const add = (key, title, counts, mark, texts) => {
      if (counts.size > 0) element.append(this.#part(key, title, counts, mark, texts));
    };
    add("scopes", "Scopes", model.scopes, (scope) => scopeMark(styles.get(scope)));
    add("findings", "Findings", model.severities,
      (name) => (name in SIGNS ? findingMark(name) : null),
      { label: (name) => SIGNS[name]?.meaning ?? "Nothing found" });
    add("lines", "Lines", model.edgeKinds, lineMark, { note: (kind) => LINES[kind].meaning });
    add("containers", "Containers", model.containers, () => null);
    if (model.modules.size > 1) add("modules", "Modules", model.modules, () => null);
    const code = model.nodes.length - model.factories.length;
    if (code > 0) {
      add("others", "Also show", new Map([[CODE, code]]), codeMark,
        { label: () => "Code that uses factories" });
    }
  }

  #part(key, title, counts, mark, { label = (name) => name, note = label } = {}) {
    const boxes = new Map();
    this.#parts.set(key, boxes);
    const all = html("button", {
      type: "button", class: "all", hidden: true, "aria-label": `All ${title.toLowerCase()}`,
      click: () => {
        for (const name of boxes.keys()) this.#choose(key, name, true);
        this.#update();
        boxes.values().next().value.focus();
      },
    }, "all");
    const list = html("ul", {}, ...[...counts].map(([name, number]) => {
      const box = html("input", {
        type: "checkbox", checked: true,
        change: ({ target }) => {
          this.#choose(key, name, target.checked);
          this.#update();
        },
      });
      boxes.set(name, box);
      const only = html("button", {
        type: "button", class: "only", "aria-label": `Only ${label(name)}`,
        click: () => {
          for (const other of boxes.keys()) this.#choose(key, other, other === name);
          this.#update();
        },
      }, "only");
      return html("li", {}, html("label", { title: note(name) }, box, mark(name),
        html("span", { class: "name" }, label(name)),
        html("span", { class: "number" }, String(number))),
        counts.size > 1 ? only : null);
    }));
    const legend = html("h2", {}, html("span", {}, title), all);
    this.#allButtons.set(key, all);
    return html("section", { class: `filter ${key}`, role: "group", "aria-label": title },
      legend, list);
  }

  #choose(key, name, isShown) {
    this.choices.set(key, name, isShown);
    this.#parts.get(key).get(name).checked = isShown;
  }

  #update() {
    for (const [key, all] of this.#allButtons) all.hidden = !this.choices.isRestricted(key);
    this.changed();
  }

  reset() {
    for (const [key, boxes] of this.#parts) {
      for (const name of boxes.keys()) this.#choose(key, name, true);
    }
    this.#update();
  }
}
