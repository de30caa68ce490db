// Factory, MIT licence; see LICENSE
//
// What `factory check` has found, at its factories, and the links to the code.
import {
  check, graph, pixels, press, screenshot, shownItems, text, title,
} from "./harness.mjs";

const select = (id) => `document.querySelector('[title="${id}"] .row').click()`;
const only = (choice) =>
  `document.querySelector('.filter.findings [aria-label="Only ${choice}"]').click()`;
const found = "[...document.querySelectorAll('#details .found > li p:first-child')]"
  + ".map((message) => message.textContent)";
const severities = (findings) => ["error", "warning"].map((severity) =>
  findings.filter((finding) => finding.severity === severity).length);
const said = ({ severity, message }) => `${severity}: ${message}`;

for (const count of [20, 300]) {
  const { factories, findings } = graph(count);
  const [errors, warnings] = severities(findings);

  await check("has the findings of check in the overview", { page: `${count}.html` },
    async (tab, expect) => {
      const noun = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
      expect("summary", (await tab.evaluate(text("#summary")))
        .endsWith(`${noun(errors, "error")}, ${noun(warnings, "warning")}`));
      expect("all", await tab.evaluate(found), findings.map(said));
      expect("open if they are few", await tab.evaluate(
        "document.querySelector('#details .found').checkVisibility()"), findings.length <= 10);
      await tab.evaluate("document.querySelector('#details .found button').click()");
      expect("a factory of a finding is selected", findings[0].nodes[0].endsWith(
        `.${await tab.evaluate(title)}`));
    });

  await check("says at a factory what was found, with a mark", { page: `${count}.html` },
    async (tab, expect) => {
      for (const severity of ["error", "warning"]) {
        const finding = findings.find((one) => one.severity === severity && one.nodes.length > 0);
        const [id] = finding.nodes;
        await tab.evaluate(select(id));
        expect(`${severity}: text`, await tab.evaluate(found), [said(finding)]);
        expect(`${severity}: notes`, await tab.evaluate(
          "document.querySelectorAll('#details .found .number').length"), 1 + finding.notes.length);
        expect(`${severity}: mark in the list`, await tab.evaluate(
          `document.querySelector('[title="${id}"] .${severity}-mark') !== null`));
        expect(`${severity}: for screen readers`, (await tab.evaluate(
          `document.querySelector('[title="${id}"]').ariaLabel`)).includes(`with a${
          severity === "error" ? "n error" : " warning"}`));
        await tab.frames();
        await screenshot(tab, `${count}-${severity}`);
      }
      const other = factories.find(({ id }) => findings.every(({ nodes }) => !nodes.includes(id)));
      await tab.evaluate(select(other.id));
      expect("nothing at others", await tab.evaluate(found), []);
    });

  await check("filters by what was found", { page: `${count}.html` }, async (tab, expect) => {
    await tab.evaluate(only("With an error"));
    const wanted = findings.filter(({ severity }) => severity === "error")
      .flatMap(({ nodes }) => nodes);
    const shown = await tab.evaluate(shownItems);
    expect("errors", shown.filter((id) => !id.startsWith("type:")).sort(), wanted.sort());
  });
}

await check("draws marks for warnings", { page: "20.html" }, async (tab, expect) => {
  await tab.frames();
  const orange = pixels(168, 84, 0);
  expect("marks", await tab.evaluate(orange) > 60);
  await tab.evaluate(only("Nothing found"));
  await tab.frames();
  expect("none without findings", await tab.evaluate(orange), 0);
});

await check("a closed box has the mark of what is in it", { page: "300.html" },
  async (tab, expect) => {
    await tab.frames();
    expect("orange", await tab.evaluate(pixels(168, 84, 0)) > 60);
  });

await check("all places are links", { page: "300.html" }, async (tab, expect) => {
  const { factories, edges, findings, unresolved } = graph(300);
  const address = ({ path, line }) => `https://example.com/blob/main/${path}#L${line}`;
  const links = (selector) => tab.evaluate(
    `[...document.querySelectorAll('#details ${selector}')].map((link) => link.href)`);
  expect("unresolved", await links(".unresolved a"), unresolved.map(address));
  expect("findings and notes", await links(".found a"),
    findings.flatMap((finding) => [finding, ...finding.notes]).map(address));
  const node = factories.find(({ id }) => edges.some(({ from }) => from === id));
  await tab.evaluate(select(node.id));
  expect("the factory", await links("dd a"), [address(node)]);
  const needed = edges.filter(({ from }) => from === node.id);
  expect("its edges", (await links(".needs a")).sort(), needed.map(address).sort());
  await tab.evaluate(press("Why is it built?"));
  expect("steps of a chain", (await links(".chain a")).length > 0);
  expect("names", await tab.evaluate("[...document.querySelectorAll('#details a')]"
    + ".filter((link) => !/^\\S+:\\d+$/.test(link.ariaLabel)).length"), 0);
});

await check("without links, places are text, and without a check nothing is said",
  { page: "empty.html" }, async (tab, expect) => {
    expect("no links", await tab.evaluate("document.querySelectorAll('#details a').length"), 0);
    expect("no finding", (await tab.evaluate(text("#details"))).includes("Findings"), false);
  });

await check("says that nothing was found", { page: "Service.html" }, async (tab, expect) => {
  expect("said", (await tab.evaluate(text("#details"))).includes("Nothing was found"));
  expect("summary", (await tab.evaluate(text("#summary"))).endsWith(" · no findings"));
});
