// Factory, MIT licence; see LICENSE
//
// Buttons, keys and events of the window, and what they do to the page.
import { preparePrint } from "./printing.mjs";

export function listen(page) {
  const { camera, tree, model } = page;
  const on = (id, action) => document.getElementById(id).addEventListener("click", action);
  on("skip", (event) => {
    event.preventDefault();
    tree.focus();
  });
  on("zoom-in", () => camera.zoom(1.4));
  on("zoom-out", () => camera.zoom(1 / 1.4));
  on("fit", () => camera.fit());
  on("reset", () => page.showAll());
  on("theme", () => toggleTheme(page));
  document.addEventListener("keydown", (event) => pressed(event, page));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.recolor());
  window.addEventListener("hashchange", () => {
    const node = model.byID.get(decodeURIComponent(location.hash.slice(1)));
    if (node) page.select(node);
  });
  const printed = document.getElementById("printed");
  window.addEventListener("beforeprint", () => preparePrint(printed, page));
  window.addEventListener("afterprint", () => printed.replaceChildren());
}

function pressed(event, page) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { search, camera } = page;
  const isTyping = event.target === search.field;
  if (event.key === "Escape") {
    if (isTyping && search.field.value) search.clear();
    else page.clear();
    return;
  }
  const actions = {
    "/": () => search.field.focus(), f: () => camera.fit(),
    "+": () => camera.zoom(1.25), "-": () => camera.zoom(0.8),
    t: () => page.toggleTransitive(), i: () => page.toggleIsolated(),
    p: () => page.pick(page.selected), r: () => page.whoReaches(page.selected),
    w: () => page.why(page.selected),
  };
  if (isTyping || !page.usesKeys || event.defaultPrevented) return;
  if (!Object.hasOwn(actions, event.key)) return;
  event.preventDefault();
  actions[event.key]();
}

function toggleTheme(page) {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).colorScheme === "dark"
    || !root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  page.recolor();
}
