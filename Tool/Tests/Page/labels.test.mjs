// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Occupied, SMALLEST_TEXT, countPlaces, fitText, lineMiddles, lineSizes, overlaps,
} from "../../Sources/FactoryGraph/Page/Web/labels.mjs";
import { random } from "./graphs.mjs";

const scales = Array.from({ length: 60 }, (_, index) => 0.02 * 1.1 ** index);

test("Text has at every zoom at least the smallest size on the screen", () => {
  assert.ok(SMALLEST_TEXT >= 9);
  for (const scale of scales) {
    for (const size of lineSizes([13, 11], 42, scale)) assert.ok(size * scale >= SMALLEST_TEXT);
  }
});

test("Lines fit into their box, and the last are left out first", () => {
  let last = 0;
  for (const scale of scales) {
    const sizes = lineSizes([13, 11], 42, scale);
    const middles = lineMiddles(sizes, 100, 42);
    sizes.forEach((size, line) => {
      assert.ok(middles[line] - size / 2 >= 100 && middles[line] + size / 2 <= 142);
      if (line > 0) assert.ok(middles[line] - middles[line - 1] >= (size + sizes[line - 1]) / 2);
    });
    assert.ok(sizes.length >= last, "a larger zoom shows no less");
    last = sizes.length;
  }
  assert.equal(last, 2);
  assert.deepEqual(lineSizes([13, 11], 42, 0.02), []);
});

test("A text that fits is whole, and another is shortened or left out", () => {
  const measure = (text) => text.length * 10;
  assert.equal(fitText("session", 70, measure), "session");
  assert.equal(fitText("session", 60, measure), "sessi…");
  assert.equal(fitText("session", 30, measure), "");
  assert.equal(fitText("line\nbreak", 200, measure), "line break");
});

test("No half of a letter of two units remains", () => {
  for (let width = 30; width < 120; width += 10) {
    const fitted = fitText("ab😀😀😀cd", width, (text) => text.length * 10);
    assert.doesNotMatch(fitted, /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  }
});

for (const seed of [1, 2, 3]) {
  test(`Places that were found free overlap nothing (seed ${seed})`, () => {
    const next = random(seed);
    const occupied = new Occupied();
    const taken = [];
    for (let count = 0; count < 300; count += 1) {
      const place = { x: next(900) - 200, y: next(900) - 200, width: next(150), height: next(40) };
      assert.equal(occupied.has(place), taken.some((other) => overlaps(other, place)));
      if (occupied.has(place)) continue;
      occupied.add(place);
      taken.push(place);
    }
    assert.ok(taken.length > 20);
  });
}

test("The numbers of edges are at their lines, over nothing else, the largest first", () => {
  const bundle = (length) => ({ isBundle: true, edges: Array(length).fill(null) });
  const [few, many, one] = [bundle(2), bundle(30), bundle(1)];
  const middles = [{ x: 100, y: 100 }, { x: 105, y: 100 }, { x: 300, y: 100 }];
  const routes = new Map([[few, { middles }], [many, { middles }], [one, { middles }]]);
  const found = countPlaces([few, one, many], routes, 1, new Occupied());
  assert.deepEqual(found.map(({ text, place }) => [text, place.x + place.width / 2]),
    [["30", 100], ["2", 300]]);
  const occupied = new Occupied();
  occupied.add({ x: 0, y: 0, width: 1000, height: 1000 });
  assert.deepEqual(countPlaces([few, many], routes, 1, occupied), []);
});
