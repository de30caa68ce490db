// Factory, MIT licence; see LICENSE
//
// A path between two factories, who reaches one, why one is built, and what is unresolved.
import { check, graph, pixels, press, screenshot, shownItems, text, title } from "./harness.mjs";

const select = (id) => `document.querySelector('[title="${id}"] .row').click()`;
const chains = "[...document.querySelectorAll('#details .chain')].map((chain) =>"
  + " [...chain.querySelectorAll('button')].map((button) => button.title))";
const said = text("#status");

/// How many steps each factory is from one, in a direction.
function distances(data, start, direction) {
  const steps = new Map([[start, 0]]);
  for (const [id, distance] of steps) {
    for (const next of data[direction](id)) if (!steps.has(next)) steps.set(next, distance + 1);
  }
  return steps;
}

for (const count of [20, 2000]) {
  const page = `${count}.html`;
  const data = graph(count);
  const ends = data.factories.map(({ id }) => {
    const far = [...distances(data, id, "needs")].filter(([other]) => other !== id).at(-1);
    return { from: id, to: far?.[0], steps: far?.[1] ?? 0 };
  }).sort((a, b) => b.steps - a.steps)[0];
  const nameOf = (id) => data.factories.find((factory) => factory.id === id)?.name ?? id;

  await check("shows all shortest paths between two", { page }, async (tab, expect) => {
    await tab.evaluate(select(ends.from));
    await tab.evaluate(press("Path to…"));
    expect("asks", (await tab.evaluate(said)).startsWith("Choose where the path ends"));
    await tab.evaluate(select(ends.to));
    expect("panel", await tab.evaluate(title), "Path");
    expect("focus", await tab.evaluate("document.activeElement.textContent"), "Path");
    const from = distances(data, ends.from, "needs");
    const back = distances(data, ends.to, "neededBy");
    const onPath = [...from].filter(([id, steps]) => steps + back.get(id) === ends.steps)
      .map(([id]) => id).sort();
    const shown = await tab.evaluate(shownItems);
    if (count > 40) expect("only the paths are shown", shown.sort(), onPath);
    else expect("all stays", shown.filter((id) => !id.startsWith("type:")).length, count);
    const listed = await tab.evaluate(
      "[...document.querySelectorAll('#details .chain')].map((chain) => chain.children.length)");
    expect("each has the length", listed.every((length) => length === ends.steps + 1));
    expect("said", (await tab.evaluate(said)).includes(`from ${nameOf(ends.from)}`));
    await tab.frames();
    expect("highlighted", await tab.evaluate(pixels(0, 114, 178)) > 100);
    await screenshot(tab, `${count}-path`);
    await tab.evaluate(press("Swap"));
    const isCircle = distances(data, ends.to, "needs").has(ends.from);
    expect("no path back", (await tab.evaluate(said)).startsWith("No path"), !isCircle);
    await tab.press("Escape");
    expect("closed", (await tab.evaluate(shownItems)).length > (count > 40 ? count : count - 1));
  });

  await check("the focus stays in the panel, whatever is closed", { page }, async (tab, expect) => {
    const focus = "document.activeElement.textContent";
    await tab.evaluate(select(ends.to));
    await tab.press("r");
    expect("on the answer", await tab.evaluate(focus), "Who reaches it");
    await tab.evaluate("document.querySelector('#details .close').focus()");
    await tab.press("Enter");
    expect("on the factory", await tab.evaluate(focus), nameOf(ends.to));
    await tab.press("w");
    await tab.press("p");
    expect("another question ends the first", await tab.evaluate(title), nameOf(ends.to));
    expect("and asks", await tab.evaluate("document.querySelector('.picking') !== null"));
    await tab.press("Escape");
    await tab.press("Escape");
    expect("on the overview", await tab.evaluate(focus), "Overview");
  });

  await check("Escape ends the choice of an end", { page }, async (tab, expect) => {
    await tab.evaluate(select(ends.from));
    await tab.press("p");
    expect("asks", await tab.evaluate("document.querySelector('.picking') !== null"));
    await tab.press("Escape");
    expect("ended", await tab.evaluate("document.querySelector('.picking') === null"));
    expect("still selected", await tab.evaluate(title), nameOf(ends.from));
    await tab.evaluate(select(ends.to));
    expect("a click selects", await tab.evaluate(title), nameOf(ends.to));
  });

  await check("shows who reaches a factory, by distance", { page }, async (tab, expect) => {
    await tab.evaluate(select(ends.to));
    await tab.press("r");
    const steps = distances(data, ends.to, "neededBy");
    expect("number", await tab.evaluate(said),
      `${(steps.size - 1).toLocaleString("en")} reach ${nameOf(ends.to)}.`);
    const layers = await tab.evaluate("[...document.querySelectorAll('#details .layer')]"
      + ".map((layer) => layer.querySelectorAll('li').length)");
    const expected = [];
    for (const [, distance] of steps) {
      if (distance > 0) expected[distance - 1] = (expected[distance - 1] ?? 0) + 1;
    }
    expect("by distance", layers, expected);
    await screenshot(tab, `${count}-reach`);
  });

  await check("shows the chains that build a factory, shortest first", { page },
    async (tab, expect) => {
      await tab.evaluate(select(ends.to));
      await tab.press("w");
      const found = await tab.evaluate(chains);
      const lengths = found.map(({ length }) => length);
      expect("some", lengths.length > 0);
      expect("shortest first", lengths, [...lengths].sort((a, b) => a - b));
      const builds = (id) => data.edges.some(({ to, kind }) => to === id && kind !== "register");
      const starts = await tab.evaluate("[...document.querySelectorAll('#details .chain')]"
        + ".map((chain) => chain.querySelector('button').title)");
      expect("each begins at a root", starts.filter(builds), []);
      expect("no root twice", new Set(starts).size, starts.length);
      await screenshot(tab, `${count}-why`);
    });
}

await check("says what unresolved places mean, and lists them", { page: "300.html" },
  async (tab, expect) => {
    const { unresolved } = graph(300);
    expect("some", unresolved.length > 1);
    expect("sentence", (await tab.evaluate(text(".unresolved-note")))
      .startsWith(`In ${unresolved.length} places, the source does not say`));
    await tab.clickOn("details.places summary");
    expect("places", await tab.evaluate(
      "[...document.querySelectorAll('.unresolved code')].map((code) => code.textContent)"),
    unresolved.map(({ path, line }) => `${path}:${line}`));
  });
