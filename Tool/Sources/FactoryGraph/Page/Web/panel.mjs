// Factory, MIT licence; see LICENSE
//
// The panel at the right: an answer, the selected factory, an open group, or the overview.
import { groupPanel, nodePanel } from "./details.mjs";
import { overviewPanel } from "./overview.mjs";
import { Parts } from "./panel-parts.mjs";

export class Panel {
  constructor(element, page) {
    this.element = element;
    this.page = page;
    this.parts = new Parts(page.model, page.styles,
      (node) => page.select(node, { movesFocus: true }));
  }

  /// Draws the panel again. If the focus was in it, it stays on the button that was pressed, or
  /// goes to the title.
  show(button) {
    const { element } = this;
    const focused = document.activeElement?.closest("#details") ? document.activeElement : null;
    const name = button ?? focused?.dataset.group;
    element.replaceChildren(...this.#content().filter((part) => part !== null));
    element.scrollTop = 0;
    if (!focused) return;
    const same = name && [...element.querySelectorAll("button")]
      .find((other) => other.textContent === name || other.dataset.group === name);
    if (same) same.focus();
    else this.focus();
  }

  focus() { this.element.querySelector("h2")?.focus({ preventScroll: true }); }

  /// Scrolls to the panel, which in a narrow window is below the drawing.
  reveal() {
    document.body.classList.remove("is-searching");
    this.element.scrollIntoView({ block: "start" });
  }

  #content() {
    const { page, parts } = this;
    const { open } = page.boxes;
    if (page.answer) return page.answer.panel(parts, page);
    if (page.selected) {
      return nodePanel(page.selected, parts, page, {
        transitive: page.transitive, isPicking: page.isPicking, isolated: page.isolated !== null,
      });
    }
    const { boxes, linksIn } = page.drawing.scene;
    const group = [...boxes.keys()].find((item) => item.isGroup && item.id === page.group);
    if (!group) {
      return overviewPanel(parts, page, { root: page.root, open, usesKeys: page.usesKeys });
    }
    return groupPanel(group, parts, page,
      { isOpen: open.has(group.id), links: linksIn.get(group.parent) ?? [], open });
  }
}
