// Factory, MIT licence; see LICENSE
//
// The page: what is selected, searched and filtered, and who has to know.
import { Model } from "./model.mjs";
import { readColors, scopeStyles } from "./appearance.mjs";
import { Scene } from "./scene.mjs";
import { Drawing } from "./drawing.mjs";
import { Camera } from "./camera.mjs";
import { Tooltip } from "./tooltip.mjs";
import { Tree } from "./tree.mjs";
import { Filters } from "./filters.mjs";
import { Details } from "./details.mjs";
import { preparePrint } from "./printing.mjs";

class Page {
  selected = null;
  transitive = false;
  isolated = null;
  usesKeys = true;
  #typing = 0;

  constructor(data) {
    this.model = new Model(data);
    this.styles = scopeStyles(this.model.scopes.keys());
    this.canvas = document.getElementById("canvas");
    this.search = document.getElementById("search");
    this.status = document.getElementById("status");
    this.tooltip = new Tooltip(document.getElementById("tooltip"));
    this.drawing = new Drawing(this.canvas, this.styles);
    this.tree = new Tree(document.getElementById("tree"), this.model, this.styles,
      (node) => this.select(node));
    this.filters = new Filters(document.getElementById("filters"), this.model, this.styles,
      () => this.filter());
    this.details = new Details(document.getElementById("details"), this.model, this.styles, {
      choose: (node) => this.select(node, { moveFocus: true }),
      clear: () => this.select(null, { moveFocus: true }),
      focusCircle: (circle) => this.focusCircle(circle),
      usesKeys: () => this.usesKeys,
      useKeys: (isOn) => { this.usesKeys = isOn; },
      zoomTo: (node) => this.camera.focus(this.#neighbours(node)),
      toggleTransitive: () => this.toggleTransitive(),
      toggleIsolated: () => this.toggleIsolated(),
    });
    this.camera = new Camera(this.drawing, {
      click: (node) => this.select(node, { stays: true }),
      hover: (node, event) => this.#hover(node, event),
      open: (node) => this.camera.focus(this.#neighbours(node)),
    });
    this.#listen();
    this.details.show(null, {});
    this.tree.show(new Set(this.model.nodes));
    // The list can be used before the drawing is laid out.
    requestAnimationFrame(() => setTimeout(() => {
      this.filter({ announces: false });
      const id = decodeURIComponent(location.hash.slice(1));
      if (this.model.byID.has(id)) this.select(this.model.byID.get(id));
      document.documentElement.dataset.ready = "true";
    }));
  }

  /// Shows what the filters permit, laid out again.
  filter({ announces = true } = {}) {
    const isShown = (node) => this.filters.shows(node)
      && (!this.isolated || this.isolated.has(node));
    const factories = this.model.factories.filter(isShown);
    const shown = new Set(factories);
    const edges = this.model.edges.filter((edge) => this.filters.showsEdge(edge)
      && isShown(edge.from) && isShown(edge.to));
    for (const { from, to } of edges) shown.add(from).add(to);
    performance.mark("layout");
    const nodes = this.model.nodes.filter((node) => shown.has(node));
    this.shown = shown;
    this.drawing.show(new Scene(nodes, edges, this.drawing.room,
      (node) => this.drawing.measure(node)));
    performance.measure("layout", "layout");
    this.camera.fit(false);
    if (this.selected && !shown.has(this.selected)) this.select(null);
    this.#find();
    this.#emphasize();
    document.getElementById("empty").hidden = shown.size > 0;
    document.getElementById("reset").hidden = !this.filters.isActive && !this.isolated;
    const summary = this.#summary(factories.length, edges.length);
    document.getElementById("summary").textContent = summary;
    if (announces) this.#say(summary);
  }

  #summary(factories, edges) {
    const all = this.model.factories.length;
    const number = factories === all ? `${all.toLocaleString("en")} factories`
      : `${factories.toLocaleString("en")} of ${all.toLocaleString("en")} factories`;
    const circles = this.model.circles.length;
    return `${number} · ${edges.toLocaleString("en")} edges · `
      + (circles === 0 ? "no circles" : `${circles} ${circles === 1 ? "circle" : "circles"}`);
  }

  select(node, { moveFocus = false, stays = false } = {}) {
    if (node && !this.shown?.has(node)) this.#showAll();
    this.selected = node;
    this.drawing.selected = node;
    this.tree.select(node);
    this.#showDetails();
    this.#emphasize();
    if (node && !stays) this.camera.reveal(node);
    document.body.classList.toggle("has-selection", node !== null);
    const address = node ? `#${encodeURIComponent(node.id)}` : location.pathname;
    history.replaceState(null, "", address);
    if (node) {
      this.#say(`${node.name} selected. Needs ${node.needs.length}, `
        + `needed by ${node.neededBy.length}.`);
    }
    if (!moveFocus) return;
    if (node) document.querySelector("#details h2").focus();
    else this.tree.focus();
  }

  focusCircle(circle) {
    if (!circle.every((node) => this.shown.has(node))) this.#showAll();
    this.select(circle[0], { stays: true });
    const nodes = new Set(circle);
    const edges = this.model.edges.filter((edge) => edge.inCircle && nodes.has(edge.from));
    this.drawing.emphasis = {
      nodes, edges: new Map(edges.map((edge) => [edge, "--circle"])),
    };
    this.drawing.redraw();
    this.camera.focus(circle);
  }

  toggleTransitive() {
    this.transitive = !this.transitive;
    this.#showDetails("Indirect too");
    this.#emphasize();
  }

  toggleIsolated() {
    if (!this.selected) return;
    this.isolated = this.isolated ? null : new Set([this.selected,
      ...this.model.reachable(this.selected, "needs"),
      ...this.model.reachable(this.selected, "neededBy")]);
    this.filter();
    this.#showDetails("Isolate");
    if (this.selected) this.camera.reveal(this.selected);
  }

  /// Draws the panel again. The button that was pressed keeps the focus.
  #showDetails(button) {
    const { transitive } = this;
    const hadFocus = document.activeElement?.closest("#details") !== null;
    this.details.show(this.selected, { transitive, isolated: this.isolated !== null });
    if (!button || !hadFocus) return;
    [...document.querySelectorAll("#details .actions button")]
      .find((element) => element.textContent === button)?.focus();
  }

  #showAll() {
    this.isolated = null;
    this.filters.reset();
  }

  /// Highlights what the selection needs and what needs it.
  #emphasize() {
    const node = this.selected;
    const follows = (edge) => this.filters.showsEdge(edge);
    this.drawing.emphasis = null;
    if (node) {
      const edges = new Map();
      const nodes = new Set([node]);
      for (const [direction, end, color] of [["needs", "to", "--blue"],
        ["neededBy", "from", "--orange"]]) {
        const sources = [node,
          ...(this.transitive ? this.model.reachable(node, direction, follows) : [])];
        for (const source of sources) {
          for (const edge of source[direction]) {
            if (!follows(edge)) continue;
            nodes.add(edge[end]);
            if (!edges.has(edge)) edges.set(edge, color);
          }
        }
      }
      this.drawing.emphasis = { nodes, edges };
    }
    this.drawing.redraw();
  }

  #neighbours(node) {
    return new Set([node, ...node.needs.map((edge) => edge.to),
      ...node.neededBy.map((edge) => edge.from)]);
  }

  /// Shows the matches of the search in the list, and marks them in the drawing.
  #find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = new Set([...this.shown]
      .filter((node) => words.every((word) => node.text.includes(word))));
    this.tree.show(matches);
    this.drawing.found = words.length > 0 ? matches : new Set();
    this.drawing.redraw();
    const result = document.getElementById("matches");
    result.textContent = words.length === 0 ? ""
      : matches.size === 1 ? "1 match" : `${matches.size.toLocaleString("en")} matches`;
    document.getElementById("no-matches").hidden = matches.size > 0;
    return matches;
  }

  #say(text) { this.status.textContent = text; }

  #hover(node, place) {
    if (node !== this.drawing.hovered) {
      this.drawing.hovered = node;
      this.canvas.classList.toggle("over-node", node !== null);
      this.drawing.redraw();
    }
    this.tooltip.show(node, place, this.canvas.clientWidth);
  }

  #listen() {
    const on = (id, action) => document.getElementById(id).addEventListener("click", action);
    on("skip", (event) => {
      event.preventDefault();
      this.tree.focus();
    });
    on("zoom-in", () => this.camera.zoom(1.4));
    on("zoom-out", () => this.camera.zoom(1 / 1.4));
    on("fit", () => this.camera.fit());
    on("reset", () => this.#showAll());
    on("theme", () => this.#toggleTheme());
    this.search.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => {
        this.#find();
        this.#say(document.getElementById("matches").textContent);
      }, 60);
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        this.tree.focus();
      } else if (event.key === "Enter") {
        const [first] = [...this.#find()].sort((a, b) =>
          a.name.length - b.name.length || (a.id < b.id ? -1 : 1));
        if (first && this.search.value.trim()) this.select(first);
      }
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    const themes = matchMedia("(prefers-color-scheme: dark)");
    themes.addEventListener("change", () => this.#recolor());
    window.addEventListener("hashchange", () => {
      const node = this.model.byID.get(decodeURIComponent(location.hash.slice(1)));
      if (node) this.select(node);
    });
    const printed = document.getElementById("printed");
    window.addEventListener("beforeprint", () => preparePrint(printed, this));
    window.addEventListener("afterprint", () => printed.replaceChildren());
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target === this.search;
    if (event.key === "Escape") {
      if (isTyping && this.search.value) {
        this.search.value = "";
        this.#find();
      } else this.select(null);
      return;
    }
    if (isTyping) return;
    const actions = {
      "/": () => this.search.focus(), f: () => this.camera.fit(),
      "+": () => this.camera.zoom(1.25), "-": () => this.camera.zoom(0.8),
      t: () => this.toggleTransitive(), i: () => this.toggleIsolated(),
    };
    if (!this.usesKeys || event.defaultPrevented) return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  #toggleTheme() {
    const root = document.documentElement;
    const isDark = getComputedStyle(root).colorScheme === "dark"
      || !root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    this.#recolor();
  }

  #recolor() {
    this.drawing.colors = readColors();
    this.drawing.redraw();
  }
}

new Page(JSON.parse(document.getElementById("graph").textContent));
