// Factory, MIT licence; see LICENSE
//
// Checks the files of the page: `node lint.mjs`. Beyond their syntax, it checks what the page relies
// on: Tool/Scripts/embed-page joins the modules into one script, in the order of the file `modules`.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../../Sources/FactoryGraph/Page/Web/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");
const order = read("modules").trim().split("\n");
const problems = [];
const report = (file, line, text) => problems.push(`${file}:${line}: ${text}`);

/// A module without comments. Names in its strings may count as uses.
const modules = order.map((name) => {
  const text = read(`${name}.mjs`);
  return { name, file: `${name}.mjs`, text, code: text.replace(/^\s*\/\/.*$/gm, "") };
});

const files = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
for (const file of files) {
  if (!order.includes(file.slice(0, -4))) report(file, 1, "is not in the file `modules`");
  const { status, stderr } = spawnSync(process.execPath,
    ["--check", fileURLToPath(new URL(file, folder))], { encoding: "utf8" });
  if (status !== 0) report(file, 1, stderr.trim());
}

// The form of all files.
for (const file of [...files, "page.css", "page.html"]) {
  const lines = read(file).split("\n");
  if (lines.length > 301) report(file, 301, "is longer than 300 lines");
  lines.forEach((line, index) => {
    if (line.length > 100) report(file, index + 1, "is longer than 100 columns");
    if (/\s$/.test(line)) report(file, index + 1, "ends with a space");
  });
}

// One scope: a name is declared once, and imported from a module that comes earlier.
const declared = new Map();
for (const { name, file, code } of modules) {
  for (const [, exported, declaration] of
    code.matchAll(/^(export )?(?:class|function|const|let) (\w+)/gm)) {
    if (declared.has(declaration)) {
      report(file, 1, `${declaration} is also declared in ${declared.get(declaration).name}.mjs`);
    }
    declared.set(declaration, { name, file, isExported: exported !== undefined, isUsed: false });
  }
}
for (const { name, file, code } of modules) {
  const imported = new Set();
  for (const [statement, names, from] of
    code.matchAll(/^import \{([^}]*)\} from "\.\/([\w-]+)\.mjs";$/gm)) {
    if (order.indexOf(from) >= order.indexOf(name)) report(file, 1, `${from} is not before ${name}`);
    const rest = code.replace(statement, "");
    for (const used of names.split(",").map((part) => part.trim()).filter(Boolean)) {
      const declaration = declared.get(used);
      if (imported.has(used)) report(file, 1, `${used} is imported twice`);
      imported.add(used);
      if (declaration?.name !== from || !declaration.isExported) {
        report(file, 1, `${from} does not export ${used}`);
      } else declaration.isUsed = true;
      if (!new RegExp(`\\b${used}\\b`).test(rest)) report(file, 1, `${used} is not used`);
    }
  }
  // In one scope, a name that is not imported would work in the page and in no test.
  for (const [used, { name: from, isExported }] of declared) {
    if (!isExported || from === name || imported.has(used)) continue;
    // A call that is not that of a method, or the declaration of one; or a constant.
    const isUsed = /^[A-Z_]+$/.test(used) ? new RegExp(`\\b${used}\\b`)
      : new RegExp(`(?<![\\w.#])${used}\\((?![^\\n]*\\) \\{( .* \\})?$)`, "m");
    if (isUsed.test(code)) report(file, 1, `${used} is not imported`);
  }
}
for (const [name, { file, isExported, isUsed }] of declared) {
  const isUnused = isExported && !isUsed && !usedByTests(name);
  if (isUnused) report(file, 1, `nothing imports ${name}`);
}

function usedByTests(name) {
  const tests = new URL("./", import.meta.url);
  return readdirSync(tests).filter((file) => file.endsWith(".test.mjs")).some((file) =>
    new RegExp(`\\b${name}\\b`).test(readFileSync(new URL(file, tests), "utf8")));
}

// Names are text and never markup, and the page requests nothing.
const forbidden = /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|fetch|XMLHttpRequest|WebSocket|import\()/;
for (const { file, code } of modules) {
  const found = forbidden.exec(code);
  if (found) report(file, 1, `uses ${found[1]}`);
}

// Identifiers of elements, and variables of the style sheet, exist.
const page = read("page.html");
const style = read("page.css");
const script = modules.map(({ code }) => code).join("\n");
const identifiers = new Set([...page.matchAll(/\bid="([\w-]+)"/g)].map(([, id]) => id));
for (const [, id] of script.matchAll(/getElementById\("([\w-]+)"\)|\bon\("([\w-]+)", \(/g)) {
  if (id && !identifiers.has(id)) report("page.html", 1, `has no element ${id}`);
}
const variables = new Set([...style.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
for (const [, name] of `${style}\n${script}`.matchAll(/(?:var\(|")(--[a-z-]+)[)"]/g)) {
  if (!variables.has(name) && !script.includes(`${name}: var(`)) {
    report("page.css", 1, `does not declare ${name}`);
  }
}
if (style.split("{").length !== style.split("}").length) report("page.css", 1, "braces differ");

for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `lint: ${files.length} modules, no problems`
  : `lint: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
