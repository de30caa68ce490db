// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chainsFromRoots, dependents, shortestPaths,
} from "../../Sources/FactoryGraph/Page/Web/paths.mjs";
import { identifier, model, random } from "./graphs.mjs";

const node = (graph, name) => graph.byID.get(identifier(name));
const written = (chain) => [chain[0].from, ...chain.map(({ to }) => to)]
  .map(({ name }) => name).join(" ");

test("All shortest paths are found, and no longer ones", () => {
  const graph = model(["a", "b", "c", "d", "e"], ["a b", "a c", "b d", "c d", "a e", "e b"]);
  const found = shortestPaths(node(graph, "a"), node(graph, "d"));
  assert.deepEqual([found.length, found.count], [2, 2]);
  assert.deepEqual(found.chains.map(written).sort(), ["a b d", "a c d"]);
  assert.deepEqual([...found.nodes].map(({ name }) => name).sort(), ["a", "b", "c", "d"]);
});

test("There is no path against the direction of edges", () => {
  const graph = model(["a", "b"], ["a b"]);
  assert.equal(shortestPaths(node(graph, "b"), node(graph, "a")), null);
});

test("There is no path from a factory to itself", () => {
  const graph = model(["a", "b"], ["a b", "b a"]);
  assert.equal(shortestPaths(node(graph, "a"), node(graph, "a")), null);
});

test("A path follows only the edges that are shown", () => {
  const graph = model(["a", "b"], ["a lazy b"]);
  const follows = ({ kind }) => kind === "construct";
  assert.equal(shortestPaths(node(graph, "a"), node(graph, "b"), { follows }), null);
});

test("Two kinds of edges between the same nodes are one path, which shows the construction", () => {
  const graph = model(["a", "b"], ["a lazy b", "a b"]);
  const { count, chains } = shortestPaths(node(graph, "a"), node(graph, "b"));
  assert.deepEqual([count, chains.map(([{ kind }]) => kind)], [1, ["construct"]]);
});

test("A million paths are counted, and the first are listed", () => {
  const layers = Array.from({ length: 20 }, (_, layer) => [`l${layer}`, `r${layer}`]);
  const edges = layers.slice(1).flatMap((layer, index) =>
    layer.flatMap((to) => layers[index].map((from) => `${from} ${to}`)));
  const graph = model(["a", "z", ...layers.flat()],
    ["a l0", "a r0", ...edges, "l19 z", "r19 z"]);
  const found = shortestPaths(node(graph, "a"), node(graph, "z"));
  assert.deepEqual([found.count, found.chains.length], [2 ** 20, 10]);
});

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`Shortest paths are those of a search that tries all (seed ${seed})`, () => {
    const next = random(seed);
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    const graph = model(names, Array.from({ length: 16 }, () => `n${next(8)} n${next(8)}`));
    const [from, to] = [node(graph, "n0"), node(graph, "n7")];
    const all = [];
    const search = (path) => {
      const last = path.at(-1);
      if (last === to) return all.push(path);
      for (const { to: other } of last.needs) if (!path.includes(other)) search([...path, other]);
    };
    search([from]);
    const least = Math.min(...all.map(({ length }) => length));
    const expected = all.filter(({ length }) => length === least)
      .map((path) => path.map(({ name }) => name).join(" ")).sort();
    assert.deepEqual(shortestPaths(from, to, { most: 1000 })?.chains.map(written).sort() ?? [],
      expected);
  });
}

test("Who reaches a factory is listed by distance, each once", () => {
  const graph = model(["a", "b", "c", "d"], ["b a", "c a", "d b", "d c", "d a", "a b"]);
  assert.deepEqual(dependents(node(graph, "a")).map((layer) => layer.map(({ name }) => name)),
    [["b", "c", "d"]]);
  assert.deepEqual(dependents(node(graph, "c")).map((layer) => layer.map(({ name }) => name)),
    [["d"]]);
});

test("Indirect users have their depth", () => {
  const graph = model(["a", "b", "c"], ["b a", "c b", "type:App.Screen resolve c"]);
  assert.deepEqual(dependents(node(graph, "a")).map((layer) => layer.map(({ name }) => name)),
    [["b"], ["c"], ["Screen"]]);
});

test("A factory is built by the chains from code and from what nothing needs, shortest first", () => {
  const graph = model(["a", "b", "c", "d"],
    ["b a", "c b", "type:App.Screen resolve c", "d a"]);
  assert.deepEqual(chainsFromRoots(node(graph, "a")).map(written), ["d a", "Screen c b a"]);
});

test("Code that registers a factory does not build it", () => {
  const graph = model(["a"], ["type:App.Setup register a"]);
  assert.deepEqual(chainsFromRoots(node(graph, "a")), []);
});

test("Each root has one chain, its shortest", () => {
  const graph = model(["a", "b", "c", "d"], ["d c", "c b", "b a", "d b"]);
  assert.deepEqual(chainsFromRoots(node(graph, "a")).map(written), ["d b a"]);
});

test("A circle that nothing else needs has no root", () => {
  const graph = model(["a", "b"], ["a b", "b a"]);
  assert.deepEqual(chainsFromRoots(node(graph, "a")), []);
});
