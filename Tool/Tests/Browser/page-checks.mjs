// Factory, MIT licence; see LICENSE
//
// The drawing, search, filters, selection, the keyboard, and that no name and no request leaves the
// page.
import {
  check, focused, graph, layoutTime, pixels, screenshot, shownItems, text, title,
} from "./harness.mjs";

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
    await screenshot(tab, `${count}-light`);
    return `layout ${Math.round(time)} ms`;
  });
  await check("is drawn dark for a dark system", { page, dark: true }, async (tab, expect) => {
    await tab.frames();
    expect("background", await tab.evaluate("getComputedStyle(document.body).backgroundColor"),
      "rgb(23, 25, 29)");
    expect("colours for dark", await tab.evaluate(pixels(75, 163, 220)) > 10);
    await screenshot(tab, `${count}-dark`);
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
      summary.includes(`· ${lazy} edge${lazy === 1 ? "" : "s"} ·`)));
    await tab.evaluate("document.querySelector('.lines input:checked').click()");
    expect("no lines", (await tab.evaluate(text("#summary"))).includes("· 0 edges"));
  });
}

await check("a click shows needs and needed-by", { page: "200.html" }, async (tab, expect) => {
  const data = graph(200);
  const { id, name } = [...data.factories].sort((a, b) =>
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
  await screenshot(tab, "200-selected");
  await tab.press("i");
  const connected = 1 + indirect + data.indirectly(id, "neededBy");
  expect("isolated", (await tab.evaluate(shownItems)).length, connected);
  await screenshot(tab, "200-isolated");
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
    await screenshot(tab, "200-circle");
  });

await check("shows names that would end the script", { page: "hostile.html" },
  async (tab, expect) => {
    const { factories } = graph("hostile");
    expect("title", await tab.evaluate("document.title"), "</title><script>alert(1)</script>");
    expect("scripts", await tab.evaluate("document.scripts.length"), 2);
    expect("images", await tab.evaluate("document.images.length"), 0);
    const shown = await tab.evaluate(shownItems);
    expect("all names", factories.filter(({ id }) => !shown.includes(id)), []);
    await tab.evaluate(`[...document.querySelectorAll('[aria-level="2"]')]
      .find((item) => item.title === ${JSON.stringify(factories[0].id)}).click()`);
    expect("the targets", await tab.evaluate(`[...document.querySelectorAll("#details dt")]
      .find((name) => name.textContent === "Targets").nextSibling.textContent`), "App, <i>Widget");
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
