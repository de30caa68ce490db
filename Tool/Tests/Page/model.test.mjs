// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf, places, stronglyConnected } from "../../Sources/FactoryGraph/Page/Web/model.mjs";
import { model, random } from "./graphs.mjs";

const names = (nodes) => [...nodes].map(({ name }) => name).sort();

test("Edges of one kind between the same nodes are one, with all places", () => {
  const { edges } = model(["a", "b"], ["a b", "a b", "a lazy b"]);
  assert.deepEqual(edges.map(({ kind, places }) => [kind, places.length]),
    [["construct", 2], ["lazy", 1]]);
});

test("Edges are counted by their places, as the JSON does", () => {
  const { edges, edgeKinds } = model(["a", "b"], ["a b", "a b", "a lazy b"]);
  assert.equal(places(edges), 3);
  assert.deepEqual([...edgeKinds], [["construct", 2], ["lazy", 1]]);
});

test("Declarations of one identifier are one node, with the other places", () => {
  const { nodes } = model(["a", "a"]);
  assert.deepEqual(nodes.map(({ otherPlaces }) => otherPlaces.map(({ line }) => line)), [[2]]);
});

test("Code that no factory builds is a node with its module", () => {
  const code = model(["a"], ["type:Shop.Screen.Row resolve a"]).byID.get("type:Shop.Screen.Row");
  assert.deepEqual([code.isCode, code.name, code.module], [true, "Screen.Row", "Shop"]);
});

test("Names of JavaScript's own objects are names like others", () => {
  const { nodes, containers } = model(["App.constructor.__proto__", "App.toString.valueOf"]);
  assert.equal(nodes.length, 2);
  assert.equal(containers.get("constructor"), 1);
});

test("What is reachable includes neither the start nor what is in the other direction", () => {
  const graph = model(["a", "b", "c", "d"], ["a b", "b c", "c b", "d b"]);
  const start = graph.byID.get("App.Container.b");
  assert.deepEqual(names(graph.reachable(start, "needs")), ["c"]);
  assert.deepEqual(names(graph.reachable(start, "neededBy")), ["a", "c", "d"]);
});

test("A circle is of constructions only", () => {
  const graph = model(["a", "b", "c", "d"], ["a b", "b a", "c d", "d lazy c"]);
  assert.deepEqual(graph.circles.map(names), [["a", "b"]]);
  assert.deepEqual(graph.edges.map(({ inCircle }) => inCircle), [true, true, false, false]);
});

test("A factory that needs itself is a circle", () => {
  assert.deepEqual(model(["a"], ["a a"]).circles.map(names), [["a"]]);
});

test("A finding is at its nodes, which have the mark of the worst", () => {
  const graph = model(["a", "b", "c"], ["type:App.Screen resolve a"], {
    findings: ["warning unused-factory a", "error promise-unregistered a type:App.Screen",
      "warning container-not-final"],
  });
  const [a, b] = ["a", "b"].map((name) => graph.byID.get(`App.Container.${name}`));
  assert.deepEqual(a.findings.map(({ rule }) => rule), ["unused-factory", "promise-unregistered"]);
  assert.deepEqual([a.marks, b.marks], [["error"], []]);
  assert.deepEqual(graph.byID.get("type:App.Screen").marks, ["error"]);
  assert.deepEqual(graph.findings.map(({ nodes }) => nodes.length), [1, 2, 0]);
  assert.deepEqual([...graph.severities], [["error", 1], ["none", 2]]);
});

test("A circle has its own mark, which stands for the finding about it", () => {
  const { nodes } = model(["a", "b"], ["a b", "b a"], {
    findings: ["error circular-dependency a", "warning unused-factory b"],
  });
  assert.deepEqual(nodes.map(({ marks }) => marks), [["circle"], ["circle", "warning"]]);
});

test("A box has the marks of circles and of the worst finding in it", () => {
  const { nodes } = model(["a", "b", "c"], ["c c"], {
    findings: ["error stored-factory a", "warning unused-factory b"],
  });
  assert.deepEqual(marksOf(nodes), ["circle", "error"]);
  assert.deepEqual(marksOf(nodes.slice(1, 2)), ["warning"]);
});

test("Without a check, there are no findings and no choice between them", () => {
  const graph = model(["a"]);
  assert.equal(graph.findings, null);
  assert.deepEqual([...graph.severities], []);
});

for (const seed of [1, 2, 3, 4, 5]) {
  test(`Two nodes are in one group if, and only if, each reaches the other (seed ${seed})`, () => {
    const next = random(seed);
    const count = 5 + next(20);
    const successors = Array.from({ length: count },
      () => Array.from({ length: next(4) }, () => next(count)));
    const reaches = successors.map((_, start) => {
      const seen = new Set(successors[start]);
      for (const node of seen) for (const other of successors[node]) seen.add(other);
      return seen;
    });
    const { groupOf } = stronglyConnected(successors);
    for (let a = 0; a < count; a += 1) {
      for (let b = 0; b < count; b += 1) {
        const isTogether = a === b || reaches[a].has(b) && reaches[b].has(a);
        assert.equal(groupOf[a] === groupOf[b], isTogether, `${a} and ${b}`);
      }
    }
  });
}

test("A chain of 100,000 nodes does not exhaust the stack", () => {
  const count = 100_000;
  const successors = Array.from({ length: count }, (_, node) => (node + 1 < count ? [node + 1] : []));
  assert.equal(stronglyConnected(successors).groups.length, count);
});
