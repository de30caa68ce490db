// Factory, MIT licence; see LICENSE
//
// The list of factories, as a tree of containers: the same content as the drawing, for the
// keyboard and for screen readers.
import { listGroups } from "./finding.mjs";
import { SIGNS, codeMark, findingMark, html, scopeMark } from "./appearance.mjs";

export class Tree {
  #items = new Map();
  #groups = [];
  #current = null;

  constructor(element, model, styles, choose) {
    this.element = element;
    this.choose = choose;
    const hasModules = model.modules.size > 1;
    for (const { name, module, label, members } of listGroups(model.nodes)) {
      const list = html("ul", { role: "group" });
      const number = html("span", { class: "number" });
      const item = html("li", {
        role: "treeitem", "aria-expanded": "true", "aria-level": 1, tabindex: -1,
      }, html("div", { class: "row" },
        html("span", { class: "twist", "aria-hidden": "true" }),
        html("span", { class: "group-name" }, name),
        hasModules && module ? html("span", { class: "module" }, module) : "", number), list);
      list.append(...members.map((node) => this.#item(node, styles)));
      this.#groups.push({ item, number, members, label });
    }
    element.append(...this.#groups.map(({ item }) => item));
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => {
      const item = event.target.closest("[role=treeitem]");
      if (item) this.#makeCurrent(item);
    });
  }

  #item(node, styles) {
    const description = [node.isCode ? "code" : node.scope,
      node.kind && node.kind !== "factory" ? node.kind : null,
      ...node.marks.map((mark) => SIGNS[mark].meaning.toLowerCase())].filter(Boolean).join(", ");
    const item = html("li", {
      role: "treeitem", "aria-level": 2, "aria-selected": "false", tabindex: -1,
      title: node.id, "aria-label": `${node.name}, ${description}`,
    }, html("div", { class: "row" },
      node.isCode ? codeMark() : scopeMark(styles.get(node.scope)),
      html("span", { class: "name" }, node.name), ...node.marks.map(findingMark)));
    item.node = node;
    this.#items.set(node, item);
    return item;
  }

  /// Shows the items of these nodes.
  show(nodes) {
    for (const { item, number, members, label } of this.#groups) {
      let shown = 0;
      for (const node of members) {
        const isShown = nodes.has(node);
        this.#items.get(node).hidden = !isShown;
        if (isShown) shown += 1;
      }
      item.hidden = shown === 0;
      number.textContent = shown;
      // Otherwise the name would be the text of all items in the group.
      item.ariaLabel = `${label}, ${shown}`;
    }
    const isCurrentVisible = this.#current && this.#isVisible(this.#current);
    if (!isCurrentVisible) this.#makeCurrent(this.#visible()[0] ?? null);
  }

  select(node) {
    for (const item of this.element.querySelectorAll("[aria-selected=true]")) {
      item.setAttribute("aria-selected", "false");
    }
    const item = node && this.#items.get(node);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    item.closest("[aria-expanded]").setAttribute("aria-expanded", "true");
    this.#makeCurrent(item);
    item.firstChild.scrollIntoView({ block: "nearest" });
  }

  focus() { this.#current?.focus(); }

  #makeCurrent(item) {
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = item;
    if (item) item.tabIndex = 0;
  }

  #isVisible(item) {
    const group = item.parentElement.closest("[aria-expanded]");
    return !item.hidden && (!group || !group.hidden && group.ariaExpanded === "true");
  }

  #visible() {
    return [...this.element.querySelectorAll("[role=treeitem]")]
      .filter((item) => this.#isVisible(item));
  }

  #click(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    item.focus();
    if (item.node) this.choose(item.node);
    else item.ariaExpanded = String(item.ariaExpanded !== "true");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#current) return;
    const current = this.#current;
    const visible = this.#visible();
    const index = visible.indexOf(current);
    const isGroup = !current.node;
    const isOpen = current.ariaExpanded === "true";
    let target = null;
    switch (event.key) {
      case "ArrowDown": target = visible[index + 1]; break;
      case "ArrowUp": target = visible[index - 1]; break;
      case "Home": target = visible[0]; break;
      case "End": target = visible.at(-1); break;
      case "ArrowRight":
        if (isGroup && isOpen) target = visible[index + 1];
        else if (isGroup) current.ariaExpanded = "true";
        break;
      case "ArrowLeft":
        if (isGroup) current.ariaExpanded = "false";
        else target = current.parentElement.closest("[role=treeitem]");
        break;
      case "Enter":
      case " ":
        if (isGroup) current.ariaExpanded = String(!isOpen);
        else this.choose(current.node);
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
    target?.focus();
  }
}
