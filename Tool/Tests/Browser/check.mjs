// Factory, MIT licence; see LICENSE
//
// Opens the pages that graph-pages has written in Chromium, uses them, and fails if one does not do
// what it should: `node check.mjs DIRECTORY [--screenshots]`.
import { finish } from "./harness.mjs";

await import("./page-checks.mjs");
await import("./box-checks.mjs");
await import("./answer-checks.mjs");
await import("./finding-checks.mjs");
await import("./window-checks.mjs");
await finish();
