// Factory, MIT licence; see LICENSE
//
// The boxes of the first view, and that text is readable at every zoom.
import {
  check, drawn, graph, placeOf, press, recorder, screenshot, shownItems, text, title,
} from "./harness.mjs";

/// The smallest size of text, and two texts that overlap.
const judged = `(() => {
  const texts = window.drawnTexts;
  const overlap = texts.flatMap((a, index) => texts.slice(index + 1)
    .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width
      && a.y < b.y + b.height && b.y < a.y + a.height).map((b) => [a.text, b.text]));
  return { number: texts.length, smallest: Math.min(...texts.map(({ size }) => size)),
    overlap: overlap[0] ?? null };
})()`;

const expanded = "[...document.querySelectorAll('#details [data-group]')]"
  + ".filter((button) => button.ariaExpanded === 'true').map((button) => button.dataset.group)";
const modulesOf = ({ factories }) => [...new Set(factories.map(({ id }) => id.split(".")[0]))].sort();

await check("shows all factories, if they are few", { page: "20.html", script: recorder },
  async (tab, expect) => {
    await tab.frames();
    const texts = await tab.evaluate(drawn);
    expect("names", graph(20).factories.filter(({ name }) => !texts.some((shown) =>
      shown === name || shown.endsWith("…") && name.startsWith(shown.slice(0, -1)))), []);
    expect("no boxes", await tab.evaluate("document.querySelectorAll('[data-group]').length"), 0);
  });

for (const count of [50, 300, 2000]) {
  const page = `${count}.html`;
  const modules = modulesOf(graph(count));
  await check("first shows modules with counts", { page, script: recorder },
    async (tab, expect) => {
      const started = await tab.evaluate("performance.getEntriesByName('ready')[0].startTime");
      expect("ready in less than 2 s", started < 2000);
      await tab.frames();
      const texts = await tab.evaluate(drawn);
      expect("a box for each module", modules.filter((name) => !texts.includes(name)), []);
      expect("counts of factories", texts.filter((shown) => /^\d+ factories/.test(shown)).length,
        modules.length);
      expect("no factory is drawn", graph(count).factories.filter(({ name }) =>
        texts.includes(name)), []);
      const { factories, edges } = graph(count);
      const known = new Set(factories.map(({ id }) => id));
      const moduleOf = (id) => (known.has(id) ? id : id.replace("type:", "")).split(".")[0];
      const between = new Map();
      for (const key of new Set(edges.map(({ from, to, kind }) => `${from} ${to} ${kind}`))) {
        const [from, to] = key.split(" ").map(moduleOf);
        if (from !== to) between.set(`${from} ${to}`, (between.get(`${from} ${to}`) ?? 0) + 1);
      }
      const counts = texts.filter((shown) => /^\d+$/.test(shown)).map(Number);
      const largest = Math.max(...between.values());
      expect("the largest count of edges", Math.max(...counts), largest);
      await screenshot(tab, `${count}-boxes`);
      return `first view after ${Math.round(started)} ms`;
    });
  await check("a click opens a box in place, and another closes it", { page, script: recorder },
    async (tab, expect) => {
      await tab.frames();
      const [name] = modules;
      const { x, y } = await tab.evaluate(placeOf(name));
      await tab.click(x, y);
      await tab.frames();
      expect("panel", await tab.evaluate(title), name);
      const opened = await tab.evaluate(drawn);
      const members = graph(count).factories.filter(({ id }) => id.startsWith(`${name}.`));
      const isDrawn = (member) => opened.some((shown) => shown === member.name
        || shown.endsWith("…") && member.name.startsWith(shown.slice(0, -1)));
      expect("most of its factories are drawn with a name",
        members.filter(isDrawn).length > members.length / 2);
      expect("its title is drawn", opened.includes(`▾ ${name}`));
      expect("other boxes stay", modules.slice(1).some((other) => opened.includes(other)));
      expect("said", (await tab.evaluate(text("#status"))).endsWith("is open."));
      await screenshot(tab, `${count}-open`);
      const frame = await tab.evaluate(placeOf(`▾ ${name}`));
      await tab.evaluate("new Promise((done) => setTimeout(done, 400))");
      await tab.click(frame.x, frame.y);
      await tab.frames();
      expect("closed", (await tab.evaluate(drawn)).includes(`▾ ${name}`), false);
      await tab.press("Escape");
      expect("the overview says so", await tab.evaluate(expanded), []);
    });
  await check("text is readable at every zoom and overlaps nothing", { page, script: recorder },
    async (tab, expect) => {
      let views = 0;
      for (const state of ["closed", "one open", "all open"]) {
        if (state === "one open") await tab.clickOn("#details [data-group]");
        if (state === "all open") {
          await tab.press("Escape");
          await tab.evaluate(press("Open all"));
        }
        for (const id of ["fit", ...Array(7).fill("zoom-out"), "fit", ...Array(9).fill("zoom-in")]) {
          await tab.evaluate(`document.getElementById("${id}").click()`);
          await tab.frames();
          const { number, smallest, overlap } = await tab.evaluate(judged);
          if (number > 0 && smallest < 9) expect(`${state}, ${id}: size`, smallest, "9 or more");
          if (overlap) expect(`${state}, ${id}: overlap`, overlap, null);
          if (id === "fit") expect(`${state}: has text`, number > 0);
          views += 1;
        }
      }
      await screenshot(tab, `${count}-all-open`);
      return `${views} views`;
    });
}

await check("boxes open and close with the keyboard", { page: "300.html" },
  async (tab, expect) => {
    await tab.evaluate("document.querySelector('#details [data-group]').focus()");
    const group = await tab.evaluate("document.activeElement.dataset.group");
    expect("closed", await tab.evaluate("document.activeElement.ariaExpanded"), "false");
    await tab.press("Enter");
    expect("panel", `/module:${await tab.evaluate(title)}`, group);
    expect("focus is on Close", await tab.evaluate("document.activeElement.textContent"), "Close");
    await tab.press("Escape");
    expect("open", await tab.evaluate(expanded), [group]);
    expect("focus is back", await tab.evaluate("document.activeElement.dataset.group"), group);
    await tab.evaluate("[...document.querySelectorAll('#details button')]"
      + ".find(({ textContent }) => textContent === 'Close all').focus()");
    await tab.evaluate(press("Close all"));
    expect("all closed", await tab.evaluate(expanded), []);
    await tab.evaluate(press("Open all"));
    expect("all open", (await tab.evaluate(expanded)).length, modulesOf(graph(300)).length);
    expect("focus stays", await tab.evaluate("document.activeElement.textContent"), "Open all");
  });

await check("a selection opens the boxes that it is in", { page: "2000.html" },
  async (tab, expect) => {
    const { id, name } = graph(2000).factories[1000];
    await tab.evaluate(`location.hash = "${id}"`);
    await tab.waitFor(`${title} === "${name}"`, 3);
    expect("listed", (await tab.evaluate(shownItems)).includes(id));
    await tab.press("Escape");
    expect("open", await tab.evaluate(expanded), [`/module:${id.split(".")[0]}`]);
  });
