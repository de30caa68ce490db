// Factory, MIT licence; see LICENSE
//
// What the pointer is over: the names that do not fit into the drawing.
import { html } from "./appearance.mjs";
import { describeGroup } from "./groups.mjs";

export class Tooltip {
  #item = null;

  constructor(element) { this.element = element; }

  show(item, { offsetX, offsetY }, width, isOpen) {
    this.element.hidden = item === null;
    if (item && (item !== this.#item || item.isGroup)) {
      this.element.replaceChildren(...(item.isGroup ? describeBox(item, isOpen) : describe(item)));
    }
    this.#item = item;
    const isRight = offsetX > width - 260;
    this.element.style.translate = `${offsetX + (isRight ? -14 : 14)}px ${offsetY + 14}px`;
    this.element.classList.toggle("at-left", isRight);
  }
}

function describe(node) {
  return [html("strong", {}, node.name),
    html("span", {}, node.isCode ? node.module : `${node.type} · ${node.scope}`),
    html("span", {}, node.isCode ? "" : `${node.container} · ${node.module}`),
    ...node.findings.map(({ severity, message }) => html("span", {}, `${severity}: ${message}`))];
}

function describeBox(group, isOpen) {
  return [html("strong", {}, group.title),
    html("span", {}, [group.kind, describeGroup(group)].filter(Boolean).join(" · ")),
    html("span", {}, isOpen ? "Click to close" : "Click to open")];
}
