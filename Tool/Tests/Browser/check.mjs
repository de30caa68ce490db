// Factory, MIT licence; see LICENSE
//
// Opens the pages that graph-pages has written in Chromium, uses them, and fails if one does not do
// what it should: `node check.mjs DIRECTORY [--screenshots]`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";

const directory = resolve(process.argv[2]);
const takesScreenshots = process.argv.includes("--screenshots");
const browser = new Browser();
let failures = 0;

/// Opens a page, checks it, and expects no error and no request.
async function check(name, options, body) {
  const started = Date.now();
  let tab;
  const problems = [];
  const expect = (what, actual, expected = true) => {
    const isEqual = JSON.stringify(actual) === JSON.stringify(expected);
    if (!isEqual) {
      problems.push(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
    }
  };
  let note;
  try {
    tab = await browser.open(`${pathToFileURL(resolve(directory, options.page))}`, options);
    note = await body(tab, expect);
    await tab.frames();
    problems.push(...tab.errors.map((error) => `console: ${error}`),
      ...tab.requests.map((url) => `request: ${url}`));
  } catch (error) {
    problems.push(error.message);
  }
  failures += problems.length > 0 ? 1 : 0;
  console.log(`${problems.length > 0 ? "✗" : "✓"} ${options.page}: ${name}`
    + ` (${note ? `${note}, ` : ""}${Date.now() - started} ms)`);
  for (const problem of problems) console.log(`    ${problem}`);
  await tab?.close();
}

// Expressions that are evaluated in the page.
const title = "document.querySelector('#details h2').textContent";
const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const shownItems = "[...document.querySelectorAll('[aria-level=\"2\"]')]"
  + ".filter((item) => item.checkVisibility()).map((item) => item.title)";
const focused = "(document.activeElement.title || document.activeElement.id"
  + " || document.activeElement.textContent)";
const layoutTime = "performance.getEntriesByName('layout', 'measure').at(-1).duration";
/// How many pixels of the drawing have a colour that is near to a given one.
const pixels = (red, green, blue) => `(() => {
  const canvas = document.getElementById("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let number = 0;
  for (let at = 0; at < data.length; at += 4) {
    number += data[at + 3] > 128 && Math.abs(data[at] - ${red}) + Math.abs(data[at + 1] - ${green})
      + Math.abs(data[at + 2] - ${blue}) < 40;
  }
  return number;
})()`;

function graph(count) {
  const { factories, edges } = JSON.parse(readFileSync(resolve(directory, `${count}.json`)));
  const distinct = (list) => [...new Set(list)].sort();
  return {
    factories, edges,
    needs: (id) => distinct(edges.filter(({ from }) => from === id).map(({ to }) => to)),
    neededBy: (id) => distinct(edges.filter(({ to }) => to === id).map(({ from }) => from)),
    indirectly(id, direction) {
      const reached = new Set([id]);
      for (const next of reached) for (const other of this[direction](next)) reached.add(other);
      return reached.size - 1;
    },
  };
}

for (const count of [20, 200, 2000]) {
  const page = `${count}.html`;
  const { factories, edges } = graph(count);
  await check("lays out in less than 3 s and draws", { page }, async (tab, expect) => {
    const time = await tab.evaluate(layoutTime);
    expect("layout below 3 s", time < 3000);
    await tab.frames();
    expect("something is drawn", await tab.evaluate(pixels(0, 114, 178)) > 10);
    expect("the circle is drawn in red", await tab.evaluate(pixels(196, 0, 26)) > 10);
    expect("all factories are in the list",
      (await tab.evaluate(shownItems)).filter((id) => !id.startsWith("type:")).length, count);
    if (takesScreenshots) await tab.screenshot(resolve(directory, `${count}-light.png`));
    return `layout ${Math.round(time)} ms`;
  });
  await check("is drawn dark for a dark system", { page, dark: true }, async (tab, expect) => {
    await tab.frames();
    expect("background", await tab.evaluate("getComputedStyle(document.body).backgroundColor"),
      "rgb(23, 25, 29)");
    expect("colours for dark", await tab.evaluate(pixels(75, 163, 220)) > 10);
    if (takesScreenshots) await tab.screenshot(resolve(directory, `${count}-dark.png`));
    await tab.clickOn("#theme");
    expect("light after a click", await tab.evaluate(
      "getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
    await tab.frames();
    expect("drawn light", await tab.evaluate(pixels(0, 114, 178)) > 10);
  });
  await check("search finds by name, type and module", { page }, async (tab, expect) => {
    const target = factories[Math.floor(count / 2)];
    await tab.press("/");
    expect("focus", await tab.evaluate(focused), "search");
    await tab.type(`${target.name.toUpperCase()} ${target.container}`);
    const wanted = factories.filter(({ id, type }) => `${id} ${type}`.toLowerCase()
      .includes(target.name.toLowerCase()) && id.includes(target.container)).length;
    await tab.waitFor(`${text("#matches")}.startsWith('${wanted} match')`, 3);
    expect("the list shows it", (await tab.evaluate(shownItems)).includes(target.id));
    await tab.press("Enter");
    expect("Enter selects", await tab.evaluate(title), target.name);
    await tab.press("Escape");
    await tab.waitFor(`${text("#matches")} === ''`, 3);
    await tab.clickOn("#search");
    await tab.type("no such factory");
    await tab.waitFor(`${text("#matches")} === '0 matches'`, 3);
    expect("nothing is said", await tab.evaluate(
      "document.getElementById('no-matches').checkVisibility()"));
  });
  await check("filters by scope, line, container and module", { page }, async (tab, expect) => {
    const shown = () => tab.evaluate(shownItems)
      .then((ids) => ids.filter((id) => !id.startsWith("type:")).sort());
    const only = async (group, name) => {
      await tab.evaluate(`document.querySelector('.${group} [aria-label="Only ${name}"]').click()`);
    };
    const all = (predicate) => factories.filter(predicate).map(({ id }) => id).sort();
    const { container } = factories[0];
    await only("containers", container);
    expect("container", await shown(), all((factory) => factory.container === container));
    await tab.clickOn("#reset");
    expect("reset", (await shown()).length, count);
    await only("modules", "Core");
    expect("module", await shown(), all(({ id }) => id.startsWith("Core.")));
    await only("scopes", "cached");
    expect("module and scope", await shown(),
      all(({ id, scope }) => id.startsWith("Core.") && scope === "cached"));
    await tab.clickOn("#reset");
    await only("lines", "lazy");
    const lazy = edges.filter(({ kind }) => kind === "lazy").length;
    expect("lines", await tab.evaluate(text("#summary")).then((summary) =>
      summary.includes(`· ${lazy} edges`)));
    await tab.evaluate("document.querySelector('.lines input:checked').click()");
    expect("no lines", (await tab.evaluate(text("#summary"))).includes("· 0 edges"));
  });
}

await check("a click shows needs and needed-by", { page: "200.html" }, async (tab, expect) => {
  const data = graph(200);
  const { id, name } = data.factories.toSorted((a, b) =>
    data.needs(b.id).length * data.neededBy(b.id).length
      - data.needs(a.id).length * data.neededBy(a.id).length)[0];
  await tab.evaluate(`document.querySelector('[title="${id}"] .row').click()`);
  expect("title", await tab.evaluate(title), name);
  expect("address", await tab.evaluate("location.hash"), `#${id}`);
  const listed = (direction) => tab.evaluate(
    `[...document.querySelectorAll('.nodes.${direction} .name')].map((e) => e.textContent)`);
  const names = (ids) => ids.map((end) => end.split(".").at(-1)).sort();
  expect("needs", [...new Set(await listed("needs"))].sort(),
    [...new Set(names(data.needs(id)))]);
  expect("needed by", [...new Set(await listed("neededBy"))].sort(),
    [...new Set(names(data.neededBy(id)))]);
  const indirect = data.indirectly(id, "needs");
  expect("indirectly", (await tab.evaluate(text("h3.needs"))).endsWith(`${indirect})`));
  await tab.frames();
  const direct = await tab.evaluate(pixels(0, 114, 178));
  await tab.press("t");
  await tab.frames();
  expect("indirect needs are highlighted on request",
    await tab.evaluate(pixels(0, 114, 178)) > direct);
  if (takesScreenshots) await tab.screenshot(resolve(directory, "200-selected.png"));
  await tab.press("i");
  const connected = 1 + indirect + data.indirectly(id, "neededBy");
  expect("isolated", (await tab.evaluate(shownItems)).length, connected);
  if (takesScreenshots) await tab.screenshot(resolve(directory, "200-isolated.png"));
  await tab.press("i");
  await tab.evaluate("document.querySelector('.nodes.needs button').click()");
  expect("a click on a need selects it", names(data.needs(id)).includes(await tab.evaluate(title)));
});

await check("a click in the drawing selects, and a drag does not", { page: "200.html" },
  async (tab, expect) => {
    await tab.clickOn("[aria-level='2'] .row");
    const name = await tab.evaluate(title);
    await tab.evaluate("document.querySelector('.actions button:last-child').click()");
    await tab.press("Escape");
    expect("cleared", await tab.evaluate(title), "Overview");
    // Selecting from the list moves the factory into the middle, if it was not visible.
    for (let step = 0; step < 12; step += 1) await tab.clickOn("#zoom-out");
    await tab.clickOn("[aria-level='2'] .row");
    await tab.press("Escape");
    const { x, y } = await tab.evaluate(`(() => {
      const { x, y, width, height } = document.getElementById("canvas").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    await tab.click(x, y);
    expect("selected", await tab.evaluate(title), name);
    const before = await tab.evaluate("document.getElementById('canvas').toDataURL()");
    const move = (type, dx) => tab.send("Input.dispatchMouseEvent",
      { type, x: x + dx, y: y + dx, button: "left", buttons: 1, clickCount: 1 });
    await move("mousePressed", 0);
    for (const distance of [10, 40, 80]) await move("mouseMoved", distance);
    await move("mouseReleased", 80);
    await tab.frames();
    expect("still selected", await tab.evaluate(title), name);
    const dragged = await tab.evaluate("document.getElementById('canvas').toDataURL()");
    expect("moved", dragged !== before);
    await tab.send("Input.dispatchMouseEvent",
      { type: "mouseWheel", x, y, deltaX: 0, deltaY: -240 });
    await tab.frames();
    expect("zoomed", await tab.evaluate("document.getElementById('canvas').toDataURL()")
      .then((image) => image !== dragged));
  });

await check("can be used with the keyboard alone", { page: "20.html" }, async (tab, expect) => {
  await tab.press("Tab");
  expect("skip link", await tab.evaluate("document.activeElement.className"), "skip");
  await tab.press("Enter");
  expect("in the list", await tab.evaluate("document.activeElement.getAttribute('role')"),
    "treeitem");
  expect("focus is visible", await tab.evaluate("getComputedStyle("
    + "document.activeElement.firstChild).outlineStyle"), "solid");
  const items = await tab.evaluate(shownItems);
  await tab.press("ArrowDown");
  expect("down", await tab.evaluate(focused), items[0]);
  await tab.press("Enter");
  expect("Enter selects", items[0].endsWith(await tab.evaluate(title)));
  expect("selected", await tab.evaluate(
    "document.querySelector('[aria-selected=\"true\"]').title"), items[0]);
  expect("said", (await tab.evaluate(text("#status"))).includes("selected. Needs"));
  await tab.press("ArrowDown");
  expect("down again", await tab.evaluate(focused), items[1]);
  await tab.press("End");
  expect("end", await tab.evaluate(focused), items.at(-1));
  await tab.press("ArrowLeft");
  await tab.press("ArrowLeft");
  expect("closed", await tab.evaluate("document.activeElement.ariaExpanded"), "false");
  expect("hidden", (await tab.evaluate(shownItems)).includes(items.at(-1)), false);
  await tab.press("Home");
  expect("home", await tab.evaluate("document.activeElement.ariaExpanded"), "true");
  expect("one stop of Tab in the list",
    await tab.evaluate("document.querySelectorAll('#tree [tabindex=\"0\"]').length"), 1);
  await tab.evaluate("document.getElementById('canvas').focus()");
  await tab.frames();
  const before = await tab.evaluate("document.getElementById('canvas').toDataURL()");
  await tab.press("ArrowRight");
  await tab.press("+");
  await tab.frames();
  expect("the drawing moves", await tab.evaluate(
    "document.getElementById('canvas').toDataURL()").then((image) => image !== before));
  await tab.press("Escape");
  expect("Escape clears", await tab.evaluate(title), "Overview");
});

await check("single keys can be switched off", { page: "20.html" }, async (tab, expect) => {
  await tab.clickOn(".switch input");
  await tab.press("/");
  expect("no search", await tab.evaluate(focused) !== "search");
  await tab.clickOn(".switch input");
  await tab.press("/");
  expect("search", await tab.evaluate(focused), "search");
});

await check("has names for everything that can be focused", { page: "200.html" },
  async (tab, expect) => {
    const { nodes } = await tab.send("Accessibility.getFullAXTree");
    const unnamed = nodes.filter((node) => !node.ignored
      && node.properties?.some(({ name, value }) => name === "focusable" && value.value)
      && node.role?.value !== "RootWebArea" && !node.name?.value);
    expect("without a name", unnamed.map((node) => node.role.value), []);
    const roles = new Set(nodes.filter((node) => !node.ignored).map((node) => node.role?.value));
    for (const role of ["banner", "main", "tree", "treeitem", "search", "status", "heading"]) {
      expect(`role ${role}`, roles.has(role));
    }
  });

await check("marks circles, and shows one on request", { page: "200.html" },
  async (tab, expect) => {
    await tab.evaluate("document.querySelector('.circle-button').click()");
    await tab.frames();
    expect("said", (await tab.evaluate(text("#details .bad"))).includes("circle of 3"));
    expect("red", await tab.evaluate(pixels(196, 0, 26)) > 300);
    if (takesScreenshots) await tab.screenshot(resolve(directory, "200-circle.png"));
  });

await check("prints the drawing, the legend and the list", { page: "200.html" },
  async (tab, expect) => {
    const bytes = await tab.pdf(takesScreenshots ? resolve(directory, "200.pdf") : undefined);
    expect("a document of several pages", bytes.length > 20_000);
    await tab.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    await tab.emulate({ media: "print" });
    expect("rows", await tab.evaluate("document.querySelectorAll('tbody tr').length"), 200);
    expect("cards", await tab.evaluate(
      "document.querySelectorAll('#printed rect:not(.code)').length"), 200);
    expect("controls are hidden", await tab.evaluate(
      "document.querySelector('.tools').checkVisibility()"), false);
    expect("no dark ink", await tab.evaluate("getComputedStyle(document.body).color"),
      "rgb(22, 25, 29)");
  });

await check("is readable on a narrow window", { page: "200.html", width: 420, height: 800 },
  async (tab, expect) => {
    expect("no horizontal scrolling", await tab.evaluate(
      "document.documentElement.scrollWidth <= innerWidth"));
    if (takesScreenshots) await tab.screenshot(resolve(directory, "200-narrow.png"));
  });

await check("shows names that would end the script", { page: "hostile.html" },
  async (tab, expect) => {
    const { factories } = graph("hostile");
    expect("title", await tab.evaluate("document.title"), "</title><script>alert(1)</script>");
    expect("scripts", await tab.evaluate("document.scripts.length"), 2);
    expect("images", await tab.evaluate("document.images.length"), 0);
    const shown = await tab.evaluate(shownItems);
    expect("all names", factories.filter(({ id }) => !shown.includes(id)), []);
  });

await check("shows that there are no factories", { page: "empty.html" }, async (tab, expect) => {
  expect("summary", await tab.evaluate(text("#summary")), "0 factories · 0 edges · no circles");
});

await check("forbids requests", { page: "20.html" }, async (tab, expect) => {
  const blocked = await tab.evaluate(`new Promise((done) => {
    const blocked = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
      blocked.push(effectiveDirective);
      if (blocked.length === 3) done(blocked.sort());
    });
    fetch("https://example.com/").catch(() => {});
    new Image().src = "https://example.com/image.png";
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href: "https://example.com/style.css" });
    document.head.append(sheet);
    setTimeout(() => done(blocked.sort()), 3000);
  })`);
  expect("blocked", blocked, ["connect-src", "img-src", "style-src-elem"]);
  tab.errors.length = 0;
  // The requests were announced, and the policy has ended them.
  tab.requests = tab.requests.filter((url) => !url.startsWith("https://example.com/"));
});

await browser.close();
console.log(`check-graph-page: ${failures === 0 ? "all passed" : `${failures} failed`}`);
process.exitCode = failures === 0 ? 0 : 1;
