// Factory, MIT licence; see LICENSE
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf } from "../../Sources/FactoryGraph/Page/Web/groups.mjs";
import { layOut } from "../../Sources/FactoryGraph/Page/Web/parts.mjs";
import { Scene } from "../../Sources/FactoryGraph/Page/Web/scene.mjs";
import { many, model, random } from "./graphs.mjs";

const room = { width: 800, height: 800 };
const isInside = (inner, outer) => inner.x >= outer.x && inner.y >= outer.y
  && inner.x + inner.width <= outer.x + outer.width + 0.01
  && inner.y + inner.height <= outer.y + outer.height + 0.01;
const isApart = (a, b) => a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01
  || a.y + a.height <= b.y + 0.01 || b.y + b.height <= a.y + 0.01;

function graphOf(seed, count, edgeCount, frames = 0) {
  const next = random(seed);
  const nodes = Array.from({ length: count }, (_, index) => (index < frames
    ? { width: 400 + next(600), height: 300 + next(600), isFrame: true }
    : { width: 96 + next(130), height: 42 }));
  const edges = Array.from({ length: edgeCount }, () =>
    ({ from: next(count), to: next(count), isConstruct: next(3) > 0 }));
  return { nodes, edges };
}

for (const [seed, count, edges, frames] of
  [[1, 1, 0, 0], [2, 9, 12, 0], [3, 40, 20, 0], [4, 60, 120, 0], [5, 17, 60, 3], [6, 12, 0, 2],
    [7, 30, 60, 30]]) {
  test(`No boxes overlap, and all are in the drawing: ${count} nodes, ${frames} frames`, () => {
    const graph = graphOf(seed, count, edges, frames);
    const placed = layOut(graph.nodes, graph.edges, room);
    const all = { x: 0, y: 0, width: placed.width, height: placed.height };
    placed.boxes.forEach((box, index) => {
      assert.ok(isInside(box, all), `${index} is outside`);
      assert.ok(box.width >= graph.nodes[index].width - 0.01, `${index} is narrower than its text`);
      for (let other = 0; other < index; other += 1) {
        assert.ok(isApart(box, placed.boxes[other]), `${index} overlaps ${other}`);
      }
    });
  });

  test(`Edges begin and end at their boxes: ${count} nodes, ${frames} frames`, () => {
    const graph = graphOf(seed, count, edges, frames);
    const { boxes, routes } = layOut(graph.nodes, graph.edges, room);
    const isAtBorder = ({ x, y }, box) => isInside({ x, y, width: 0, height: 0 }, {
      x: box.x - 0.01, y: box.y - 0.01, width: box.width + 0.02, height: box.height + 0.02,
    });
    graph.edges.forEach(({ from, to }, index) => {
      if (from === to) return;
      assert.ok(isAtBorder(routes[index][0], boxes[from]), `start of ${index}`);
      assert.ok(isAtBorder(routes[index].at(-1), boxes[to]), `end of ${index}`);
    });
  });
}

test("The same graph is laid out the same", () => {
  const graph = graphOf(8, 40, 80);
  assert.deepEqual(layOut(graph.nodes, graph.edges, room), layOut(graph.nodes, graph.edges, room));
});

test("What needs others is before them, in columns or in rows", () => {
  const nodes = many(3, "").map(() => ({ width: 100, height: 42 }));
  const edges = [{ from: 2, to: 1, isConstruct: true }, { from: 1, to: 0, isConstruct: true }];
  const { boxes, isTurned } = layOut(nodes, edges, room);
  const along = boxes.map(({ x, y }) => (isTurned ? y : x));
  assert.ok(along[2] < along[1] && along[1] < along[0]);
});

function sceneOf(open) {
  const graph = model([...many(30, "Core.Main.a"), ...many(30, "Core.Session.c"),
    ...many(30, "Shop.Main.b")],
  ["Shop.Main.b0 Core.Main.a0", "Shop.Main.b0 Shop.Main.b1", "Core.Main.a1 Core.Session.c1",
    "Core.Main.a1 Core.Main.a1"]);
  const root = groupsOf(graph.nodes);
  const measure = (name, detail) => 7 * Math.max(name.length, detail.length);
  const scene = new Scene({ root, open: new Set(open), edges: graph.edges, room, measure });
  return { graph, root, scene };
}

const CORE = "/module:Core";
const MAIN = `${CORE}/container:Main`;
const SHOP = "/module:Shop";

for (const open of [[], [CORE], [SHOP], [CORE, MAIN], [CORE, MAIN, SHOP]]) {
  test(`What an open box contains is in it, below its title: ${open.length} open`, () => {
    const { root, scene } = sceneOf(open);
    const check = (group, frame) => {
      const items = [...group.groups, ...group.nodes].map((item) => scene.boxes.get(item));
      items.forEach((box, index) => {
        assert.ok(isInside(box, frame), `${box.item.id} is outside`);
        for (const other of items.slice(0, index)) assert.ok(isApart(box, other), box.item.id);
        if (box.isOpen) {
          check(box.item, { ...box, y: box.y + box.title, height: box.height - box.title });
        } else if (box.item.isGroup) {
          assert.ok(box.item.members.every((node) => !scene.boxes.has(node)));
        }
      });
    };
    check(root, { x: 0, y: 0, width: scene.width, height: scene.height });
  });

  test(`Each edge has a line, except inside a closed box: ${open.length} open`, () => {
    const { graph, scene } = sceneOf(open);
    for (const edge of graph.edges) {
      const [from, to] = [scene.shownFor(edge.from), scene.shownFor(edge.to)];
      assert.equal(scene.lineFor(edge) === null, from === to && from.isGroup === true);
    }
  });
}

test("A place in a box is the box, in a frame's title the frame, and below it nothing", () => {
  const { root, scene } = sceneOf([SHOP]);
  const [core, shop] = root.groups;
  const at = ({ x, y }, dx, dy) => scene.itemAt(x + dx, y + dy, 1);
  assert.equal(at(scene.boxes.get(core), 5, 5), core);
  assert.equal(at(scene.boxes.get(shop), 5, 5), shop);
  assert.equal(at(scene.boxes.get(shop), 2, scene.boxes.get(shop).title + 2), null);
  const [node] = shop.nodes;
  assert.equal(at(scene.boxes.get(node), 5, 5), node);
  assert.equal(scene.itemAt(-50, -50, 1), null);
});
