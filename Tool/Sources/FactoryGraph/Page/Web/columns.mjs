// Factory, MIT licence; see LICENSE
//
// The columns of the layout: the vertices of nodes and trunks, their order and their
// coordinates.

export const ROW_GAP = 14;
export const PART_GAP = 56;
const TRUNK_GAP = 7;
const SWEEPS = 14;
const GRAVITY = 0.02;

export class Columns {
  constructor(nodes, columnOf, gap) {
    this.nodes = nodes;
    this.gap = gap;
    this.columnOf = Array.from(columnOf);
    this.height = nodes.map((node) => node.height);
    this.before = nodes.map(() => []);
    this.after = nodes.map(() => []);
    this.links = new Set();
    this.trunks = new Map();
  }

  isTrunk(vertex) { return vertex >= this.nodes.length; }

  /// Adds an edge, and the vertices of its trunk. Returns the vertices from its start to its
  /// end.
  connect({ start, end, isReversed }) {
    const key = `${end}${isReversed ? "r" : ""}`;
    let trunk = this.trunks.get(key);
    if (!trunk) this.trunks.set(key, (trunk = new Map()));
    const route = [end];
    for (let column = this.columnOf[end] - 1; column > this.columnOf[start]; column -= 1) {
      let vertex = trunk.get(column);
      if (vertex === undefined) {
        vertex = this.columnOf.push(column) - 1;
        this.height.push(2);
        this.before.push([]);
        this.after.push([]);
        trunk.set(column, vertex);
        this.#link(vertex, route[route.length - 1]);
      }
      route.push(vertex);
    }
    this.#link(start, route[route.length - 1]);
    route.push(start);
    return route.reverse();
  }

  #link(a, b) {
    const key = a * 1e7 + b;
    if (this.links.has(key)) return;
    this.links.add(key);
    this.after[a].push(b);
    this.before[b].push(a);
  }

  /// Sorts each column by the mean position of its neighbours, from the left and from the
  /// right in turn, and takes the order with the fewest crossings.
  reduceCrossings() {
    this.columns = this.#initialOrder();
    this.index = new Float64Array(this.columnOf.length);
    this.columns.forEach((column) => this.#number(column));
    let best = this.columns.map((column) => column.slice());
    let fewest = this.#crossings();
    for (let sweep = 0, stale = 0; sweep < SWEEPS && stale < 4 && fewest > 0; sweep += 1) {
      const forward = sweep % 2 === 0;
      const neighbours = forward ? this.before : this.after;
      const columns = forward ? this.columns : [...this.columns].reverse();
      for (const column of columns) {
        const means = new Map(column.map((vertex) => {
          const list = neighbours[vertex];
          let sum = 0;
          for (const other of list) sum += this.index[other];
          return [vertex, list.length > 0 ? sum / list.length : this.index[vertex]];
        }));
        column.sort((a, b) => means.get(a) - means.get(b) || this.index[a] - this.index[b]);
        this.#number(column);
      }
      const crossings = this.#crossings();
      stale += 1;
      if (crossings < fewest) {
        if (crossings < fewest * 0.98) stale = 0;
        fewest = crossings;
        best = this.columns.map((column) => column.slice());
      }
    }
    this.columns = best;
    this.columns.forEach((column) => this.#number(column));
    this.crossings = fewest;
  }

  /// Numbers the vertices from 0 to 1, so that columns of different sizes can be compared.
  #number(column) {
    column.forEach((vertex, index) => {
      this.index[vertex] = (index + 0.5) / column.length;
    });
  }

  /// Vertices as a depth-first search meets them, so that what belongs together is near.
  #initialOrder() {
    const last = this.columnOf.reduce((most, column) => Math.max(most, column), -1);
    const columns = Array.from({ length: last + 1 }, () => []);
    const seen = new Uint8Array(this.columnOf.length);
    for (let root = 0; root < this.columnOf.length; root += 1) {
      if (this.columnOf[root] < 0 || this.before[root].length > 0) continue;
      const pending = [root];
      while (pending.length > 0) {
        const vertex = pending.pop();
        if (seen[vertex]) continue;
        seen[vertex] = 1;
        columns[this.columnOf[vertex]].push(vertex);
        pending.push(...this.after[vertex]);
      }
    }
    return columns;
  }

  /// The crossings between neighbouring columns, counted with a Fenwick tree.
  #crossings() {
    let crossings = 0;
    for (let column = 0; column + 1 < this.columns.length; column += 1) {
      const right = this.columns[column + 1];
      const rank = new Map(right.map((vertex, index) => [vertex, index]));
      const tree = new Int32Array(right.length + 1);
      let inserted = 0;
      for (const vertex of this.columns[column]) {
        const ends = this.after[vertex].map((other) => rank.get(other));
        for (const end of ends) {
          let notGreater = 0;
          for (let at = end + 1; at > 0; at -= at & -at) notGreater += tree[at];
          crossings += inserted - notGreater;
        }
        for (const end of ends) {
          for (let at = end + 1; at <= right.length; at += at & -at) tree[at] += 1;
          inserted += 1;
        }
      }
    }
    return crossings;
  }

  /// Gives each vertex the vertical position that is nearest to its neighbours, in the order
  /// of its column and with the necessary distances.
  place() {
    this.y = new Float64Array(this.columnOf.length);
    for (const column of this.columns) {
      let y = 0;
      column.forEach((vertex, index) => {
        if (index > 0) y += this.#distance(column[index - 1], vertex);
        this.y[vertex] = y;
      });
      const middle = y / 2;
      for (const vertex of column) this.y[vertex] -= middle;
    }
    for (let sweep = 0; sweep < SWEEPS * 2; sweep += 1) {
      const columns = sweep % 2 === 0 ? this.columns : [...this.columns].reverse();
      const both = sweep >= SWEEPS;
      for (const column of columns) this.#placeColumn(column, sweep % 2 === 0, both);
    }
  }

  #distance(upper, lower) {
    const gap = this.isTrunk(upper) || this.isTrunk(lower) ? TRUNK_GAP : ROW_GAP;
    return (this.height[upper] + this.height[lower]) / 2 + gap;
  }

  /// Least squares with distances: neighbours that are too close are merged into a block,
  /// which moves to the mean of what its members want.
  #placeColumn(column, forward, both) {
    const blocks = [];
    let offset = 0;
    column.forEach((vertex, index) => {
      if (index > 0) offset += this.#distance(column[index - 1], vertex);
      const { sum, weight } = this.#wish(vertex, forward, both);
      let block = { sum: sum - offset * weight, weight, first: index };
      while (blocks.length > 0) {
        const last = blocks[blocks.length - 1];
        if (last.sum / last.weight <= block.sum / block.weight) break;
        blocks.pop();
        block = { sum: last.sum + block.sum, weight: last.weight + block.weight,
          first: last.first };
      }
      blocks.push(block);
    });
    offset = 0;
    let current = -1;
    column.forEach((vertex, index) => {
      if (index > 0) offset += this.#distance(column[index - 1], vertex);
      if (current + 1 < blocks.length && blocks[current + 1].first === index) current += 1;
      this.y[vertex] = blocks[current].sum / blocks[current].weight + offset;
    });
  }

  /// Where a vertex wants to be, times the weight of the wish. Trunks want to be straight.
  #wish(vertex, forward, both) {
    // A slight pull to the middle, without which parts that are connected with nothing else
    // drift.
    let sum = 0;
    let weight = GRAVITY;
    for (const list of both || forward ? [this.before[vertex]] : []) {
      for (const other of list) {
        const pull = this.isTrunk(vertex) && this.isTrunk(other) ? 8 : 1;
        sum += this.y[other] * pull;
        weight += pull;
      }
    }
    for (const list of both || !forward ? [this.after[vertex]] : []) {
      for (const other of list) {
        const pull = this.isTrunk(vertex) ? 8 : 1;
        sum += this.y[other] * pull;
        weight += pull;
      }
    }
    if (weight === GRAVITY) return { sum: this.y[vertex] * 0.1, weight: 0.1 + GRAVITY };
    return { sum, weight };
  }

  /// Where a vertex begins and ends in its column. Cards are as wide as the widest of a column,
  /// frames of open groups as wide as they are, and all in the middle. Trunks cross the column.
  extent(vertex) {
    const column = this.columnOf[vertex];
    const [left, width] = [this.left[column] ?? 0, this.widths[column] ?? 0];
    if (this.isTrunk(vertex)) return { left, width };
    const { isFrame, width: own } = this.nodes[vertex];
    const taken = isFrame ? own : this.cardWidths[column] ?? own;
    return { left: left + (width - taken) / 2, width: taken };
  }

  /// The widths and places of the columns, and the result for the nodes.
  measure() {
    this.widths = this.columns.map((column) => column.reduce((most, vertex) =>
      Math.max(most, this.isTrunk(vertex) ? 0 : this.nodes[vertex].width), 0));
    this.cardWidths = this.columns.map((column) => column.reduce((most, vertex) =>
      (this.isTrunk(vertex) || this.nodes[vertex].isFrame ? most
        : Math.max(most, this.nodes[vertex].width)), 0));
    this.left = [];
    let x = 0;
    this.columns.forEach((column, index) => {
      this.left.push(x);
      const links = column.reduce((sum, vertex) => sum + this.after[vertex].length, 0);
      x += this.widths[index] + this.gap + Math.min(96, links * 0.6);
      if (index === this.columns.length - 1) x = this.left[index] + this.widths[index];
    });
    let top = Infinity;
    let bottom = -Infinity;
    this.columns.flat().forEach((vertex) => {
      top = Math.min(top, this.y[vertex] - this.height[vertex] / 2);
      bottom = Math.max(bottom, this.y[vertex] + this.height[vertex] / 2);
    });
    if (top > bottom) top = bottom = 0;
    this.y.forEach((y, vertex) => { this.y[vertex] = y - top; });
    const boxes = this.nodes.map(({ height }, node) => {
      const { left, width } = this.extent(node);
      return { x: left, y: this.y[node] - height / 2, width, height };
    });
    return { boxes, width: x, height: bottom - top };
  }
}
