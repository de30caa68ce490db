// Factory, MIT licence; see LICENSE
//
// Opens pages of the documentation site in headless Chromium, from a file server, and uses the filter of the sidebar:
// `node check.mjs ADDRESS [SCREENSHOTS]`. Fails if a page does not show its title, logs an error, requests a file that
// does not exist, is wider than the window, or is light where it should be dark.
import { Browser } from "../../Tool/Tests/Browser/browser.mjs";

const [address, screenshots] = process.argv.slice(2);
// A script draws the pages, after they were loaded.
const script = `setInterval(() => {
  if (document.querySelector("main h1, main .title, .tutorials-overview h1")) {
    document.documentElement.dataset.ready = "true";
  }
}, 20)`;
const pages = {
  home: ["/", "Factory"],
  module: ["/documentation/factorykit/", "FactoryKit"],
  article: ["/documentation/factorykit/gettingstarted/", "Getting started"],
  symbol: ["/documentation/factorykit/factory/", "Factory"],
  lifecycle: ["/documentation/factorylifecycle/containerservice/", "ContainerService"],
  graph: ["/documentation/factorygraph/", "FactoryGraph"],
  tutorials: ["/tutorials/testedservice/", "Build a tested service"],
  tutorial: ["/tutorials/reminders/secondmodule/", "Require what another module provides"],
};
const browser = new Browser();
let failures = 0;

function report(name, problems) {
  failures += problems.length > 0 ? 1 : 0;
  console.log(`${problems.length > 0 ? "✗" : "✓"} ${name}`);
  for (const problem of problems) console.log(`    ${problem}`);
}

/// Opens a page, and returns what is wrong with it.
async function look(name, path, title, dark, width) {
  const problems = [];
  try {
    const tab = await browser.open(`${address}${path}`, { width, height: 900, dark, script });
    await tab.waitFor(`document.body.innerText.includes(${JSON.stringify(title)})`);
    const shown = await tab.evaluate("document.documentElement.scrollWidth");
    if (shown > width) problems.push(`the page is ${shown} pixels wide`);
    const brightness = await tab.evaluate(`getComputedStyle(document.body).backgroundColor
      .match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)`);
    // DocC's list of tutorials is dark in both.
    if ((dark || name === "tutorials") !== brightness < 384) problems.push(`the brightness of the background is ${brightness} of 765`);
    if (screenshots) await tab.screenshot(`${screenshots}/${name}-${dark ? "dark" : "light"}-${width}.png`);
    problems.push(...tab.errors);
    await tab.close();
  } catch (error) {
    problems.push(error.message);
  }
  return problems;
}

for (const [name, [path, title]] of Object.entries(pages)) {
  for (const dark of [false, true]) {
    for (const width of [390, 1440]) {
      report(`${name}, ${dark ? "dark" : "light"}, ${width} pixels`, await look(name, path, title, dark, width));
    }
  }
}

// The words with which readers search, and the article that they look for.
const tab = await browser.open(`${address}/documentation/factorykit/`, { script });
await tab.waitFor("document.querySelector('.navigator-filter input')");
/// Whether the sidebar shows an item. DocC moves the elements that it does not use out of the window.
const shown = (title) => `[...document.querySelectorAll(".navigator-card-item")].some((item) =>
  item.getBoundingClientRect().top >= 0 && item.innerText.includes(${JSON.stringify(title)}))`;
const filter = "document.querySelector('.navigator-filter input')";
for (const [word, title] of [
  ["strict", "Strict tests"], ["child", "Child containers"], ["shutdown", "Shutdown"],
  ["timeToLive", "timeToLive"],
]) {
  await tab.clickOn(".navigator-filter input");
  await tab.evaluate(`${filter}.select()`);
  await tab.type(word);
  const found = shown(title);
  const others = shown("Getting started");
  let problem = [];
  await tab.waitFor(`${found} && !${others}`).catch(() => { problem = [`the filter does not find ${title}`]; });
  if (screenshots) await tab.screenshot(`${screenshots}/filter-${word.replace(" ", "-")}.png`);
  report(`filter: ${word}`, problem);
}
// The sidebar of a module lists that module only, so the tutorials have to be on the first page.
const home = await browser.open(`${address}/documentation/`, { script });
const link = "document.querySelector('main a[href*=\"tutorials/testedservice\"]')";
let problem = [];
await home.waitFor(link).catch(() => { problem = ["the first page does not list the tutorials"]; });
report("tutorials on the first page", problem);
await browser.close();
console.log(`check-site: ${failures === 0 ? "all passed" : `${failures} failed`}`);
process.exitCode = failures === 0 ? 0 : 1;
