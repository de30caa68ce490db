// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import { emphasisOf } from "../../Sources/FactoryGraph/Page/Web/emphasis.mjs";
import {
  Choices, bestMatch, listGroups, matching, wordsOf,
} from "../../Sources/FactoryGraph/Page/Web/finding.mjs";
import { identifier, model } from "./graphs.mjs";

const names = (nodes) => [...nodes].map(({ name }) => name).sort();

test("Everything is shown until a filter hides it", () => {
  const { nodes, edges } = model(["a", "b"], ["a lazy b", "type:App.Screen resolve a"]);
  const choices = new Choices();
  assert.ok(nodes.every((node) => choices.showsNode(node)));
  assert.ok(edges.every((edge) => choices.showsEdge(edge)));
  assert.equal(choices.isActive, false);
});

test("A factory must be permitted by each filter, and code by its own", () => {
  const { nodes } = model(["Core.Main.a", "Core.Other.b", "Shop.Main.c"],
    ["type:Core.Screen resolve Core.Main.a"]);
  const choices = new Choices();
  choices.set("modules", "Shop", false);
  choices.set("containers", "Other", false);
  assert.deepEqual(names(nodes.filter((node) => choices.showsNode(node))), ["Screen", "a"]);
  choices.set("others", "code", false);
  choices.set("containers", "Other", true);
  assert.deepEqual(names(nodes.filter((node) => choices.showsNode(node))), ["a", "b"]);
  assert.deepEqual([choices.isRestricted("modules"), choices.isRestricted("containers")],
    [true, false]);
  choices.clear();
  assert.equal(choices.isActive, false);
});

test("A filter by findings shows factories with an error, a warning or nothing", () => {
  const { nodes } = model(["a", "b", "c"], [], {
    findings: ["error stored-factory a", "warning unused-factory a", "warning unused-factory b"],
  });
  const choices = new Choices();
  choices.set("findings", "none", false);
  assert.deepEqual(names(nodes.filter((node) => choices.showsNode(node))), ["a", "b"]);
  choices.set("findings", "error", false);
  assert.deepEqual(names(nodes.filter((node) => choices.showsNode(node))), ["b"]);
});

test("All words of a search must match, in the name, type, container or module", () => {
  const { nodes } = model(["Core.Main.userStore", "Shop.Main.userCart", "Shop.Other.cart"]);
  assert.deepEqual(names(matching(nodes, wordsOf("  USER shop "))), ["userCart"]);
  assert.deepEqual(names(matching(nodes, wordsOf("cart"))), ["cart", "userCart"]);
  assert.equal(bestMatch(matching(nodes, wordsOf("cart"))).name, "cart");
  assert.equal(bestMatch(matching(nodes, wordsOf("none"))), undefined);
});

test("The list has the factories of each container in each module, and code last", () => {
  const { nodes } = model(["Shop.Main.b", "Shop.Main.a", "Core.Main.c", "Core.Another.d"],
    ["type:App.Zoo resolve Shop.Main.a"]);
  assert.deepEqual(listGroups(nodes).map(({ label, members }) => [label, ...names(members)]), [
    ["Another, Core", "d"], ["Main, Core", "c"], ["Main, Shop", "a", "b"],
    ["Code that uses factories", "Zoo"],
  ]);
});

test("A selection highlights what it needs and what needs it, and on request indirectly", () => {
  const graph = model(["a", "b", "c", "d"], ["a b", "b c", "c d"]);
  const node = graph.byID.get(identifier("b"));
  const follows = () => true;
  const direct = emphasisOf(node, { model: graph, transitive: false, follows });
  assert.deepEqual(names(direct.nodes), ["a", "b", "c"]);
  assert.deepEqual([...direct.edges.values()], ["--blue", "--orange"]);
  const all = emphasisOf(node, { model: graph, transitive: true, follows });
  assert.deepEqual(names(all.nodes), ["a", "b", "c", "d"]);
});
