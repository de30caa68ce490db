// Factory, MIT licence; see LICENSE
//
// The page: what is selected, searched, filtered, opened and asked, and who has to know.
import { Model, places } from "./model.mjs";
import { MOST_UNGROUPED, groupsOf } from "./groups.mjs";
import { readColors, scopeStyles } from "./appearance.mjs";
import { Scene } from "./scene.mjs";
import { Drawing } from "./drawing.mjs";
import { Camera } from "./camera.mjs";
import { Tooltip } from "./tooltip.mjs";
import { Search } from "./search.mjs";
import { Tree } from "./tree.mjs";
import { Filters } from "./filters.mjs";
import { summaryOf } from "./overview.mjs";
import { Boxes } from "./boxes.mjs";
import { Panel } from "./panel.mjs";
import { emphasisOf } from "./emphasis.mjs";
import { pathAnswer, reachAnswer, whyAnswer } from "./answers.mjs";
import { listen } from "./input.mjs";

class Page {
  selected = null;
  /// The identifier of the group in the panel.
  group = null;
  answer = null;
  isPicking = false;
  transitive = false;
  isolated = null;
  usesKeys = true;
  #lastToggle = -Infinity;

  constructor(data) {
    this.model = new Model(data);
    this.styles = scopeStyles(this.model.scopes.keys());
    this.canvas = document.getElementById("canvas");
    this.search = new Search(document.getElementById("search"), this);
    this.tooltip = new Tooltip(document.getElementById("tooltip"));
    this.drawing = new Drawing(this.canvas, this.styles);
    this.panel = new Panel(document.getElementById("details"), this);
    this.boxes = new Boxes(this);
    this.tree = new Tree(document.getElementById("tree"), this.model, this.styles,
      (node) => this.select(node));
    this.filters = new Filters(document.getElementById("filters"), this.model, this.styles,
      () => this.filter());
    this.camera = new Camera(this.drawing, {
      click: (item, event) => this.#click(item, event),
      hover: (item, event) => this.#hover(item, event),
      open: (item) => !item.isGroup && this.zoomTo(item),
    });
    listen(this);
    this.tree.show(new Set(this.model.nodes));
    // The list can be used before the drawing is laid out.
    requestAnimationFrame(() => setTimeout(() => {
      this.filter({ announces: false });
      this.panel.show();
      const id = decodeURIComponent(location.hash.slice(1));
      if (this.model.byID.has(id)) this.select(this.model.byID.get(id));
      document.documentElement.dataset.ready = "true";
      performance.mark("ready");
    }));
  }

  // --- What is shown ---

  /// Shows what the filters and the isolation permit, laid out again.
  filter({ announces = true } = {}) {
    const { choices } = this.filters;
    const isShown = (node) => choices.showsNode(node)
      && (!this.isolated || this.isolated.has(node));
    const factories = this.model.factories.filter(isShown);
    const shown = new Set(factories);
    this.edges = this.model.edges.filter((edge) => choices.showsEdge(edge)
      && isShown(edge.from) && isShown(edge.to));
    for (const { from, to } of this.edges) shown.add(from).add(to);
    this.shown = shown;
    this.root = groupsOf(this.model.nodes.filter((node) => shown.has(node)));
    this.layOut();
    if (this.root.factories <= MOST_UNGROUPED) this.camera.start();
    else this.camera.fit(false);
    if (this.selected && !shown.has(this.selected)) this.select(null);
    this.search.find();
    document.getElementById("empty").hidden = shown.size > 0;
    document.getElementById("reset").hidden = !choices.isActive && !this.isolated;
    const summary = summaryOf(this.model, factories.length, places(this.edges));
    document.getElementById("summary").textContent = summary;
    if (announces) this.say(summary);
  }

  layOut() {
    performance.mark("layout");
    this.drawing.show(this.sceneFor(this.drawing));
    performance.measure("layout", "layout");
    this.#emphasize();
  }

  sceneFor({ room, cards }) {
    const { root, edges, boxes: { open } } = this;
    return new Scene({ root, open, edges, room,
      measure: (name, detail) => cards.measure(name, detail) });
  }

  showAll() {
    this.isolated = null;
    this.answer = null;
    this.filters.reset();
    this.panel.show();
  }

  #isolate(nodes) {
    if (this.isolated === nodes) return;
    this.isolated = nodes;
    this.filter();
  }

  // --- Boxes ---

  showGroup(group) {
    this.group = group.id;
    if (this.selected && !this.isPicking) this.select(null);
    this.panel.show();
    this.panel.reveal();
  }

  // --- Selection ---

  select(node, { movesFocus = false, stays = false } = {}) {
    if (this.isPicking && node && node !== this.selected) return this.path(this.selected, node);
    this.isPicking = false;
    if (this.answer && !node) this.closeAnswer();
    this.answer = null;
    if (node && !this.shown?.has(node)) this.showAll();
    this.selected = node;
    if (node) this.group = null;
    this.drawing.selected = node;
    this.tree.select(node);
    this.panel.show();
    this.#emphasize();
    if (node) {
      const hasOpened = this.boxes.openAround([node]);
      if (!stays || hasOpened) this.camera.reveal(node);
      this.say(`${node.name} selected. Needs ${node.needs.length}, `
        + `needed by ${node.neededBy.length}.`);
    }
    document.body.classList.toggle("has-selection", node !== null);
    history.replaceState(null, "", node ? `#${encodeURIComponent(node.id)}` : location.pathname);
    if (node) this.panel.reveal();
    if (movesFocus) this.panel.focus();
  }

  /// Ends what is going on, the last first: picking, an answer, the selection.
  clear() {
    if (this.isPicking) {
      this.isPicking = false;
      this.panel.show("Path to…");
    } else if (this.answer) this.closeAnswer();
    else {
      this.group = null;
      this.select(null);
    }
  }

  zoomTo(item) {
    this.camera.focus(item.isGroup ? [item] : new Set([item,
      ...item.needs.map((edge) => edge.to), ...item.neededBy.map((edge) => edge.from)]), item);
  }

  focusCircle(circle) {
    if (!circle.every((node) => this.shown.has(node))) this.showAll();
    this.select(circle[0], { stays: true });
    this.boxes.openAround(circle);
    const nodes = new Set(circle);
    const edges = this.model.edges.filter((edge) => edge.inCircle && nodes.has(edge.from));
    this.drawing.emphasis = { nodes, edges: new Map(edges.map((edge) => [edge, "--error"])) };
    this.drawing.redraw();
    this.camera.focus(circle, circle[0]);
  }

  toggleTransitive() {
    this.transitive = !this.transitive;
    this.panel.show("Indirect too");
    this.#emphasize();
  }

  toggleIsolated() {
    const node = this.selected;
    if (this.answer) return this.closeAnswer();
    if (!node) return;
    this.#isolate(this.isolated ? null : new Set([node,
      ...this.model.reachable(node, "needs"), ...this.model.reachable(node, "neededBy")]));
    this.boxes.openAround([node]);
    this.panel.show("Isolate");
    this.camera.reveal(node);
  }

  // --- Questions ---

  pick(node) {
    if (!node) return;
    if (this.answer) this.closeAnswer();
    this.isPicking = !this.isPicking;
    if (this.isPicking) this.search.clear();
    this.panel.show("Path to…");
    if (this.isPicking) this.say("Choose where the path ends. Escape cancels.");
  }

  path(from, to) {
    this.#show(pathAnswer(from, to, (edge) => this.filters.choices.showsEdge(edge)), from);
  }

  whoReaches(node) {
    if (!node) return;
    this.#show(reachAnswer(node, (edge) => this.filters.choices.showsEdge(edge)), node);
  }

  why(node) {
    if (node && !node.isCode) this.#show(whyAnswer(node), node);
  }

  /// Shows an answer: in the whole drawing if that is small, and otherwise alone.
  #show(answer, node) {
    this.isPicking = false;
    const wasAlone = this.answer?.isAlone;
    this.answer = null;
    if (![...answer.nodes].every((member) => this.shown.has(member))) this.showAll();
    this.selected = this.drawing.selected = node;
    this.tree.select(node);
    answer.isAlone = wasAlone || this.root.factories > MOST_UNGROUPED;
    this.answer = answer;
    if (answer.isAlone) this.#isolate(answer.nodes);
    else this.camera.focus(answer.nodes, node);
    this.#emphasize();
    this.panel.show();
    this.panel.reveal();
    this.panel.focus();
    this.say(answer.said);
  }

  closeAnswer() {
    const { isAlone } = this.answer;
    this.answer = null;
    if (isAlone) this.#isolate(null);
    this.panel.show();
    this.#emphasize();
    if (this.selected && isAlone) {
      this.boxes.openAround([this.selected]);
      this.camera.reveal(this.selected);
    }
  }

  // --- Emphasis ---

  /// Highlights what the selection needs and what needs it, or the answer.
  #emphasize() {
    const { answer, selected: node, model, transitive } = this;
    const follows = (edge) => this.filters.choices.showsEdge(edge);
    this.drawing.emphasis = answer ? { nodes: answer.nodes, edges: answer.edges }
      : node ? emphasisOf(node, { model, transitive, follows }) : null;
    this.drawing.redraw();
  }

  say(text) { document.getElementById("status").textContent = text; }

  recolor() {
    this.drawing.colors = readColors();
    this.drawing.redraw();
  }

  #click(item, { timeStamp }) {
    if (!item?.isGroup) return item ? this.select(item, { stays: true }) : this.clear();
    // The second click of a double click does not close what the first has opened.
    if (timeStamp - this.#lastToggle < 350) return;
    this.#lastToggle = timeStamp;
    this.boxes.toggle(item);
  }

  #hover(item, place) {
    if (item !== this.drawing.hovered) {
      this.drawing.hovered = item;
      this.canvas.classList.toggle("over-node", item !== null);
      this.drawing.redraw();
    }
    const isOpen = item?.isGroup && this.boxes.open.has(item.id);
    this.tooltip.show(item, place, this.canvas.clientWidth, isOpen);
  }
}

new Page(JSON.parse(document.getElementById("data").textContent));
