// Factory, MIT licence; see LICENSE
//
// The boxes of the first view: modules, and within them containers, folders or files, which open.
import { counted, marksOf, number } from "./model.mjs";

/// Up to this number of factories, each is drawn, without boxes.
export const MOST_UNGROUPED = 40;
/// More code than this is in a box of its own.
const MOST_CODE = 15;
/// A folder with more than this part of all factories says little; its files say more.
const MOST_IN_FOLDER = 0.8;

const LEVELS = [
  { kind: "module", nameOf: (node) => node.module },
  { kind: "container", nameOf: (node) => node.container },
  { kind: "folder", nameOf: (node) => node.path.slice(0, Math.max(0, node.path.lastIndexOf("/"))) },
  { kind: "file", nameOf: (node) => node.path },
];

/// A tree of groups over nodes. A group has groups or nodes, or the factories as nodes and a group
/// for code. The root is not drawn.
export function groupsOf(nodes) {
  const root = newGroup(null, "root", "", nodes);
  root.owners = new Map();
  divide(root, 0);
  register(root, root.owners);
  return root;
}

function newGroup(parent, kind, name, members) {
  const factories = members.filter((node) => !node.isCode);
  return {
    isGroup: true, id: parent ? `${parent.id}/${kind}:${name}` : "", parent, kind, name,
    members, factories: factories.length, code: members.length - factories.length,
    marks: marksOf(members), groups: [], nodes: [],
  };
}

/// Divides a group by the first level that makes few boxes of many factories.
function divide(group, firstLevel) {
  const last = group.factories > MOST_UNGROUPED ? LEVELS.length : 0;
  for (let level = firstLevel; level < last; level += 1) {
    const { kind } = LEVELS[level];
    const parts = partsAt(LEVELS[level], group.members);
    const names = [...parts.keys()].filter((name) => name !== null);
    if (names.length < 2 || names.length > group.factories / 3) continue;
    const largest = Math.max(...names.map((name) => parts.get(name).length));
    if (kind === "folder" && largest > MOST_IN_FOLDER * group.factories) continue;
    group.groups = names.sort().map((name) => newGroup(group, kind, name, parts.get(name)));
    if (parts.has(null)) group.groups.push(newGroup(group, "code", "", parts.get(null)));
    for (const part of group.groups) divide(part, level + 1);
    shortenNames(group.groups);
    return;
  }
  group.nodes = group.members;
  if (group.factories === 0 || group.code <= MOST_CODE) return;
  const code = newGroup(group, "code", "", group.members.filter((node) => node.isCode));
  code.nodes = code.members;
  group.nodes = group.members.filter((node) => !node.isCode);
  group.groups = [code];
  shortenNames(group.groups);
}

/// Nodes by name. Code has a module only; at the other levels, its name is null.
function partsAt({ kind, nameOf }, members) {
  const parts = new Map();
  for (const node of members) {
    const name = node.isCode && kind !== "module" ? null : nameOf(node);
    if (!parts.has(name)) parts.set(name, []);
    parts.get(name).push(node);
  }
  return parts;
}

/// Gives groups their titles: of folders and files, the shortest that no other has.
function shortenNames(groups) {
  const all = groups.map(possibleTitles);
  groups.forEach((group, index) => {
    const isUnique = (title, length) => all.every((others, other) =>
      other === index || others[Math.min(length, others.length - 1)] !== title);
    group.title = all[index].find(isUnique) ?? all[index].at(-1);
  });
}

/// From the shortest to the longest: of `App/DI/Container+Login.swift`, first `Login`.
function possibleTitles({ kind, name }) {
  if (kind === "code") return ["Code that uses factories"];
  if (kind === "module" || kind === "container") return [name || "No name"];
  const components = name.split("/");
  const suffixes = components.map((_, index) => components.slice(-index - 1).join("/"));
  if (kind === "folder") return name ? suffixes : ["No folder"];
  const own = components.at(-1).replace(/\.swift$/, "");
  return [own.split("+").at(-1) || own, own, ...suffixes];
}

function register(group, owners) {
  for (const node of group.nodes) owners.set(node, group);
  for (const part of group.groups) register(part, owners);
}

/// The groups around a node, the outermost first, without the root.
export function groupsAround(root, node) {
  const around = [];
  for (let group = root.owners.get(node); group?.parent; group = group.parent) {
    around.unshift(group);
  }
  return around;
}

/// What is drawn around and for a node: the open groups, and last the node or a closed group.
export function shownAround(root, open, node) {
  const shown = [];
  for (const group of groupsAround(root, node)) {
    shown.push(group);
    if (!open.has(group.id)) return shown;
  }
  shown.push(node);
  return shown;
}

/// What is drawn for edges, by the group in which it is drawn: the edge between two nodes, or a
/// bundle of all edges between two boxes. Edges inside a closed box are not drawn.
export function linksOf(root, open, edges) {
  const links = new Map();
  const bundles = new Map();
  const around = new Map();
  const shown = (node) => {
    if (!around.has(node)) around.set(node, shownAround(root, open, node));
    return around.get(node);
  };
  for (const edge of edges) {
    const [from, to] = [shown(edge.from), shown(edge.to)];
    let level = 0;
    while (level < from.length - 1 && from[level] === to[level]) level += 1;
    const [start, end] = [from[level], to[level]];
    if (start === end && start.isGroup) continue;
    const parent = level === 0 ? root : from[level - 1];
    if (!links.has(parent)) links.set(parent, []);
    if (!start.isGroup && !end.isGroup) {
      links.get(parent).push(edge);
      continue;
    }
    const key = `${start.id}\n${end.id}`;
    let bundle = bundles.get(key);
    if (!bundle) {
      bundle = { isBundle: true, from: start, to: end, edges: [], inCircle: false };
      bundles.set(key, bundle);
      links.get(parent).push(bundle);
    }
    bundle.edges.push(edge);
    bundle.inCircle ||= edge.inCircle;
  }
  return links;
}

/// How much is in a group, from the longest to the shortest text.
export function groupCounts({ factories, code }) {
  return [describeGroup({ factories, code }), describeGroup({ factories, code: 0 }),
    number(factories || code)].filter(Boolean);
}

/// `31 factories, 2 users`.
export function describeGroup({ factories, code }) {
  return [factories > 0 ? counted(factories, "factory", "factories") : "",
    code > 0 ? counted(code, "user") : ""].filter(Boolean).join(", ");
}
