// Factory, MIT licence; see LICENSE
//
// The script: the nodes and edges that are shown, with their places.
#if Tool
  extension Page {
    static let scene = #"""
      // What is drawn, on the canvas and on paper: boxes for nodes, and paths for edges.

      const NODE_HEIGHT = 42;
      const CODE_HEIGHT = 28;

      /// Places nodes and edges: what the canvas and the printed page draw.
      class Scene {
        constructor(nodes, edges, measureText) {
          this.nodes = nodes;
          this.edges = edges;
          const index = new Map(nodes.map((node, position) => [node, position]));
          const sizes = nodes.map((node) => ({
            width: Math.min(230, Math.max(96, measureText(node) + (node.isCode ? 28 : 46))),
            height: node.isCode ? CODE_HEIGHT : NODE_HEIGHT,
          }));
          const placed = layOut(sizes, edges.map((edge) => ({
            from: index.get(edge.from), to: index.get(edge.to), isConstruct: edge.kind === "construct",
          })));
          this.width = placed.width;
          this.height = placed.height;
          this.boxes = new Map(nodes.map((node, position) => [node, {
            node, width: placed.widths[position], height: sizes[position].height,
            x: placed.x[position] - placed.widths[position] / 2,
            y: placed.y[position] - sizes[position].height / 2,
          }]));
          this.routes = new Map(edges.map((edge, position) => [edge,
            edge.from === edge.to ? this.#loop(edge.from) : route(placed.routes[position])]));
        }

        #loop(node) {
          const { x, y, width } = this.boxes.get(node);
          const right = x + width;
          return {
            path: `M${right - 26} ${y}C${right - 26} ${y - 22} ${right + 22} ${y - 22} `
              + `${right + 22} ${y + 12}Q${right + 20} ${y + 15} ${right + 6} ${y + 15}`,
            head: { x: right, y: y + 15, direction: -1 },
            box: { x: right - 30, y: y - 24, width: 60, height: 44 },
          };
        }

        nodeAt(x, y) {
          for (const box of this.boxes.values()) {
            if (x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height) {
              return box.node;
            }
          }
          return null;
        }

        /// The rectangle around nodes.
        bounds(nodes) {
          let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
          for (const node of nodes) {
            const box = this.boxes.get(node);
            if (!box) continue;
            left = Math.min(left, box.x);
            top = Math.min(top, box.y);
            right = Math.max(right, box.x + box.width);
            bottom = Math.max(bottom, box.y + box.height);
          }
          return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
        }
      }

      /// A smooth line through points, horizontal at each; the last 6 units are the arrowhead's.
      function route(points) {
        const first = points[0];
        const last = points[points.length - 1];
        const direction = last.x >= points[points.length - 2].x ? 1 : -1;
        let path = `M${round(first.x)} ${round(first.y)}`;
        let [top, bottom] = [first.y, first.y];
        for (let index = 1; index < points.length; index += 1) {
          const from = points[index - 1];
          const { y } = points[index];
          const x = points[index].x - (index === points.length - 1 ? 6 * direction : 0);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
          const middle = round((from.x + x) / 2);
          path += Math.abs(from.y - y) < 0.5 ? `L${round(x)} ${round(y)}`
            : `C${middle} ${round(from.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
        }
        const left = Math.min(first.x, last.x);
        return {
          path, head: { x: last.x, y: last.y, direction },
          box: { x: left, y: top - 4, width: Math.abs(last.x - first.x), height: bottom - top + 8 },
        };
      }

      function round(number) { return Math.round(number * 10) / 10; }

      function overlaps(a, b) {
        return a.x <= b.x + b.width && b.x <= a.x + a.width
          && a.y <= b.y + b.height && b.y <= a.y + a.height;
      }

      /// Second line of a factory's card.
      function subtitle(node) {
        return node.kind === "factory" ? node.type : `${node.kind} · ${node.type}`;
      }
      """#
  }
#endif
