// Factory, MIT licence; see LICENSE
//
// Opens the pages that graph-pages has written in Chromium, uses them, and fails if one does not do
// what it should: `node check.mjs DIRECTORY [--screenshots]`. `.ci/run graph-page` writes the pages to
// .build-tool-tests/pages. With `--screenshots`, pictures are written next to them, to be looked at. Needs
// Node 18 and Chromium, whose name CHROMIUM can give.
import { finish } from "./harness.mjs";

await import("./page-checks.mjs");
await import("./box-checks.mjs");
await import("./answer-checks.mjs");
await import("./finding-checks.mjs");
await import("./window-checks.mjs");
await finish();
