// Factory, MIT licence; see LICENSE
//
// What the pointer is over: the names that do not fit into the drawing.
import { html } from "./appearance.mjs";

export class Tooltip {
  #node = null;

  constructor(element) { this.element = element; }

  show(node, { offsetX, offsetY }, width) {
    this.element.hidden = node === null;
    if (node && node !== this.#node) {
      this.element.replaceChildren(html("strong", {}, node.name),
        html("span", {}, node.isCode ? node.module : `${node.type} · ${node.scope}`),
        html("span", {}, node.isCode ? "" : `${node.container} · ${node.module}`));
    }
    this.#node = node;
    const isRight = offsetX > width - 260;
    this.element.style.translate = `${offsetX + (isRight ? -14 : 14)}px ${offsetY + 14}px`;
    this.element.classList.toggle("at-left", isRight);
  }
}
