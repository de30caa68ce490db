// Factory, MIT licence; see LICENSE
//
// The lines of edges, as paths of SVG, which the canvas knows too.

/// A smooth line through points, in the direction of the layout at each; the last 6 units are
/// the arrowhead's. `middles` are places for a label, the best first.
export function route(points, isTurned) {
  const along = isTurned ? "y" : "x";
  const across = isTurned ? "x" : "y";
  const write = (main, cross) =>
    (isTurned ? `${round(cross)} ${round(main)}` : `${round(main)} ${round(cross)}`);
  const first = points[0];
  const last = points[points.length - 1];
  const direction = last[along] >= points[points.length - 2][along] ? 1 : -1;
  const middles = [];
  let path = `M${write(first[along], first[across])}`;
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    const end = to[along] - (index === points.length - 1 ? 6 * direction : 0);
    const middle = (from[along] + end) / 2;
    const bend = `${write(middle, from[across])} ${write(middle, to[across])} `;
    const isStraight = Math.abs(from[across] - to[across]) < 0.5;
    path += `${isStraight ? "L" : `C${bend}`}${write(end, to[across])}`;
    for (const part of [0.5, 0.35, 0.65, 0.2, 0.8]) {
      // The curve has its controls in the middle: across, it follows 3t² - 2t³.
      const bent = part * part * (3 - 2 * part);
      const main = 3 * part * (1 - part) ** 2 * middle + 3 * part * part * (1 - part) * middle
        + (1 - part) ** 3 * from[along] + part ** 3 * end;
      middles.push({ [along]: main, [across]: from[across] + (to[across] - from[across]) * bent });
    }
  }
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const x = Math.min(...xs) - 4;
  const y = Math.min(...ys) - 4;
  return {
    path, head: arrowhead(last, isTurned ? 0 : direction, isTurned ? direction : 0), middles,
    box: { x, y, width: Math.max(...xs) + 4 - x, height: Math.max(...ys) + 4 - y },
  };
}

/// The line of a node that needs itself, at the corner of its box.
export function loop({ x, y, width }) {
  const right = x + width;
  return {
    path: `M${right - 26} ${y}C${right - 26} ${y - 22} ${right + 22} ${y - 22} `
      + `${right + 22} ${y + 12}Q${right + 20} ${y + 15} ${right + 6} ${y + 15}`,
    head: arrowhead({ x: right, y: y + 15 }, -1, 0), middles: [],
    box: { x: right - 30, y: y - 24, width: 60, height: 44 },
  };
}

/// A line from a box to another that the layout has not connected, over everything. It is moved a
/// little from the middle, so that one in the other direction is next to it.
export function connector(from, to, shift) {
  const gapX = Math.max(to.x - from.x - from.width, from.x - to.x - to.width);
  const gapY = Math.max(to.y - from.y - from.height, from.y - to.y - to.height);
  const isTurned = gapY > gapX;
  const [along, length] = isTurned ? ["y", "height"] : ["x", "width"];
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const [start, end] = [middle(from), middle(to)];
  const isForward = end[along] >= start[along];
  start[along] += (isForward ? 0.5 : -0.5) * from[length];
  end[along] -= (isForward ? 0.5 : -0.5) * to[length];
  for (const point of [start, end]) point[isTurned ? "x" : "y"] += shift;
  return route([start, end], isTurned);
}

function arrowhead({ x, y }, dx, dy) {
  const [baseX, baseY] = [x - 8 * dx, y - 8 * dy];
  return `M${round(x)} ${round(y)}L${round(baseX + 4 * dy)} ${round(baseY + 4 * dx)}`
    + `L${round(baseX - 4 * dy)} ${round(baseY - 4 * dx)}z`;
}

function round(number) { return Math.round(number * 10) / 10; }
