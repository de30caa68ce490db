// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MOST_UNGROUPED, describeGroup, groupCounts, groupsAround, groupsOf, linksOf, shownAround,
} from "../../Sources/FactoryGraph/Page/Web/groups.mjs";
import { many, model } from "./graphs.mjs";

const titles = (group) => group.groups.map(({ title }) => title);
const two = [...many(30, "Core.Main.a"), ...many(30, "Shop.Main.b")];

test("Up to forty factories are drawn without boxes", () => {
  const few = groupsOf(model([...many(20, "Core.Main.a"), ...many(20, "Shop.Main.b")]).nodes);
  assert.equal(few.nodes.length, MOST_UNGROUPED);
  assert.deepEqual(few.groups, []);
});

test("Above forty, each module is a box", () => {
  const root = groupsOf(model(two).nodes);
  assert.deepEqual(titles(root), ["Core", "Shop"]);
  assert.deepEqual(root.groups.map(describeGroup), ["30 factories", "30 factories"]);
});

test("In one module, each container is a box, and code has one of its own", () => {
  const root = groupsOf(model([...many(30, "App.Main.a"), ...many(30, "App.Session.b")],
    ["type:App.Screen resolve App.Main.a0"]).nodes);
  assert.deepEqual(titles(root), ["Main", "Session", "Code that uses factories"]);
  assert.deepEqual(root.groups.map(describeGroup), ["30 factories", "30 factories", "1 user"]);
});

test("In one container, each folder is a box, and in one folder each file", () => {
  const nodes = model(many(60, "App.Main.a")).nodes;
  nodes.forEach((node, index) => { node.path = `App/${index % 2 ? "Cart" : "Login"}/Main.swift`; });
  assert.deepEqual(titles(groupsOf(nodes)), ["Cart", "Login"]);
  nodes.forEach((node, index) => { node.path = `App/${index % 2 ? "Cart" : "Login"}.swift`; });
  assert.deepEqual(titles(groupsOf(nodes)), ["Cart", "Login"]);
});

test("Folders of one name are told apart by the folder that they are in", () => {
  const nodes = model(many(60, "App.Main.a")).nodes;
  nodes.forEach((node, index) => { node.path = `App/${index % 2 ? "Cart" : "Login"}/DI/A.swift`; });
  assert.deepEqual(titles(groupsOf(nodes)), ["Cart/DI", "Login/DI"]);
});

test("Files are told apart by what follows the type, by the type, and by their folder", () => {
  const nodes = model(many(60, "App.Main.a")).nodes;
  const paths = ["A/Container+Cart.swift", "A/Container+Login.swift", "A/Session+Login.swift",
    "B/Container+Login.swift"];
  nodes.forEach((node, index) => { node.path = paths[index % 4]; });
  const root = groupsOf(nodes);
  assert.deepEqual(titles(root), ["A", "B"]);
  assert.deepEqual(titles(root.groups[0]), ["Cart", "Container+Login", "Session+Login"]);
});

test("A level that would make a box of nearly each factory is left out", () => {
  const nodes = model(many(60, "App.Main.a")).nodes;
  nodes.forEach((node, index) => { node.path = `App/File${index}.swift`; });
  assert.deepEqual(titles(groupsOf(nodes)), []);
});

test("A folder with nearly all factories is left out, and its files are boxes", () => {
  const nodes = model(many(60, "App.Main.a")).nodes;
  nodes.forEach((node, index) => {
    node.path = index < 2 ? "Widget/W.swift" : `App/${index % 2 ? "Cart" : "Login"}.swift`;
  });
  assert.deepEqual(titles(groupsOf(nodes)), ["Cart", "Login", "W"]);
});

test("Much code is in a box of its own, next to the factories", () => {
  const code = Array.from({ length: 20 }, (_, index) => `type:App.View${index} resolve a`);
  const root = groupsOf(model(["a", "b"], code).nodes);
  assert.deepEqual(titles(root), ["Code that uses factories"]);
  assert.deepEqual(root.nodes.map(({ name }) => name), ["a", "b"]);
  assert.deepEqual(groupsOf(model(["a"], code.slice(0, 5)).nodes).groups, []);
});

test("A box with more than forty factories has boxes inside", () => {
  const root = groupsOf(model(
    [...many(30, "Core.Main.a"), ...many(30, "Core.Session.b"), ...many(30, "Shop.Main.c")]).nodes);
  assert.deepEqual(root.groups.map(titles), [["Main", "Session"], []]);
  const [node] = root.groups[0].groups[1].nodes;
  assert.deepEqual(groupsAround(root, node).map(({ title }) => title), ["Core", "Session"]);
});

test("The code of a module is in its box", () => {
  const root = groupsOf(model(two, ["type:Shop.Screen resolve Core.Main.a0"]).nodes);
  assert.equal(describeGroup(root.groups[1]), "30 factories, 1 user");
  assert.deepEqual(groupCounts(root.groups[1]), ["30 factories, 1 user", "30 factories", "30"]);
});

test("Every node is in exactly one group", () => {
  const { nodes } = model([...two, ...many(50, "Core.Session.c")],
    ["type:App.Screen resolve Core.Main.a0"]);
  const root = groupsOf(nodes);
  const members = [];
  const collect = (group) => {
    members.push(...group.nodes);
    group.groups.forEach(collect);
  };
  collect(root);
  assert.equal(members.length, nodes.length);
  assert.equal(new Set(members).size, nodes.length);
});

function links(edges, open) {
  const graph = model(two, edges);
  const root = groupsOf(graph.nodes);
  return [...linksOf(root, new Set(open), graph.edges)].flatMap(([parent, list]) =>
    list.map((link) => [parent.title ?? "root", link.from.title ?? link.from.name,
      link.to.title ?? link.to.name, link.edges?.length ?? 0]));
}

test("Edges between closed boxes are a bundle with their number, and those inside are hidden", () => {
  assert.deepEqual(links(["Shop.Main.b0 Core.Main.a0", "Shop.Main.b1 Core.Main.a0",
    "Shop.Main.b0 Shop.Main.b1"], []), [["root", "Shop", "Core", 2]]);
});

test("Edges inside an open box are drawn in it, and its bundles stay", () => {
  assert.deepEqual(links(["Shop.Main.b0 Core.Main.a0", "Shop.Main.b0 Shop.Main.b1"],
    ["/module:Shop"]), [["root", "Shop", "Core", 1], ["Shop", "b0", "b1", 0]]);
});

test("Each edge is in a link, or inside a closed box, whatever is open", () => {
  const graph = model(two, ["Shop.Main.b0 Core.Main.a0", "Core.Main.a1 Shop.Main.b3",
    "Core.Main.a1 Core.Main.a2", "Core.Main.a1 Core.Main.a1"]);
  const root = groupsOf(graph.nodes);
  for (const open of [[], ["/module:Core"], ["/module:Core", "/module:Shop"]]) {
    const all = [...linksOf(root, new Set(open), graph.edges).values()].flat();
    const drawn = new Set(all.flatMap((link) => link.edges ?? [link]));
    for (const edge of graph.edges) {
      const [from, to] = [edge.from, edge.to]
        .map((node) => shownAround(root, new Set(open), node).at(-1));
      assert.equal(drawn.has(edge), !(from === to && from.isGroup), `${open} ${edge.from.id}`);
    }
  }
});

test("A bundle with a circle's edge is part of the circle", () => {
  const graph = model(two, ["Shop.Main.b0 Core.Main.a0", "Core.Main.a0 Shop.Main.b0"]);
  const root = groupsOf(graph.nodes);
  const [bundles] = linksOf(root, new Set(), graph.edges).values();
  assert.deepEqual(bundles.map(({ inCircle }) => inCircle), [true, true]);
  assert.deepEqual(root.groups.map(({ marks }) => marks), [["circle"], ["circle"]]);
});
