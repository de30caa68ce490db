// Factory, MIT licence; see LICENSE
//
// What is highlighted for a selection.

/// What a node needs and what needs it, and the edges between, with their colours; with what is
/// needed indirectly, or without it.
export function emphasisOf(node, { model, transitive, follows }) {
  const edges = new Map();
  const nodes = new Set([node]);
  for (const [direction, end, color] of [["needs", "to", "--blue"],
    ["neededBy", "from", "--orange"]]) {
    const sources = [node, ...(transitive ? model.reachable(node, direction, follows) : [])];
    for (const edge of sources.flatMap((source) => source[direction]).filter(follows)) {
      nodes.add(edge[end]);
      if (!edges.has(edge)) edges.set(edge, color);
    }
  }
  return { nodes, edges };
}
