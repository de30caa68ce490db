// Factory, MIT licence; see LICENSE
//
// What is in the window: on a phone, after an answer, and on paper.
import {
  check, drawn, graph, pixels, placeOf, press, printedPages, recorder, screenshot, shownItems, text,
  title,
} from "./harness.mjs";

const select = (id) => `document.querySelector('[title="${id}"] .row').click()`;
const phone = { width: 390, height: 844 };
/// The part of an element's height that is in the window and not covered.
const visible = (selector) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  const { left, width, top, bottom } = element.getBoundingClientRect();
  const seen = (y) => element.contains(document.elementFromPoint(left + width / 4, y));
  const places = Array.from({ length: 20 }, (_, step) => top + (bottom - top) * (step + 0.5) / 20);
  return places.filter((y) => y >= 0 && y < innerHeight && seen(y)).length / 20;
})()`;

/// The size of a name in the drawing, 0 if it is not drawn.
const sizeOf = (name) => `(window.drawnTexts.find(({ text }) => text === "${name}")?.size ?? 0)`;
const isDrawnInside = (name) => `(() => {
  const { x, y } = ${placeOf(name)};
  const { left, right, top, bottom } = document.getElementById("canvas").getBoundingClientRect();
  return x > left && x < right && y > top && y < bottom;
})()`;

for (const page of ["Service", "9", "20", "40"]) {
  await check("has a text on each card", { page: `${page}.html`, width: 1280, height: 800,
    script: recorder }, async (tab, expect) => {
    await tab.frames();
    const texts = await tab.evaluate(drawn);
    const names = await tab.evaluate(
      "[...document.querySelectorAll('[aria-level=\"2\"] .name')].map((name) => name.textContent)");
    expect("some", names.length >= 9);
    expect("without text", names.filter((name) => !texts.some((shown) => shown === name
      || shown.endsWith("…") && name.startsWith(shown.slice(0, -1)))), []);
    await screenshot(tab, `${page}-1280`);
  });
}

for (const page of ["9", "Service", "300", "900"]) {
  await check("on a phone, what is chosen is shown", { page: `${page}.html`, ...phone },
    async (tab, expect) => {
      const isShown = async (when) => {
        await tab.frames();
        expect(`${when}: its title`, await tab.evaluate(visible("#details h2")) > 0.9);
        expect(`${when}: the drawing`, await tab.evaluate(visible("#canvas")) > 0.9);
      };
      expect("no horizontal scrolling", await tab.evaluate(
        "document.documentElement.scrollWidth <= innerWidth"));
      const { factories } = graph(page);
      const { id, name } = factories.at(-1);
      await tab.evaluate("document.querySelector('.legend').scrollIntoView()");
      await tab.evaluate(select(id));
      expect("panel", await tab.evaluate(title), name);
      await isShown("from the list");
      await screenshot(tab, `${page}-390-selected`);
      await tab.evaluate(press("Who reaches it?"));
      await isShown("an answer");
      await tab.press("Escape");
      await tab.press("Escape");
      await tab.evaluate("scrollTo(0, 0)");
      await tab.clickOn("#search");
      await tab.type(name);
      await tab.waitFor(`${text("#matches")} !== ''`, 3);
      await tab.frames();
      expect("matches are in the window",
        await tab.evaluate(visible("#tree li:not([hidden]) li:not([hidden]) .row")) > 0.9);
      await screenshot(tab, `${page}-390-search`);
      await tab.press("Enter");
      await isShown("a match");
      await screenshot(tab, `${page}-390-match`);
    });
}

await check("on a phone, a tap shows what it hits", { page: "9.html", ...phone, script: recorder },
  async (tab, expect) => {
    await tab.frames();
    const name = (await tab.evaluate(drawn)).find((shown) =>
      graph(9).factories.some((factory) => factory.name === shown));
    const { x, y } = await tab.evaluate(placeOf(name));
    await tab.click(x, y);
    expect("panel", await tab.evaluate(title), name);
    expect("in the window", await tab.evaluate(visible("#details h2")) > 0.9);
  });

for (const page of ["9", "20"]) {
  await check("an answer moves a small drawing", { page: `${page}.html`, script: recorder },
    async (tab, expect) => {
      const { edges, factories } = graph(page);
      const { from, to } = edges.find((edge) => edge.kind === "construct" && edge.from !== edge.to
        && factories.some(({ id }) => id === edge.from));
      const [start, end] = [from, to].map((id) =>
        factories.find((factory) => factory.id === id).name);
      await tab.evaluate("document.getElementById('zoom-out').click()");
      await tab.frames();
      const before = await tab.evaluate(sizeOf(start));
      await tab.evaluate(select(from));
      await tab.evaluate(press("Path to…"));
      await tab.evaluate(select(to));
      await tab.frames();
      expect("panel", await tab.evaluate(title), "Path");
      expect("the start is larger", await tab.evaluate(sizeOf(start)) > before);
      expect("both are in the window", await tab.evaluate(
        `${isDrawnInside(start)} && ${isDrawnInside(end)}`));
      await screenshot(tab, `${page}-path-focus`);
    });
  await check("a search moves a small drawing", { page: `${page}.html`, script: recorder },
    async (tab, expect) => {
      const { name } = graph(page).factories[1];
      const size = () => tab.evaluate(sizeOf(name));
      await tab.evaluate("document.getElementById('zoom-out').click()");
      await tab.frames();
      const before = await size();
      await tab.clickOn("#search");
      await tab.type(name);
      await tab.press("Enter");
      await tab.frames();
      expect("selected", await tab.evaluate(title), name);
      expect("larger", await size() > before);
      expect("in the window", await tab.evaluate(isDrawnInside(name)));
    });
}

await check("after a search, a path can end anywhere", { page: "20.html" }, async (tab, expect) => {
  const { factories } = graph(20);
  const { name } = factories[3];
  await tab.clickOn("#search");
  await tab.type(name);
  await tab.press("Enter");
  expect("few are listed", (await tab.evaluate(shownItems)).length < 20);
  await tab.evaluate(press("Path to…"));
  const listed = await tab.evaluate(shownItems);
  expect("all are listed", factories.filter(({ id }) => !listed.includes(id)), []);
  expect("the field is empty", await tab.evaluate("document.getElementById('search').value"), "");
  const last = factories.at(-1);
  await tab.evaluate(select(last.id));
  expect("answer", await tab.evaluate(title), "Path");
});

for (const [page, most] of [["9", 2], ["Service", 2], ["300", 4], ["900", 10]]) {
  await check("prints few pages", { page: `${page}.html` }, async (tab, expect) => {
    const pages = await printedPages(tab, page);
    expect("pages", pages >= 2 && pages <= most);
    return `${pages} pages`;
  });
}

await check("prints the drawing, the legend, the findings and the list",
  { page: "200.html", dark: true, script: recorder }, async (tab, expect) => {
    const { factories, findings } = graph(200);
    const print = () => tab.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    await print();
    const boxes = await tab.evaluate(drawn);
    const modules = [...new Set(factories.map(({ id }) => id.split(".")[0]))];
    expect("boxes", modules.filter((name) => !boxes.includes(name)), []);
    expect("numbers of edges", boxes.filter((shown) => /^\d+$/.test(shown)).length > 10);
    await tab.emulate({ media: "print", dark: true });
    expect("controls are hidden", await tab.evaluate(
      "document.querySelector('.tools').checkVisibility()"), false);
    expect("no dark ink", await tab.evaluate("getComputedStyle(document.body).color"),
      "rgb(22, 25, 29)");
    const onPaper = (color) => tab.evaluate(
      pixels(...color).replace('getElementById("canvas")', 'querySelector("#printed canvas")'));
    expect("no colours for dark", await onPaper([75, 163, 220]), 0);
    expect("those for light", await onPaper([0, 114, 178]) > 100);
    expect("list", await tab.evaluate("document.querySelectorAll('#printed .entry').length"), 200);
    expect("findings", await tab.evaluate(
      "document.querySelectorAll('#printed .found > li').length"), findings.length);
    await tab.evaluate(press("Open all"));
    await print();
    const cards = await tab.evaluate(drawn);
    expect("cards of open boxes", factories.filter(({ name }) => cards.some((shown) =>
      shown.endsWith("…") ? name.startsWith(shown.slice(0, -1)) : shown === name)).length > 150);
    await tab.evaluate("window.dispatchEvent(new Event('afterprint'))");
    expect("nothing is left", await tab.evaluate(
      "document.getElementById('printed').children.length"), 0);
  });
