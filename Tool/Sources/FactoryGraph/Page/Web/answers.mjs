// Factory, MIT licence; see LICENSE
//
// The panels that answer a question, with what the drawing shows for it.
import { html } from "./appearance.mjs";
import { counted, number } from "./model.mjs";
import { actionButton } from "./panel-parts.mjs";
import { chainsFromRoots, dependents, shortestPaths } from "./paths.mjs";

const MOST_CHAINS = 20;

/// All shortest paths from a node to another.
export function pathAnswer(from, to, follows) {
  const found = shortestPaths(from, to, { follows });
  const back = found ? null : shortestPaths(to, from, { follows });
  const nodes = found?.nodes ?? new Set([from, to]);
  return {
    nodes, edges: colored(found?.edges ?? []),
    said: found ? `${paths(found)} from ${from.name} to ${to.name}, ${steps(found.length)}.`
      : `No path from ${from.name} to ${to.name}.`,
    panel: (parts, actions) => [
      parts.heading("Path", null, { label: "Close", action: () => actions.closeAnswer() }),
      html("ul", { class: "nodes ends" }, html("li", {}, parts.link(from, "from")),
        html("li", {}, parts.link(to, "to"))),
      html("p", { class: found ? "note" : "note bad" }, found
        ? `${paths(found)}, ${steps(found.length)}` : "No path"),
      html("div", { class: "actions" }, actionButton("Swap", "The path in the other direction",
        () => actions.path(to, from))),
      back ? html("p", { class: "note" }, `${to.name} needs ${from.name}, ${steps(back.length)}.`)
        : null,
      ...(found?.chains ?? []).map((chain, index) => parts.chain(chain, `Path ${index + 1}`)),
      found && found.count > found.chains.length
        ? html("p", { class: "note" }, `And ${number(found.count - found.chains.length)} more.`)
        : null,
      parts.unresolvedNote(),
    ],
  };
}

/// All that needs a node, by distance.
export function reachAnswer(node, follows) {
  const layers = dependents(node, follows);
  const all = new Set([node, ...layers.flat()]);
  const edges = [...all].flatMap((member) => member.neededBy.filter(follows));
  const total = all.size - 1;
  return {
    nodes: all, edges: colored(edges, "--orange"),
    said: `${number(total)} reach ${node.name}.`,
    panel: (parts, actions) => [
      parts.heading("Who reaches it", null,
        { label: "Close", action: () => actions.closeAnswer() }),
      html("ul", { class: "nodes ends" }, html("li", {}, parts.link(node))),
      html("p", { class: "note" }, total === 0 ? "Nothing needs it."
        : `${number(total)} need it, in at most ${steps(layers.length)}.`),
      ...layers.map((layer, index) => html("details", {
        class: "layer", open: index === 0 || total <= 30,
      }, html("summary", {},
        `${index === 0 ? "Directly" : `In ${steps(index + 1)}`} (${layer.length})`),
      parts.links(layer))),
      parts.unresolvedNote(),
    ],
  };
}

/// The chains that build a factory.
export function whyAnswer(node) {
  const chains = chainsFromRoots(node);
  const shown = chains.slice(0, MOST_CHAINS);
  const nodes = new Set([node, ...shown.flat().map((edge) => edge.from)]);
  const direct = node.neededBy.filter((edge) => edge.kind !== "register");
  return {
    nodes, edges: colored(shown.flat()),
    said: `${number(chains.length)} chains build ${node.name}.`,
    panel: (parts, actions) => [
      parts.heading("Why it is built", null,
        { label: "Close", action: () => actions.closeAnswer() }),
      html("ul", { class: "nodes ends" }, html("li", {}, parts.link(node))),
      html("p", { class: "note" }, chains.length > 0
        ? `${chains.length === 1 ? "1 root builds" : `${number(chains.length)} roots build`} it: `
          + "code that resolves factories, or factories that nothing needs. The shortest chains "
          + "are first."
        : direct.length > 0 ? "Only factories of a circle need it: no root builds it."
          : "Nothing needs it. It is built only if code that is not shown resolves it."),
      ...shown.map((chain, index) => parts.chain(chain, `Chain ${index + 1}`)),
      chains.length > shown.length
        ? html("p", { class: "note" }, `And ${number(chains.length - shown.length)} more roots.`)
        : null,
      parts.unresolvedNote(),
    ],
  };
}

function colored(edges, color = "--blue") {
  return new Map([...edges].map((edge) => [edge, color]));
}

function paths({ count }) { return counted(count, count === 1 ? "path" : "shortest path"); }

function steps(length) { return counted(length, "step"); }
