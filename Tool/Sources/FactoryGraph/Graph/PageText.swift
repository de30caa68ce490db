// Factory, MIT licence; see LICENSE
//
// Written by Scripts/embed-page from the files in the folder Page: change those.
// swift-format-ignore-file
enum PageText {
  static func page(title: String, graph: String) -> String {
    #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none';
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:;
      base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="factory graph">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>\#(title)</title>
    <style>
    /* Factory, MIT licence; see LICENSE */
    :root {
      color-scheme: light dark;
      --surface: light-dark(#ffffff, #17191d);
      --canvas: light-dark(#f7f8fa, #0f1114);
      --card: light-dark(#ffffff, #1b1e23);
      --raised: light-dark(#f1f3f6, #22262c);
      --border: light-dark(#dde1e7, #2e333b);
      --text: light-dark(#16191d, #eceef1);
      --muted: light-dark(#59616c, #a0a8b3);
      --line: light-dark(#7b8490, #7d8794);
      --accent: light-dark(#2255cc, #8ab4ff);
      --circle: light-dark(#c4001a, #ff6b78);
      --good: light-dark(#00704f, #4fd1a5);
      /* Okabe and Ito: different for the colour-blind. Each scope has a shape too. */
      --vermilion: light-dark(#d55e00, #f08437);
      --blue: light-dark(#0072b2, #4ba3dc);
      --green: light-dark(#009e73, #2fc79a);
      --purple: light-dark(#b5568b, #dd93bd);
      --orange: light-dark(#c98600, #f0b429);
      --sky: light-dark(#2f93d1, #7cc8f5);
      --yellow: light-dark(#9a8f00, #ece25a);
      --grey: light-dark(#7a828d, #8b94a0);
      --tint: 14%;
      --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
      --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    [data-theme="light"] { color-scheme: light; }
    [data-theme="dark"] { color-scheme: dark; }

    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body {
      margin: 0; height: 100dvh; display: grid; overflow: hidden;
      grid: "header header header" auto "left main right" minmax(0, 1fr)
        / 290px minmax(0, 1fr) 310px;
      background: var(--surface); color: var(--text); font: 14px/1.45 var(--sans);
    }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    h1, h2, h3, p, ul, dl, figure { margin: 0; padding: 0; }
    ul { list-style: none; }
    button {
      font: inherit; color: inherit; background: var(--surface); cursor: pointer;
      border: 1px solid var(--border); border-radius: 7px; padding: 4px 11px; min-height: 30px;
    }
    button:hover { background: var(--raised); }
    button[aria-pressed="true"] {
      border-color: var(--accent); color: var(--accent);
      background: color-mix(in srgb, var(--accent) 12%, var(--surface));
    }
    button svg {
      width: 16px; height: 16px; display: block; fill: none; stroke: currentColor;
      stroke-width: 1.6;
      stroke-linecap: round;
    }
    button .mark { width: 13px; height: 13px; stroke: none; }
    button .code-mark { stroke: var(--muted); }
    button svg .half { fill: currentColor; stroke: none; }
    .hidden-label {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip {
      position: absolute; left: 12px; top: -60px; z-index: 9; padding: 8px 14px;
      border-radius: 8px;
      background: var(--accent); color: var(--surface);
    }
    .skip:focus { top: 9px; }
    .note { color: var(--muted); }
    .note.good { color: var(--good); }
    .note.bad { color: var(--circle); }
    .mark { width: 13px; height: 13px; flex: none; }
    .code-mark { fill: none; stroke: var(--muted); stroke-width: 1.6; stroke-linecap: round; }
    .line-mark { width: 34px; height: 16px; flex: none; stroke: var(--text); fill: none; }
    .line-mark .head { fill: var(--text); stroke: none; }
    .circle-mark { color: var(--circle); font-weight: 700; flex: none; }
    .number { color: var(--muted); font-variant-numeric: tabular-nums; font-size: 12px; }

    header {
      grid-area: header; display: flex; align-items: center; gap: 18px; padding: 9px 16px;
      border-bottom: 1px solid var(--border);
    }
    .title { display: flex; align-items: center; gap: 10px; min-width: 0; }
    .logo {
      width: 24px; height: 24px; flex: none; fill: none; stroke: var(--accent); stroke-width: 1.7;
    }
    h1 { font-size: 16px; font-weight: 650; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis; }
    #summary { color: var(--muted); white-space: nowrap; font-variant-numeric: tabular-nums; }
    .tools { margin-left: auto; display: flex; gap: 8px; flex: none; }
    .tools button { padding: 4px 9px; }
    .zoom { display: flex; }
    .zoom button { border-radius: 0; margin-left: -1px; position: relative; }
    .zoom button:focus-visible { z-index: 1; }
    .zoom button:first-child { border-radius: 7px 0 0 7px; margin-left: 0; }
    .zoom button:last-child { border-radius: 0 7px 7px 0; }
    #reset { border-color: var(--accent); color: var(--accent); }

    aside { min-height: 0; overflow: auto; }
    .left {
      grid-area: left; display: flex; flex-direction: column; overflow: hidden;
      border-right: 1px solid var(--border);
    }
    search { position: relative; margin: 12px 12px 0; }
    search svg {
      position: absolute; left: 10px; top: 9px; width: 16px; height: 16px; fill: none;
      stroke: var(--muted); stroke-width: 1.6; stroke-linecap: round; pointer-events: none;
    }
    search kbd {
      position: absolute; right: 8px; top: 7px; padding: 0 6px; font: 12px/18px var(--mono);
      color: var(--muted); border: 1px solid var(--border); border-radius: 4px;
      pointer-events: none;
    }
    search input:focus ~ kbd, search input:not(:placeholder-shown) ~ kbd { display: none; }
    #search {
      width: 100%; height: 34px; font: inherit; color: inherit; padding: 0 10px 0 34px;
      background: var(--raised); border: 1px solid transparent; border-radius: 8px;
    }
    #search::placeholder { color: var(--muted); opacity: 1; }
    #search:focus { background: var(--surface); border-color: var(--accent); outline-offset: 0; }
    #matches { min-height: 18px; padding: 3px 16px; font-size: 12px; color: var(--muted); }

    .list { flex: 1 1 50%; min-height: 120px; overflow: auto; padding: 0 6px 10px; }
    .list > .note { padding: 8px 10px; }
    [role="treeitem"] { outline: none; }
    [role="tree"] > li { content-visibility: auto; contain-intrinsic-size: auto 320px; }
    .row {
      display: flex; align-items: center; gap: 8px; padding: 3px 10px; border-radius: 6px;
      cursor: pointer; min-height: 26px;
    }
    .row:hover { background: var(--raised); }
    [role="treeitem"]:focus-visible > .row {
      outline: 2px solid var(--accent); outline-offset: -2px;
    }
    [role="tree"] > li > .row {
      position: sticky; top: -2px; padding-top: 5px; z-index: 1; background: var(--surface);
      border-radius: 0;
    }
    [role="group"] > [role="treeitem"] > .row { padding-left: 26px; }
    [aria-expanded="false"] > [role="group"] { display: none; }
    [aria-selected="true"] > .row {
      background: color-mix(in srgb, var(--accent) 16%, var(--surface)); font-weight: 600;
    }
    .twist::before { content: "▾"; color: var(--muted); display: inline-block; width: 10px; }
    [aria-expanded="false"] > .row .twist::before { content: "▸"; }
    .group-name { font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
    .module { color: var(--muted); font-size: 12px; }
    .row .number { margin-left: auto; }
    .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }

    .legend {
      flex: 0 1 auto; min-height: 40px; overflow: auto; border-top: 1px solid var(--border);
    }
    details.legend[open] { flex-basis: 46%; }
    summary { padding: 9px 16px; font-weight: 600; cursor: pointer; }
    .legend > summary { position: sticky; top: 0; background: var(--surface); z-index: 1; }
    .legend > summary:focus-visible { outline-offset: -3px; }
    .filter { padding: 2px 10px 10px; }
    .filter h2 {
      display: flex; justify-content: space-between; min-height: 22px; padding: 0 6px;
      font-size: 11px; font-weight: 600; letter-spacing: .06em; text-transform: uppercase;
      color: var(--muted);
    }
    .filter li { display: flex; align-items: center; border-radius: 6px; position: relative; }
    .filter li:hover { background: var(--raised); }
    .filter label { display: flex; gap: 8px; align-items: center; flex: 1; min-width: 0;
      padding: 2px 6px; cursor: pointer; }
    .filter input { margin: 0; accent-color: var(--accent); flex: none; }
    .filter .number { margin-left: auto; }
    .filter .only, .filter .all {
      min-height: 0; padding: 0 7px; border: 0; background: none; color: var(--accent);
      font-size: 12px; text-transform: none; letter-spacing: 0; line-height: 20px;
    }
    .filter .only { opacity: 0; position: absolute; right: 2px; background: var(--raised); }
    .filter li:hover .only, .only:focus-visible { opacity: 1; }

    main { grid-area: main; position: relative; background: var(--canvas); min-height: 0; }
    canvas {
      position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none;
    }
    canvas:focus-visible { outline-offset: -3px; }
    canvas.over-node { cursor: pointer; }
    canvas.dragging { cursor: grabbing; }
    #empty { position: absolute; inset: 45% 0 auto; text-align: center; }
    #tooltip {
      position: absolute; left: 0; top: 0; max-width: 320px; padding: 7px 11px;
      pointer-events: none;
      display: grid; background: var(--surface); border: 1px solid var(--border);
      border-radius: 8px;
      box-shadow: 0 6px 20px rgb(0 0 0 / .16); font-size: 12px; overflow-wrap: anywhere;
    }
    #tooltip.at-left { left: -260px; width: 260px; }
    #tooltip span { color: var(--muted); }

    .right { grid-area: right; border-left: 1px solid var(--border); padding: 16px; }
    .right h2 { font-size: 17px; overflow-wrap: anywhere; line-height: 1.25; }
    .right h2:focus { outline: none; }
    .right h3 { margin: 20px 0 6px; font-size: 13px; }
    .right h3.needs::before, .right h3.neededBy::before {
      content: ""; display: inline-block; width: 18px; height: 3px; border-radius: 2px;
      margin-right: 8px; vertical-align: 4px; background: var(--blue);
    }
    .right h3.neededBy::before { background: var(--orange); }
    .heading { display: flex; gap: 9px; align-items: start; }
    .heading .mark { width: 17px; height: 17px; margin-top: 3px; }
    .heading .close {
      margin-left: auto; border: 0; padding: 0 8px; font-size: 19px; line-height: 1;
    }
    .type {
      font: 13px/1.4 var(--mono); color: var(--muted); overflow-wrap: anywhere; margin: 2px 0 0;
    }
    .right .note { margin-top: 8px; }
    .text { border: 0; background: none; padding: 0; min-height: 0; text-decoration: underline;
      color: inherit; }
    dl {
      display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 14px; margin-top: 14px;
    }
    dt { color: var(--muted); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .switch { display: flex; align-items: center; gap: 8px; cursor: pointer; }
    .switch input { margin: 0; accent-color: var(--accent); }
    .keys { margin-top: 8px; }
    .keys dt { font: 12px/20px var(--mono); text-align: center; padding: 0 7px; min-width: 28px;
      border: 1px solid var(--border); border-radius: 5px; justify-self: start;
      color: var(--text); }
    .keys dd { color: var(--muted); }
    .actions { display: flex; gap: 8px; margin-top: 16px; }
    .nodes button {
      display: flex; gap: 9px; align-items: center; width: 100%; text-align: left; border: 0;
      padding: 3px 8px; background: none;
    }
    .nodes { margin: 0 -8px; }
    .nodes .module { white-space: nowrap; }
    .nodes button:hover { background: var(--raised); }
    .badge { margin-left: auto; font-size: 12px; color: var(--muted); white-space: nowrap; }
    .right summary { padding: 0; margin-top: 20px; font-size: 13px; }
    .unresolved li { padding: 6px 0; border-bottom: 1px solid var(--border); }
    .unresolved code { display: block; font: 12px var(--mono); color: var(--muted);
      overflow-wrap: anywhere; }
    #printed { display: none; }

    @media (max-width: 1000px) {
      body { height: auto; min-height: 100dvh; overflow: auto;
        grid: "header" auto "main" 62dvh "right" auto "left" auto / minmax(0, 1fr); }
      header { flex-wrap: wrap; gap: 6px 14px; }
      aside { border: 0 !important; border-top: 1px solid var(--border) !important; }
      .list { max-height: 60dvh; }
    }
    @media (prefers-reduced-motion: no-preference) {
      button, .row, .filter li { transition: background-color .12s; }
    }
    @media (prefers-contrast: more) {
      :root { --border: var(--muted); --line: var(--text); --muted: var(--text); }
    }
    @media (forced-colors: active) {
      .mark, .line-mark { forced-color-adjust: none; }
    }
    @media print {
      :root { color-scheme: light !important; }
      @page { size: A4 landscape; margin: 12mm; }
      body { display: block; height: auto; overflow: visible; font-size: 9pt; background: none; }
      header { border: 0; padding: 0 0 4mm; }
      .tools, aside, main, .skip, noscript { display: none !important; }
      #printed { display: block; }
      #printed figure { break-after: page; }
      #printed figure svg { width: 100%; max-height: 165mm; display: block; }
      #printed .legend { display: flex; flex-wrap: wrap; gap: 1mm 6mm; border: 0;
      overflow: visible;
        margin-bottom: 5mm; }
      #printed .legend li { display: flex; gap: 2mm; align-items: center; }
      #printed .edge { fill: none; stroke: var(--line); }
      #printed .edge.head { fill: var(--line); stroke: none; }
      #printed .edge.in-circle { stroke: var(--circle); }
      #printed .edge.head.in-circle { fill: var(--circle); stroke: none; }
      #printed .card { fill: color-mix(in srgb, var(--scope) 10%, white); stroke: var(--scope);
        stroke-width: 1.2; }
      #printed .card.code { fill: white; }
      #printed .card.in-circle { stroke: var(--circle); stroke-width: 2.6; }
      #printed text { font: 11px var(--sans); fill: #59616c; }
      #printed text.name { font: 600 12px var(--sans); fill: #16191d; }
      table { border-collapse: collapse; width: 100%; font-size: 8pt; }
      th, td { text-align: left; vertical-align: top; padding: 1mm 3mm 1mm 0;
      overflow-wrap: anywhere;
        border-bottom: .2mm solid #dde1e7; }
      th { border-color: #16191d; }
      tr { break-inside: avoid; }
      thead { display: table-header-group; }
      td .mark { width: 8pt; height: 8pt; vertical-align: -1pt; }
      * { print-color-adjust: exact; }
    }
    </style>
    </head>
    <body>
    <a class="skip" id="skip" href="#tree">Skip to the list of factories</a>
    <header>
      <div class="title">
        <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 6.5h6M7 6.5c3 0 3 11 6 11M7 17.5h6"/>
          <circle cx="5" cy="6.5" r="3"/><circle cx="5" cy="17.5" r="3"/>
          <rect x="14" y="3.5" width="7" height="6" rx="1.5"/>
          <rect x="14" y="14.5" width="7" height="6" rx="1.5"/>
        </svg>
        <h1>\#(title)</h1>
      </div>
      <p id="summary"></p>
      <div class="tools" role="group" aria-label="Drawing">
        <button type="button" id="reset" hidden>Show everything</button>
        <span class="zoom">
          <button type="button" id="zoom-out" aria-label="Zoom out" title="Zoom out (−)">
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h10"/></svg>
          </button>
          <button type="button" id="fit" title="Show all (F)">Fit</button>
          <button type="button" id="zoom-in" aria-label="Zoom in" title="Zoom in (+)">
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h10M8 3v10"/></svg>
          </button>
        </span>
        <button type="button" id="theme" aria-label="Light or dark" title="Light or dark">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="half"/>
          </svg>
        </button>
      </div>
    </header>
    <aside class="left" aria-label="List and filters">
      <search>
        <label for="search" class="hidden-label">Search factories</label>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/>
        </svg>
        <input type="search" id="search" placeholder="Search name, type, module"
          autocomplete="off" spellcheck="false" aria-describedby="matches">
        <kbd aria-hidden="true">/</kbd>
      </search>
      <p id="matches"></p>
      <nav class="list" aria-label="Factories">
        <ul id="tree" role="tree" aria-label="Factories by container"></ul>
        <p id="no-matches" class="note" hidden>Nothing matches.</p>
      </nav>
      <details class="legend" open>
        <summary>Legend and filters</summary>
        <div id="filters"></div>
      </details>
    </aside>
    <main>
      <canvas id="canvas" tabindex="0" role="application" aria-label="Drawing of the graph"
        aria-describedby="drawing-help"></canvas>
      <p id="drawing-help" class="hidden-label">Arrow keys move the drawing, plus and minus
        zoom, 0 shows all. The list of factories has the same content.</p>
      <p id="empty" class="note" hidden>The filters hide all factories.</p>
      <div id="tooltip" aria-hidden="true" hidden></div>
    </main>
    <aside class="right" id="details" aria-label="Details"></aside>
    <div id="printed" aria-hidden="true"></div>
    <p id="status" class="hidden-label" role="status"></p>
    <noscript><p class="note">The drawing needs JavaScript. The data is in the source of this
      page, as JSON.</p></noscript>
    <script type="application/json" id="graph">\#(graph)</script>
    <script type="module">

    // The graph: factories, and the code that uses them, as nodes with their edges in both
    // directions.

    const EDGE_KINDS = ["construct", "lazy", "weak", "dynamic", "resolve", "register"];
    const KNOWN_SCOPES = ["singleton", "cached", "shared", "graph"];
    const UNSCOPED = "unscoped";
    const CODE = "code";

    class Model {
      nodes = [];
      edges = [];
      byID = new Map();

      constructor(data) {
        for (const factory of data.factories) {
          const known = this.byID.get(factory.id);
          if (known) {
            known.otherPlaces.push(`${factory.path}:${factory.line}`);
            continue;
          }
          const module = factory.id.slice(0, Math.max(0, factory.id.indexOf(".")));
          this.#add({
            ...factory, module, isCode: false, scope: factory.scope ?? UNSCOPED, otherPlaces: [],
          });
        }
        const merged = new Map();
        for (const { from, to, kind, path, line } of data.edges) {
          const key = JSON.stringify([from, to, kind]);
          const known = merged.get(key);
          if (known) {
            known.places.push({ path, line });
            continue;
          }
          const edge = {
            from: this.#end(from), to: this.#end(to), kind, places: [{ path, line }],
            inCircle: false,
          };
          merged.set(key, edge);
          this.edges.push(edge);
          edge.from.needs.push(edge);
          edge.to.neededBy.push(edge);
        }
        this.factories = this.nodes.filter((node) => !node.isCode);
        this.unresolved = data.unresolved;
        this.circles = this.#findCircles();
        this.modules = count(this.factories, (node) => node.module);
        this.containers = count(this.factories, (node) => node.container);
        const scopes = count(this.factories, (node) => node.scope);
        const custom = [...scopes.keys()]
          .filter((name) => name !== UNSCOPED && !KNOWN_SCOPES.includes(name));
        this.scopes = new Map([...KNOWN_SCOPES, ...custom, UNSCOPED]
          .filter((name) => scopes.has(name)).map((name) => [name, scopes.get(name)]));
        this.edgeKinds = new Map(EDGE_KINDS
          .map((kind) => [kind, this.edges.filter((edge) => edge.kind === kind).length])
          .filter(([, number]) => number > 0));
      }

      /// The nodes that a node needs, or that need it, directly and indirectly; without the node.
      reachable(node, direction, follows = () => true) {
        const reached = new Set([node]);
        for (const next of reached) {
          for (const edge of next[direction]) {
            if (follows(edge)) reached.add(direction === "needs" ? edge.to : edge.from);
          }
        }
        reached.delete(node);
        return reached;
      }

      #add(properties) {
        const node = {
          ...properties, index: this.nodes.length, needs: [], neededBy: [], circle: null,
          text: `${properties.id} ${properties.type ?? ""}`.toLowerCase(),
        };
        this.nodes.push(node);
        this.byID.set(node.id, node);
        return node;
      }

      /// The node of an edge's end: a factory, or `type:Module.Type` for code.
      #end(id) {
        const known = this.byID.get(id);
        if (known) return known;
        const path = id.replace(/^type:/, "");
        const dot = path.indexOf(".");
        return this.#add({
          id, isCode: true, name: path.slice(dot + 1), module: dot > 0 ? path.slice(0, dot) : "",
        });
      }

      /// The factories whose construction needs each other.
      #findCircles() {
        const successors = this.nodes.map((node) => node.needs
          .filter((edge) => edge.kind === "construct").map((edge) => edge.to.index));
        const { groups } = stronglyConnected(successors);
        const circles = groups
          .filter((group) => group.length > 1 || successors[group[0]].includes(group[0]))
          .map((group) => group.map((index) => this.nodes[index])
            .sort((a, b) => (a.id < b.id ? -1 : 1)))
          .sort((a, b) => (a[0].id < b[0].id ? -1 : 1));
        for (const circle of circles) {
          for (const node of circle) node.circle = circle;
        }
        for (const edge of this.edges) {
          edge.inCircle = edge.kind === "construct" && edge.from.circle !== null
            && edge.from.circle === edge.to.circle;
        }
        return circles;
      }
    }

    /// How many elements have each key, sorted by key.
    function count(elements, key) {
      const counts = new Map();
      for (const name of elements.map(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
      return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    }

    /// Tarjan's algorithm, without recursion. The groups are in reverse topological order.
    function stronglyConnected(successors) {
      const order = new Int32Array(successors.length).fill(-1);
      const lowest = new Int32Array(successors.length);
      const groupOf = new Int32Array(successors.length).fill(-1);
      const stack = [];
      const groups = [];
      let visited = 0;
      for (let root = 0; root < successors.length; root += 1) {
        if (order[root] >= 0) continue;
        const path = [{ node: root, next: 0 }];
        while (path.length > 0) {
          const step = path[path.length - 1];
          const { node } = step;
          if (step.next === 0) {
            order[node] = lowest[node] = visited++;
            stack.push(node);
          }
          if (step.next < successors[node].length) {
            const next = successors[node][step.next++];
            if (order[next] < 0) path.push({ node: next, next: 0 });
            else if (groupOf[next] < 0) lowest[node] = Math.min(lowest[node], order[next]);
            continue;
          }
          path.pop();
          const parent = path[path.length - 1]?.node;
          if (parent !== undefined) lowest[parent] = Math.min(lowest[parent], lowest[node]);
          if (lowest[node] !== order[node]) continue;
          const group = stack.splice(stack.lastIndexOf(node));
          for (const member of group) groupOf[member] = groups.length;
          groups.push(group);
        }
      }
      return { groups, groupOf };
    }

    // The columns of the layout: the vertices of nodes and trunks, their order and their
    // coordinates.

    const COLUMN_GAP = 64;
    const ROW_GAP = 14;
    const PART_GAP = 56;
    const TRUNK_GAP = 7;
    const SWEEPS = 14;
    const GRAVITY = 0.02;

    class Columns {
      constructor(nodes, columnOf) {
        this.nodes = nodes;
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
          const columns = forward ? this.columns : this.columns.toReversed();
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
          const columns = sweep % 2 === 0 ? this.columns : this.columns.toReversed();
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

      /// The widths and places of the columns, and the result for the nodes.
      measure() {
        this.widths = this.columns.map((column) => column.reduce((most, vertex) =>
          Math.max(most, this.isTrunk(vertex) ? 0 : this.nodes[vertex].width), 0));
        this.left = [];
        let x = 0;
        this.columns.forEach((column, index) => {
          this.left.push(x);
          const links = column.reduce((sum, vertex) => sum + this.after[vertex].length, 0);
          x += this.widths[index] + COLUMN_GAP + Math.min(96, links * 0.6);
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
        const boxes = this.nodes.map(({ width, height }, node) => {
          const column = this.columnOf[node];
          const y = this.y[node] - height / 2;
          return { x: this.left[column] ?? 0, y, width: this.widths[column] ?? width, height };
        });
        return { boxes, width: x, height: bottom - top };
      }
    }

    // A layered layout after Sugiyama: what needs others comes first, what others need comes
    // last. The columns are drawn from the left to the right, or as rows from the top to the
    // bottom.
    //
    // 1. A linear order of the nodes decides which edges are drawn against their direction.
    // 2. A node's rank is the longest path to it. Ranks with many nodes become several columns.
    // 3. Edges over several columns get a vertex in each. Those to one node share them: a trunk.
    // 4. Sweeps over the columns reduce crossings, and move vertices towards their neighbours.
    //
    // Parts of the graph that no edge connects are laid out alone, and then packed.

    /// Text is wide: above this number of nodes, columns are always better than rows.
    const MOST_IN_ROWS = 600;

    /// Lays out nodes that edges connect.
    function layOutColumns(nodes, edges, density) {
      const position = linearOrder(nodes.length, edges);
      const arcs = edges.map(({ from, to }) => {
        const isReversed = position[from] > position[to];
        return { start: isReversed ? to : from, end: isReversed ? from : to, isReversed };
      });
      const columns = new Columns(nodes, columnOfEach(nodes, arcs, position, density));
      const routes = arcs.map((arc) => (arc.start === arc.end ? [] : columns.connect(arc)));
      columns.reduceCrossings();
      columns.place();
      const placed = columns.measure();
      placed.routes = routes.map((route, index) => pointsAlong(route, arcs[index], columns));
      return placed;
    }

    /// Positions in an order that edges between strongly connected groups follow. Inside a group,
    /// it follows the edges of constructions, as far as these are not circular.
    function linearOrder(nodeCount, edges) {
      const all = Array.from({ length: nodeCount }, () => []);
      const construct = Array.from({ length: nodeCount }, () => []);
      for (const { from, to, isConstruct } of edges) {
        all[from].push(to);
        if (isConstruct) construct[from].push(to);
      }
      const { groups, groupOf } = stronglyConnected(all);
      const finished = new Int32Array(nodeCount).fill(-1);
      const entered = new Uint8Array(nodeCount);
      let time = 0;
      for (let root = 0; root < nodeCount; root += 1) {
        const path = entered[root] ? [] : [{ node: root, next: 0 }];
        entered[root] = 1;
        while (path.length > 0) {
          const step = path[path.length - 1];
          if (step.next === construct[step.node].length) {
            finished[step.node] = time++;
            path.pop();
            continue;
          }
          const next = construct[step.node][step.next++];
          if (entered[next]) continue;
          entered[next] = 1;
          path.push({ node: next, next: 0 });
        }
      }
      const order = Array.from({ length: nodeCount }, (_, node) => node).sort((a, b) =>
        groups.length && groupOf[b] - groupOf[a] || finished[b] - finished[a]);
      const position = new Int32Array(nodeCount);
      order.forEach((node, index) => { position[node] = index; });
      return position;
    }

    /// The column of each node: its rank, or one of the columns that a large rank is divided
    /// into.
    function columnOfEach(nodes, arcs, position, density) {
      const after = nodes.map(() => []);
      const before = nodes.map(() => []);
      for (const { start, end } of arcs) {
        if (start === end) continue;
        after[start].push(end);
        before[end].push(start);
      }
      const order = nodes.map((_, node) => node).sort((a, b) => position[a] - position[b]);
      const rank = new Int32Array(nodes.length);
      for (const node of order) {
        for (const next of after[node]) rank[next] = Math.max(rank[next], rank[node] + 1);
      }
      // Shorten edges: a node that needs more than needs it is better next to what it needs.
      for (const node of order.reverse()) {
        if (after[node].length <= before[node].length) continue;
        rank[node] = Math.min(...after[node].map((next) => rank[next])) - 1;
      }
      const ranks = [];
      for (const node of order.reverse()) (ranks[rank[node]] ??= []).push(node);
      const most = Math.max(12, Math.ceil(Math.sqrt(nodes.length) * density));
      const column = new Int32Array(nodes.length).fill(-1);
      let first = 0;
      for (const members of ranks) {
        if (!members) continue;
        const share = Math.ceil(members.length / Math.ceil(members.length / most));
        // What needs nothing is at the left, where its edges are short and hide nothing.
        members.sort((a, b) => after[a].length - after[b].length || position[a] - position[b]);
        members.forEach((node, index) => { column[node] = first + Math.floor(index / share); });
        first += Math.ceil(members.length / share);
      }
      return column;
    }

    /// The points of an edge in its own direction: at the border of its nodes and, between them,
    /// where it enters and leaves each column.
    function pointsAlong(route, arc, columns) {
      const points = [];
      route.forEach((vertex, index) => {
        const left = columns.left[columns.columnOf[vertex]];
        const right = left + columns.widths[columns.columnOf[vertex]];
        const y = columns.y[vertex];
        if (index > 0) points.push({ x: left, y });
        if (index < route.length - 1) points.push({ x: right, y });
      });
      return arc.isReversed ? points.reverse() : points;
    }

    // The parts of the graph that no edge connects, next to each other.

    /// Lays out nodes, which have a `width` and a `height`, and edges between indices of them, in
    /// the direction in which more of it fits into the window: returns the boxes of the nodes,
    /// the points of each edge, and the size.
    function layOut(nodes, edges, room) {
      const fit = ({ width, height }) => Math.min(room.width / width, room.height / height);
      const columns = layOutParts(nodes, edges, 2, room.width / room.height);
      if (nodes.length > MOST_IN_ROWS) return columns;
      const turned = nodes.map(({ width, height }) => ({ width: height, height: width }));
      const rows = transposed(layOutParts(turned, edges, 0.7, room.height / room.width));
      return fit(rows) > Math.min(1, fit(columns)) ? rows : columns;
    }

    function transposed({ boxes, routes, width, height }) {
      return {
        isTurned: true, width: height, height: width,
        boxes: boxes.map((box) => ({ x: box.y, y: box.x, width: box.height, height: box.width })),
        routes: routes.map((points) => points.map(({ x, y }) => ({ x: y, y: x }))),
      };
    }

    function layOutParts(nodes, edges, density, proportions) {
      const result = { boxes: [], routes: edges.map(() => []), width: 0, height: 0 };
      const index = new Int32Array(nodes.length);
      const parts = connectedParts(nodes.length, edges);
      const connected = parts.filter(({ members }) => members.length > 1);
      const blocks = connected.map(({ members, links }) => {
        members.forEach((node, position) => { index[node] = position; });
        const inside = links.map((link) => (
          { ...edges[link], from: index[edges[link].from], to: index[edges[link].to] }));
        const placed = layOutColumns(members.map((node) => nodes[node]), inside, density);
        return { members, links, ...placed };
      });
      pack(blocks, proportions, result);
      for (const { members, links, boxes, routes, x, y } of blocks) {
        members.forEach((node, position) => {
          const box = boxes[position];
          result.boxes[node] = { ...box, x: box.x + x, y: box.y + y };
        });
        links.forEach((link, position) => {
          result.routes[link] = routes[position]
            .map((point) => ({ x: point.x + x, y: point.y + y }));
        });
      }
      const single = parts.flatMap(({ members }) => (members.length === 1 ? members : []));
      if (single.length > 0) placeUnconnected(nodes, single, result);
      return result;
    }

    /// The nodes and the edges of each part, the largest part first.
    function connectedParts(nodeCount, edges) {
      const parent = Int32Array.from({ length: nodeCount }, (_, node) => node);
      const root = (node) => {
        let top = node;
        while (parent[top] !== top) top = parent[top] = parent[parent[top]];
        return top;
      };
      for (const { from, to } of edges) parent[root(from)] = root(to);
      const parts = new Map();
      for (let node = 0; node < nodeCount; node += 1) {
        if (!parts.has(root(node))) parts.set(root(node), { members: [], links: [] });
        parts.get(root(node)).members.push(node);
      }
      edges.forEach(({ from }, link) => parts.get(root(from)).links.push(link));
      return [...parts.values()].sort((a, b) => b.members.length - a.members.length);
    }

    /// Puts blocks on shelves of about the proportions of the window, the highest first. Lower
    /// blocks are put below others of their shelf, where there is room.
    function pack(blocks, proportions, result) {
      const area = blocks.reduce((sum, { width, height }) =>
        sum + (width + PART_GAP) * (height + PART_GAP), 0);
      const widest = blocks.reduce((most, { width }) => Math.max(most, width), 0);
      const limit = Math.max(widest, Math.sqrt(area * proportions));
      let [x, y, shelf] = [0, 0, 0];
      let stacks = [];
      for (const block of blocks.toSorted((a, b) => b.height - a.height)) {
        const stack = stacks.find(({ width, bottom }) => block.width <= width
          && bottom + PART_GAP + block.height <= y + shelf);
        if (stack) {
          Object.assign(block, { x: stack.x, y: stack.bottom + PART_GAP });
          stack.bottom = block.y + block.height;
          continue;
        }
        if (x > 0 && x + block.width > limit) {
          [x, y, shelf] = [0, y + shelf + PART_GAP, 0];
          stacks = [];
        }
        Object.assign(block, { x, y });
        stacks.push({ x, width: block.width, bottom: y + block.height });
        shelf = Math.max(shelf, block.height);
        result.width = Math.max(result.width, x + block.width);
        result.height = y + shelf;
        x += block.width + PART_GAP;
      }
    }

    /// Nodes without edges: rows below the drawing.
    function placeUnconnected(nodes, single, result) {
      const width = Math.max(...single.map((node) => nodes[node].width));
      const height = Math.max(...single.map((node) => nodes[node].height));
      const fitting = Math.floor((result.width + ROW_GAP) / (width + ROW_GAP));
      const perRow = Math.max(fitting, Math.ceil(Math.sqrt(single.length / 3)), 1);
      const top = result.height > 0 ? result.height + PART_GAP : 0;
      single.forEach((node, index) => {
        result.boxes[node] = {
          x: (index % perRow) * (width + ROW_GAP),
          y: top + Math.floor(index / perRow) * (height + ROW_GAP),
          width, height: nodes[node].height,
        };
      });
      const inRow = Math.min(single.length, perRow);
      result.width = Math.max(result.width, inRow * (width + ROW_GAP) - ROW_GAP);
      result.height = top + Math.ceil(single.length / perRow) * (height + ROW_GAP) - ROW_GAP;
    }

    // Scopes as colours and shapes, and lines for the kinds of edges.

    /// Outlines in a box of 16 × 16.
    const SHAPES = {
      circle: "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
      triangle: "M8 1.5 15 14H1z",
      square: "M2.5 2.5h11v11h-11z",
      diamond: "M8 .5 15.5 8 8 15.5.5 8z",
      star: "M8 .5l2.2 5 5.3.4-4 3.6 1.2 5.5L8 12.1 3.3 15l1.2-5.5-4-3.6 5.3-.4z",
      plus: "M5.8 1.5h4.4v4.3h4.3v4.4h-4.3v4.3H5.8v-4.3H1.5V5.8h4.3z",
      flag: "M8 14.5 1 2h14z",
      hexagon: "M4.5 2h7L15 8l-3.5 6h-7L1 8z",
      ring: "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM8 4.4a3.6 3.6 0 1 1 0 7.2a3.6 3.6 0 1 1 0-7.2z",
    };
    const KNOWN_STYLES = {
      singleton: ["--vermilion", "diamond"],
      cached: ["--blue", "circle"],
      shared: ["--green", "triangle"],
      graph: ["--purple", "square"],
      [UNSCOPED]: ["--grey", "ring"],
    };
    const CUSTOM_COLORS = ["--orange", "--sky", "--yellow"];
    const CUSTOM_SHAPES = ["star", "plus", "flag", "hexagon"];

    /// The pattern of dashes and the width of the lines of each kind.
    const LINES = {
      construct: { dash: [], width: 1.3, meaning: "needed to create it" },
      lazy: { dash: [7, 4], width: 1.3, meaning: "resolved when first used" },
      weak: { dash: [2, 4], width: 1.6, meaning: "held weakly" },
      dynamic: { dash: [9, 3, 2, 3], width: 1.3, meaning: "resolved at each use" },
      resolve: { dash: [], width: 0.8, meaning: "resolved by code" },
      register: { dash: [1.5, 3], width: 1, meaning: "registered by code" },
    };

    function scopeStyles(scopes) {
      const styles = new Map();
      let customs = 0;
      for (const scope of scopes) {
        let style = Object.hasOwn(KNOWN_STYLES, scope) ? KNOWN_STYLES[scope] : undefined;
        if (!style) {
          style = [CUSTOM_COLORS[customs % CUSTOM_COLORS.length],
            CUSTOM_SHAPES[customs % CUSTOM_SHAPES.length]];
          customs += 1;
        }
        styles.set(scope, { color: style[0], shape: style[1] });
      }
      return styles;
    }

    /// The colours of the style sheet as the canvas needs them, which does not know variables.
    function readColors() {
      const probe = document.createElement("span");
      probe.hidden = true;
      document.body.append(probe);
      const colors = new Map();
      const names = ["--canvas", "--text", "--muted", "--line", "--accent", "--circle", "--card",
        ...Object.values(KNOWN_STYLES).map(([color]) => color), ...CUSTOM_COLORS];
      for (const name of names) {
        probe.style.color = `var(${name})`;
        colors.set(name, getComputedStyle(probe).color);
        probe.style.color = `color-mix(in srgb, var(${name}) var(--tint), var(--card))`;
        colors.set(`${name} tint`, getComputedStyle(probe).color);
      }
      probe.remove();
      return colors;
    }

    const SVG = "http://www.w3.org/2000/svg";

    function svg(name, attributes = {}, ...children) {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...children);
      return element;
    }

    /// An element of HTML. Attributes whose value is a function are listeners; text is never
    /// markup.
    function html(name, attributes = {}, ...children) {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(key, value);
        else if (value === true) element.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined) {
          element.setAttribute(key, value);
        }
      }
      element.append(...children.filter((child) => child !== null && child !== undefined));
      return element;
    }

    function scopeMark({ color, shape }) {
      return svg("svg", { class: "mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
        svg("path", { d: SHAPES[shape], "fill-rule": "evenodd", style: `fill: var(${color})` }));
    }

    function codeMark() {
      return svg("svg", { class: "mark code-mark", viewBox: "0 0 16 16", "aria-hidden": "true" },
        svg("path", { d: "M5 3 1 8l4 5M11 3l4 5-4 5" }));
    }

    function lineMark(kind) {
      const { dash, width } = LINES[kind];
      const line = svg("path", { d: "M1 8h25", "stroke-width": width * 1.4 });
      line.setAttribute("stroke-dasharray", dash.join(" "));
      const head = svg("path", { d: "M26 4l7 4-7 4z", class: "head" });
      return svg("svg", { class: "line-mark", viewBox: "0 0 34 16", "aria-hidden": "true" },
        line, head);
    }

    // What is drawn, on the canvas and on paper: boxes for nodes, and paths for edges.

    const NODE_HEIGHT = 42;
    const CODE_HEIGHT = 28;

    /// Places nodes and edges: what the canvas and the printed page draw.
    class Scene {
      constructor(nodes, edges, room, measureText) {
        this.nodes = nodes;
        this.edges = edges;
        const index = new Map(nodes.map((node, position) => [node, position]));
        const sizes = nodes.map((node) => ({
          width: Math.min(230, Math.max(96, measureText(node) + (node.isCode ? 28 : 46))),
          height: node.isCode ? CODE_HEIGHT : NODE_HEIGHT,
        }));
        const placed = layOut(sizes, edges.map((edge) => ({
          from: index.get(edge.from), to: index.get(edge.to),
          isConstruct: edge.kind === "construct",
        })), room);
        this.width = placed.width;
        this.height = placed.height;
        this.boxes = new Map(nodes.map((node, position) =>
          [node, { node, ...placed.boxes[position] }]));
        this.routes = new Map(edges.map((edge, position) => [edge, edge.from === edge.to
          ? this.#loop(edge.from) : route(placed.routes[position], placed.isTurned)]));
      }

      #loop(node) {
        const { x, y, width } = this.boxes.get(node);
        const right = x + width;
        return {
          path: `M${right - 26} ${y}C${right - 26} ${y - 22} ${right + 22} ${y - 22} `
            + `${right + 22} ${y + 12}Q${right + 20} ${y + 15} ${right + 6} ${y + 15}`,
          head: arrowhead({ x: right, y: y + 15 }, -1, 0),
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
        if (left > right) return null;
        return { x: left, y: top, width: right - left, height: bottom - top };
      }
    }

    /// A smooth line through points, in the direction of the layout at each; the last 6 units are
    /// the arrowhead's.
    function route(points, isTurned) {
      const along = isTurned ? "y" : "x";
      const across = isTurned ? "x" : "y";
      const write = (main, cross) =>
        (isTurned ? `${round(cross)} ${round(main)}` : `${round(main)} ${round(cross)}`);
      const first = points[0];
      const last = points[points.length - 1];
      const direction = last[along] >= points[points.length - 2][along] ? 1 : -1;
      let path = `M${write(first[along], first[across])}`;
      for (let index = 1; index < points.length; index += 1) {
        const from = points[index - 1];
        const to = points[index];
        const end = to[along] - (index === points.length - 1 ? 6 * direction : 0);
        const middle = (from[along] + end) / 2;
        const bend = `${write(middle, from[across])} ${write(middle, to[across])} `;
        const isStraight = Math.abs(from[across] - to[across]) < 0.5;
        path += `${isStraight ? "L" : `C${bend}`}${write(end, to[across])}`;
      }
      const xs = points.map(({ x }) => x);
      const ys = points.map(({ y }) => y);
      const x = Math.min(...xs) - 4;
      const y = Math.min(...ys) - 4;
      return {
        path, head: arrowhead(last, isTurned ? 0 : direction, isTurned ? direction : 0),
        box: { x, y, width: Math.max(...xs) + 4 - x, height: Math.max(...ys) + 4 - y },
      };
    }

    function arrowhead({ x, y }, dx, dy) {
      const [baseX, baseY] = [x - 8 * dx, y - 8 * dy];
      return `M${round(x)} ${round(y)}L${round(baseX + 4 * dy)} ${round(baseY + 4 * dx)}`
        + `L${round(baseX - 4 * dy)} ${round(baseY - 4 * dx)}z`;
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

    // The drawing on a canvas: only what the window shows, and without text when that is too
    // small.

    const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
    const NAME_FONT = `600 13px ${FONT}`;
    const DETAIL_FONT = `11px ${FONT}`;
    const READABLE = 0.38;

    class Drawing {
      view = { x: 0, y: 0, scale: 1 };
      scene = null;
      emphasis = null;
      selected = null;
      hovered = null;
      found = new Set();
      #frame = 0;
      #texts = new Map();

      constructor(canvas, styles) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.styles = styles;
        this.shapes = Object.fromEntries(
          Object.entries(SHAPES).map(([name, path]) => [name, new Path2D(path)]));
        this.colors = readColors();
        new ResizeObserver(() => this.#resize()).observe(canvas);
        this.#resize();
      }

      /// The size of the window.
      get room() {
        return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
      }

      measure(node) {
        this.context.font = NAME_FONT;
        const name = this.context.measureText(node.name).width;
        if (node.isCode) return name;
        this.context.font = DETAIL_FONT;
        return Math.max(name, this.context.measureText(subtitle(node)).width);
      }

      show(scene) {
        this.scene = scene;
        this.paths = new Map();
        this.combined = null;
        this.redraw();
      }

      redraw() {
        if (this.#frame === 0) {
          this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            this.#draw();
          });
        }
      }

      #resize() {
        const { clientWidth, clientHeight } = this.canvas;
        const ratio = window.devicePixelRatio;
        this.canvas.width = Math.round(clientWidth * ratio);
        this.canvas.height = Math.round(clientHeight * ratio);
        this.#draw();
      }

      #draw() {
        const { context, scene, view } = this;
        const ratio = window.devicePixelRatio;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        if (!scene) return;
        context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x,
          ratio * view.y);
        const shown = {
          x: -view.x / view.scale, y: -view.y / view.scale,
          width: this.room.width / view.scale, height: this.room.height / view.scale,
        };
        this.#drawEdges(shown);
        for (const [node, box] of scene.boxes) {
          if (overlaps(box, shown)) this.#drawNode(node, box);
        }
      }

      #drawEdges(shown) {
        const { context, scene, emphasis } = this;
        const visible = scene.edges.filter((edge) => overlaps(scene.routes.get(edge).box, shown));
        if (emphasis) {
          context.globalAlpha = 0.14;
          this.#drawDimmed(visible.filter((edge) => !emphasis.edges.has(edge)));
          const strong = visible.filter((edge) => emphasis.edges.has(edge));
          const isCrowded = strong.length > 250;
          context.globalAlpha = isCrowded ? 0.5 : 1;
          for (const edge of strong) {
            const color = edge.inCircle ? "--circle" : emphasis.edges.get(edge);
            this.#drawEdge(edge, color, isCrowded ? 1 : 1.7);
          }
        } else {
          context.globalAlpha = 1 - 0.65 * Math.min(1, visible.length / 2000);
          const showsAll = visible.length === scene.edges.length && visible.length > 400;
          if (showsAll) this.#drawAll();
          for (const edge of showsAll ? [] : visible) {
            this.#drawEdge(edge, edge.inCircle ? "--circle" : "--line");
          }
        }
        context.globalAlpha = 1;
      }

      /// Edges in one stroke, so that those that share a trunk do not add up.
      #drawDimmed(edges) {
        const { context } = this;
        const lines = new Path2D();
        for (const edge of edges) lines.addPath(this.#path(edge));
        context.strokeStyle = this.colors.get("--line");
        context.lineWidth = Math.max(1.2, 0.5 / this.view.scale);
        context.stroke(lines);
      }

      /// All edges with few calls, if the window shows all.
      #drawAll() {
        const { context, scene } = this;
        if (!this.combined) {
          this.combined = new Map();
          for (const edge of scene.edges) {
            const key = edge.inCircle ? "circle" : edge.kind;
            if (!this.combined.has(key)) this.combined.set(key, new Path2D());
            this.combined.get(key).addPath(this.#path(edge));
          }
        }
        for (const [key, path] of this.combined) {
          context.strokeStyle = this.colors.get(key === "circle" ? "--circle" : "--line");
          const { dash, width } = LINES[key === "circle" ? "construct" : key];
          const least = (key === "circle" ? 1.2 : 0.4) / this.view.scale;
          context.lineWidth = Math.max(key === "circle" ? 2.2 : width, least);
          context.setLineDash(this.view.scale < READABLE ? [] : dash);
          context.stroke(path);
        }
        context.setLineDash([]);
      }

      #path(edge, part = "path") {
        let paths = this.paths.get(edge);
        if (!paths) this.paths.set(edge, (paths = {}));
        return (paths[part] ??= new Path2D(this.scene.routes.get(edge)[part]));
      }

      #drawEdge(edge, color, widen = 1) {
        const { context } = this;
        const { dash, width } = LINES[edge.kind];
        // Lines stay visible when the drawing is small.
        const least = this.emphasis ? 0.7 * widen / this.view.scale : 0;
        context.strokeStyle = context.fillStyle = this.colors.get(color);
        context.lineWidth = Math.max((edge.inCircle ? 2.2 : width) * widen, least);
        context.setLineDash(dash);
        context.stroke(this.#path(edge));
        context.setLineDash([]);
        context.fill(this.#path(edge, "head"));
      }

      #drawNode(node, box) {
        const { context, emphasis, view, colors } = this;
        const isSelected = node === this.selected;
        const style = node.isCode ? { color: "--grey" } : this.styles.get(node.scope);
        const isReadable = view.scale >= READABLE;
        context.globalAlpha = emphasis && !emphasis.nodes.has(node) ? 0.22 : 1;
        context.beginPath();
        context.roundRect(box.x, box.y, box.width, box.height, node.isCode ? CODE_HEIGHT / 2 : 7);
        context.fillStyle = colors.get(node.isCode ? "--canvas"
          : isReadable ? `${style.color} tint` : style.color);
        context.fill();
        context.strokeStyle = colors.get(node.circle ? "--circle" : style.color);
        context.lineWidth = node.circle ? 2.6 : node.isCode ? 1 : 1.2;
        if (!isReadable && node.circle) context.lineWidth = 3 / view.scale;
        context.setLineDash(node.kind === "promise" ? [5, 3] : []);
        context.stroke();
        context.setLineDash([]);
        if (isSelected || node === this.hovered || this.found.has(node)) {
          const distance = isReadable ? 3.5 : 2 / view.scale;
          context.beginPath();
          context.roundRect(box.x - distance, box.y - distance, box.width + 2 * distance,
            box.height + 2 * distance, (node.isCode ? CODE_HEIGHT / 2 : 7) + distance);
          context.strokeStyle = colors.get("--accent");
          context.lineWidth = Math.max(isSelected ? 3 : 1.6, (isSelected ? 3 : 1.8) / view.scale);
          if (this.found.has(node) && !isSelected) context.setLineDash([4, 3]);
          context.stroke();
          context.setLineDash([]);
        }
        if (isReadable) this.#drawTexts(node, box, style);
        context.globalAlpha = 1;
      }

      #drawTexts(node, box, { color, shape }) {
        const { context, colors } = this;
        const inset = node.isCode ? 14 : 34;
        const room = box.width - inset - (node.isCode ? 14 : 10);
        context.fillStyle = colors.get("--text");
        context.textBaseline = "middle";
        context.font = NAME_FONT;
        if (node.isCode) {
          context.fillText(this.#fit(node.name, room), box.x + inset, box.y + 14.5);
          return;
        }
        context.fillText(this.#fit(node.name, room), box.x + inset, box.y + 15);
        context.font = DETAIL_FONT;
        context.fillStyle = colors.get("--muted");
        context.fillText(this.#fit(subtitle(node), room), box.x + inset, box.y + 30);
        context.save();
        context.translate(box.x + 11, box.y + 13);
        context.fillStyle = colors.get(color);
        context.fill(this.shapes[shape], "evenodd");
        context.restore();
        if (!node.circle) return;
        context.fillStyle = colors.get("--circle");
        context.beginPath();
        context.arc(box.x + box.width - 3, box.y + 3, 8, 0, 2 * Math.PI);
        context.fill();
        context.fillStyle = colors.get("--card");
        context.font = `700 12px ${FONT}`;
        context.textAlign = "center";
        context.fillText("↻", box.x + box.width - 3, box.y + 3.5);
        context.textAlign = "start";
      }

      /// The text, shortened to the width. The context's font is part of the key.
      #fit(text, width) {
        const key = `${this.context.font}|${Math.round(width)}|${text}`;
        let fitted = this.#texts.get(key);
        if (fitted !== undefined) return fitted;
        fitted = text.replaceAll(/\s+/g, " ");
        if (this.context.measureText(fitted).width > width) {
          let [fits, tooLong] = [0, fitted.length];
          while (tooLong - fits > 1) {
            const middle = (fits + tooLong) >> 1;
            const shortened = `${fitted.slice(0, middle)}…`;
            if (this.context.measureText(shortened).width <= width) fits = middle;
            else tooLong = middle;
          }
          fitted = `${fitted.slice(0, fits)}…`;
        }
        this.#texts.set(key, fitted);
        return fitted;
      }
    }

    // Zoom and pan, by pointer, touch and keyboard.

    class Camera {
      #animation = 0;
      #pointers = new Map();
      #moved = 0;

      constructor(drawing, { click, hover, open }) {
        this.drawing = drawing;
        const { canvas } = drawing;
        canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        canvas.addEventListener("pointerdown", (event) => {
          canvas.setPointerCapture(event.pointerId);
          this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
          if (this.#pointers.size === 1) this.#moved = 0;
          cancelAnimationFrame(this.#animation);
        });
        canvas.addEventListener("pointermove", (event) => {
          if (this.#pointers.has(event.pointerId)) this.#drag(event);
          else hover(this.#nodeAt(event), event);
        });
        canvas.addEventListener("pointerup", (event) => {
          const wasDown = this.#pointers.delete(event.pointerId);
          if (wasDown && this.#moved < 5) click(this.#nodeAt(event));
          canvas.classList.remove("dragging");
        });
        canvas.addEventListener("pointercancel", ({ pointerId }) => {
          this.#pointers.delete(pointerId);
        });
        canvas.addEventListener("pointerleave", (event) => hover(null, event));
        canvas.addEventListener("dblclick", (event) => {
          const node = this.#nodeAt(event);
          if (node) open(node);
          else this.zoom(1.6, event.offsetX, event.offsetY);
        });
        canvas.addEventListener("keydown", (event) => this.#key(event));
      }

      /// Shows the whole drawing.
      fit(animated = true) {
        const { scene } = this.drawing;
        if (!scene) return;
        const { width, height } = scene;
        this.#showRectangle({ x: 0, y: 0, width, height }, 1.25, animated);
      }

      /// Shows nodes at a readable size, if they fit.
      focus(nodes) {
        const bounds = this.drawing.scene?.bounds(nodes);
        if (bounds) this.#showRectangle(bounds, 1.1, true);
      }

      /// Moves the drawing if a node is outside the window or too small to read.
      reveal(node) {
        const box = this.drawing.scene?.boxes.get(node);
        if (!box) return;
        const { view, canvas } = this.drawing;
        const left = view.x + box.x * view.scale;
        const top = view.y + box.y * view.scale;
        const isInside = left > 20 && top > 20
          && left + box.width * view.scale < canvas.clientWidth - 20
          && top + box.height * view.scale < canvas.clientHeight - 20;
        if (isInside && view.scale >= READABLE) return;
        const scale = Math.max(view.scale, 0.8);
        this.#moveTo({
          scale, x: canvas.clientWidth / 2 - (box.x + box.width / 2) * scale,
          y: canvas.clientHeight / 2 - (box.y + box.height / 2) * scale,
        }, true);
      }

      zoom(factor, x = this.drawing.room.width / 2, y = this.drawing.room.height / 2) {
        const { view } = this.drawing;
        const scale = Math.min(4, Math.max(0.02, view.scale * factor));
        const change = scale / view.scale;
        this.#set({ scale, x: x - (x - view.x) * change, y: y - (y - view.y) * change });
      }

      #set(view) {
        this.drawing.view = view;
        this.drawing.redraw();
      }

      #showRectangle({ x, y, width, height }, most, animated) {
        const { room } = this.drawing;
        const margin = Math.min(48, room.width / 10);
        const fitting = Math.min((room.width - 2 * margin) / Math.max(width, 1),
          (room.height - 2 * margin) / Math.max(height, 1));
        const scale = Math.max(0.02, Math.min(most, fitting));
        this.#moveTo({
          scale, x: room.width / 2 - (x + width / 2) * scale,
          y: room.height / 2 - (y + height / 2) * scale,
        }, animated);
      }

      #moveTo(target, animated) {
        cancelAnimationFrame(this.#animation);
        if (!animated || matchMedia("(prefers-reduced-motion: reduce)").matches) {
          this.#set(target);
          return;
        }
        const start = { ...this.drawing.view };
        const began = performance.now();
        const step = (now) => {
          const time = Math.min(1, Math.max(0, now - began) / 260);
          const eased = 1 - (1 - time) ** 3;
          this.#set(Object.fromEntries(["x", "y", "scale"]
            .map((key) => [key, start[key] + (target[key] - start[key]) * eased])));
          if (time < 1) this.#animation = requestAnimationFrame(step);
        };
        this.#animation = requestAnimationFrame(step);
      }

      #nodeAt({ offsetX, offsetY }) {
        const { view, scene } = this.drawing;
        const x = (offsetX - view.x) / view.scale;
        const y = (offsetY - view.y) / view.scale;
        return scene?.nodeAt(x, y) ?? null;
      }

      #wheel(event) {
        event.preventDefault();
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        if (event.shiftKey) {
          this.#pan(-(event.deltaX || event.deltaY) * unit, 0);
          return;
        }
        const speed = event.ctrlKey ? 0.01 : 0.0015;
        this.zoom(Math.exp(-event.deltaY * unit * speed), event.offsetX, event.offsetY);
      }

      #pan(x, y) {
        const { view } = this.drawing;
        this.#set({ ...view, x: view.x + x, y: view.y + y });
      }

      #drag(event) {
        const before = this.#pointers.get(event.pointerId);
        const now = { x: event.offsetX, y: event.offsetY };
        const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
        this.#pointers.set(event.pointerId, now);
        this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
        if (others.length > 0) {
          const other = others[0][1];
          const distance = Math.hypot(before.x - other.x, before.y - other.y);
          const change = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(distance, 1);
          this.zoom(change, (now.x + other.x) / 2, (now.y + other.y) / 2);
        } else if (this.#moved >= 5) {
          this.drawing.canvas.classList.add("dragging");
          this.#pan(now.x - before.x, now.y - before.y);
        }
      }

      #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const actions = {
          ArrowLeft: () => this.#pan(60, 0), ArrowRight: () => this.#pan(-60, 0),
          ArrowUp: () => this.#pan(0, 60), ArrowDown: () => this.#pan(0, -60),
          "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8),
          0: () => this.fit(),
        };
        if (!Object.hasOwn(actions, event.key)) return;
        event.preventDefault();
        actions[event.key]();
      }
    }

    // What the pointer is over: the names that do not fit into the drawing.

    class Tooltip {
      #node = null;

      constructor(element) { this.element = element; }

      show(node, { offsetX, offsetY }, width) {
        this.element.hidden = node === null;
        if (node && node !== this.#node) {
          this.element.replaceChildren(html("strong", {}, node.name),
            html("span", {}, node.isCode ? node.module : `${node.type} · ${node.scope}`),
            html("span", {}, node.isCode ? "" : `${node.container} · ${node.module}`));
        }
        this.#node = node;
        const isRight = offsetX > width - 260;
        this.element.style.translate = `${offsetX + (isRight ? -14 : 14)}px ${offsetY + 14}px`;
        this.element.classList.toggle("at-left", isRight);
      }
    }

    // The list of factories, as a tree of containers: the same content as the drawing, for the
    // keyboard and for screen readers.

    class Tree {
      #items = new Map();
      #groups = [];
      #current = null;

      constructor(element, model, styles, choose) {
        this.element = element;
        this.choose = choose;
        const groups = new Map();
        for (const node of model.nodes) {
          const title = node.isCode ? CODE : `${node.container}\n${node.module}`;
          if (!groups.has(title)) groups.set(title, []);
          groups.get(title).push(node);
        }
        const titles = [...groups.keys()].sort((a, b) =>
          (a === CODE) - (b === CODE) || (a < b ? -1 : 1));
        const hasModules = model.modules.size > 1;
        for (const title of titles) {
          const [name, module] = title === CODE ? ["Code that uses factories", ""]
            : title.split("\n");
          const list = html("ul", { role: "group" });
          const number = html("span", { class: "number" });
          const item = html("li", {
            role: "treeitem", "aria-expanded": "true", "aria-level": 1, tabindex: -1,
          }, html("div", { class: "row" },
            html("span", { class: "twist", "aria-hidden": "true" }),
            html("span", { class: "group-name" }, name),
            hasModules && module ? html("span", { class: "module" }, module) : "", number), list);
          const members = groups.get(title).sort((a, b) => (a.name < b.name ? -1 : 1));
          list.append(...members.map((node) => this.#item(node, styles)));
          const label = module ? `${name}, ${module}` : name;
          this.#groups.push({ item, number, members, label });
        }
        element.append(...this.#groups.map(({ item }) => item));
        element.addEventListener("click", (event) => this.#click(event));
        element.addEventListener("keydown", (event) => this.#key(event));
        element.addEventListener("focusin", (event) => {
          const item = event.target.closest("[role=treeitem]");
          if (item) this.#makeCurrent(item);
        });
      }

      #item(node, styles) {
        const description = [node.isCode ? "code" : node.scope,
          node.kind && node.kind !== "factory" ? node.kind : null,
          node.circle ? "in a circle" : null].filter(Boolean).join(", ");
        const item = html("li", {
          role: "treeitem", "aria-level": 2, "aria-selected": "false", tabindex: -1,
          title: node.id, "aria-label": `${node.name}, ${description}`,
        }, html("div", { class: "row" },
          node.isCode ? codeMark() : scopeMark(styles.get(node.scope)),
          html("span", { class: "name" }, node.name),
          node.circle
            ? html("span", { class: "circle-mark", "aria-hidden": "true" }, "↻") : null));
        item.node = node;
        this.#items.set(node, item);
        return item;
      }

      /// Shows the items of these nodes.
      show(nodes) {
        for (const { item, number, members, label } of this.#groups) {
          let shown = 0;
          for (const node of members) {
            const isShown = nodes.has(node);
            this.#items.get(node).hidden = !isShown;
            if (isShown) shown += 1;
          }
          item.hidden = shown === 0;
          number.textContent = shown;
          // Otherwise the name would be the text of all items in the group.
          item.ariaLabel = `${label}, ${shown}`;
        }
        const isCurrentVisible = this.#current && this.#isVisible(this.#current);
        if (!isCurrentVisible) this.#makeCurrent(this.#visible()[0] ?? null);
      }

      select(node) {
        for (const item of this.element.querySelectorAll("[aria-selected=true]")) {
          item.setAttribute("aria-selected", "false");
        }
        const item = node && this.#items.get(node);
        if (!item) return;
        item.setAttribute("aria-selected", "true");
        item.closest("[aria-expanded]").setAttribute("aria-expanded", "true");
        this.#makeCurrent(item);
        item.firstChild.scrollIntoView({ block: "nearest" });
      }

      focus() { this.#current?.focus(); }

      #makeCurrent(item) {
        if (this.#current) this.#current.tabIndex = -1;
        this.#current = item;
        if (item) item.tabIndex = 0;
      }

      #isVisible(item) {
        const group = item.parentElement.closest("[aria-expanded]");
        return !item.hidden && (!group || !group.hidden && group.ariaExpanded === "true");
      }

      #visible() {
        return [...this.element.querySelectorAll("[role=treeitem]")]
          .filter((item) => this.#isVisible(item));
      }

      #click(event) {
        const item = event.target.closest("[role=treeitem]");
        if (!item) return;
        item.focus();
        if (item.node) this.choose(item.node);
        else item.ariaExpanded = String(item.ariaExpanded !== "true");
      }

      #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.#current) return;
        const current = this.#current;
        const visible = this.#visible();
        const index = visible.indexOf(current);
        const isGroup = !current.node;
        const isOpen = current.ariaExpanded === "true";
        let target = null;
        switch (event.key) {
          case "ArrowDown": target = visible[index + 1]; break;
          case "ArrowUp": target = visible[index - 1]; break;
          case "Home": target = visible[0]; break;
          case "End": target = visible.at(-1); break;
          case "ArrowRight":
            if (isGroup && isOpen) target = visible[index + 1];
            else if (isGroup) current.ariaExpanded = "true";
            break;
          case "ArrowLeft":
            if (isGroup) current.ariaExpanded = "false";
            else target = current.parentElement.closest("[role=treeitem]");
            break;
          case "Enter":
          case " ":
            if (isGroup) current.ariaExpanded = String(!isOpen);
            else this.choose(current.node);
            break;
          default: return;
        }
        event.preventDefault();
        event.stopPropagation();
        target?.focus();
      }
    }

    // The legend, whose entries are also the filters: scopes, lines, containers and modules.

    class Filters {
      #parts = new Map();

      constructor(element, model, styles, changed) {
        this.changed = changed;
        const add = (key, title, counts, mark, note = () => "") => {
          if (counts.size > 0) element.append(this.#part(key, title, counts, mark, note));
        };
        add("scopes", "Scopes", model.scopes, (scope) => scopeMark(styles.get(scope)));
        add("lines", "Lines", model.edgeKinds, lineMark, (kind) => LINES[kind].meaning);
        add("containers", "Containers", model.containers, () => null);
        if (model.modules.size > 1) add("modules", "Modules", model.modules, () => null);
        const code = model.nodes.length - model.factories.length;
        if (code > 0) {
          add("others", "Also show", new Map([["Code that uses factories", code]]), codeMark);
        }
      }

      #part(key, title, counts, mark, note) {
        const boxes = new Map();
        this.#parts.set(key, boxes);
        const all = html("button", {
          type: "button", class: "all", hidden: true, "aria-label": `All ${title.toLowerCase()}`,
          click: () => {
            for (const box of boxes.values()) box.checked = true;
            this.#update();
            boxes.values().next().value.focus();
          },
        }, "all");
        const list = html("ul", {}, ...[...counts].map(([name, number]) => {
          const box = html("input", {
            type: "checkbox", checked: true, change: () => this.#update(),
          });
          boxes.set(name, box);
          const only = html("button", {
            type: "button", class: "only", "aria-label": `Only ${name}`,
            click: () => {
              for (const [other, otherBox] of boxes) otherBox.checked = other === name;
              this.#update();
            },
          }, "only");
          return html("li", {}, html("label", { title: note(name) || name }, box, mark(name),
            html("span", { class: "name" }, name),
            html("span", { class: "number" }, String(number))),
            counts.size > 1 ? only : null);
        }));
        const legend = html("h2", {}, html("span", {}, title), all);
        boxes.all = all;
        return html("section", { class: `filter ${key}`, role: "group", "aria-label": title },
          legend, list);
      }

      #update() {
        for (const boxes of this.#parts.values()) {
          boxes.all.hidden = [...boxes.values()].every((box) => box.checked);
        }
        this.changed();
      }

      get isActive() {
        return [...this.#parts.values()].some((boxes) => !boxes.all.hidden);
      }

      reset() {
        for (const boxes of this.#parts.values()) {
          for (const box of boxes.values()) box.checked = true;
        }
        this.#update();
      }

      #permits(key, name) {
        return this.#parts.get(key)?.get(name)?.checked ?? true;
      }

      shows(node) {
        if (node.isCode) return this.#permits("others", "Code that uses factories");
        return this.#permits("scopes", node.scope) && this.#permits("containers", node.container)
          && this.#permits("modules", node.module);
      }

      showsEdge(edge) { return this.#permits("lines", edge.kind); }
    }

    // The panel at the right: the selected factory, or an overview.

    class Details {
      constructor(element, model, styles, actions) {
        Object.assign(this, { element, model, styles, actions });
      }

      show(node, state) {
        this.element.replaceChildren(...(node ? this.#node(node, state) : this.#overview()));
        this.element.scrollTop = 0;
      }

      #overview() {
        const { model } = this;
        const used = [...model.factories]
          .sort((a, b) => b.neededBy.length - a.neededBy.length || (a.id < b.id ? -1 : 1))
          .filter((node) => node.neededBy.length > 1).slice(0, 5);
        const parts = [html("h2", {}, "Overview"), this.#properties([
          ["Factories", model.factories.length], ["Containers", model.containers.size],
          ["Modules", model.modules.size], ["Edges", model.edges.length],
        ])];
        const circles = model.circles.map((circle) => html("li", {}, html("button", {
          type: "button", class: "circle-button", click: () => this.actions.focusCircle(circle),
        }, html("span", { class: "circle-mark", "aria-hidden": "true" }, "↻"),
          html("span", {}, circle.slice(0, 4).map((member) => member.name).join(", ")
            + (circle.length > 4 ? ` and ${circle.length - 4} more` : "")))));
        parts.push(html("h3", {}, `Circular dependencies (${circles.length})`), circles.length > 0
          ? html("ul", { class: "nodes" }, ...circles)
          : html("p", { class: "note good" }, "No factory needs itself to be created."));
        if (used.length > 0) {
          parts.push(html("h3", {}, "Needed most"),
            html("ul", { class: "nodes" }, ...used.map((node) =>
              this.#link(node, `needed by ${node.neededBy.length}`))));
        }
        if (model.unresolved.length > 0) {
          parts.push(html("details", {}, html("summary", {},
            `Not decided by the syntax (${model.unresolved.length})`),
          html("ul", { class: "unresolved" }, ...model.unresolved.map(({ path, line, reason }) =>
            html("li", {}, reason, html("code", {}, `${path}:${line}`))))));
        }
        parts.push(html("h3", {}, "Keys"), html("label", { class: "switch" }, html("input", {
          type: "checkbox", checked: this.actions.usesKeys(),
          change: ({ target }) => this.actions.useKeys(target.checked),
        }), "Use single keys as commands"), this.#properties([
          ["/", "search"], ["F", "show all"], ["+ −", "zoom"], ["T", "direct or all needs"],
          ["I", "isolate the selection"], ["Esc", "clear the selection"],
        ], "keys"));
        return parts;
      }

      #node(node, { transitive, isolated }) {
        const parts = [
          html("div", { class: "heading" },
            node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)),
            html("h2", { tabindex: -1 }, node.name),
            html("button", {
              type: "button", class: "close", "aria-label": "Clear the selection",
              click: () => this.actions.clear(),
            }, "×")),
          html("p", { class: "type" }, node.isCode ? "Code that no factory builds" : node.type),
        ];
        if (node.circle) {
          const mark = html("span", { "aria-hidden": "true" }, "↻ ");
          parts.push(html("p", { class: "note bad" }, mark,
            node.circle.length > 1 ? `Part of a circle of ${node.circle.length} factories. `
              : "Needs itself to be created. ",
            html("button", {
              type: "button", class: "text", click: () => this.actions.focusCircle(node.circle),
            }, "Show it")));
        }
        parts.push(this.#properties([
          ["Container", node.container], ["Module", node.module],
          ["Scope", node.isCode ? null : node.scope],
          ["Kind", node.isCode || node.kind === "factory" ? null : node.kind],
          ["Isolation", node.isolation], ["Contexts", node.contexts?.join(", ")],
          ["Place", node.path ? `${node.path}:${node.line}` : null],
          ["Also at", node.otherPlaces?.join(", ")],
        ]), html("div", { class: "actions" },
          html("button", {
            type: "button", "aria-pressed": String(transitive),
            title: "Highlight also what is needed indirectly (T)",
            click: () => this.actions.toggleTransitive(),
          }, "Indirect too"),
          html("button", {
            type: "button", "aria-pressed": String(isolated),
            title: "Show only this and what it is connected with (I)",
            click: () => this.actions.toggleIsolated(),
          }, "Isolate"),
          html("button", {
            type: "button", title: "Zoom to this and its neighbours",
            click: () => this.actions.zoomTo(node),
          }, "Zoom")));
        parts.push(...this.#neighbours("Needs", node, "needs"),
          ...this.#neighbours("Needed by", node, "neededBy"));
        return parts;
      }

      #neighbours(title, node, direction) {
        const all = this.model.reachable(node, direction).size;
        const edges = node[direction];
        const end = direction === "needs" ? "to" : "from";
        const number = all > new Set(edges.map((edge) => edge[end])).size
          ? `${edges.length}, indirectly ${all}` : edges.length;
        return [
          html("h3", { class: direction }, `${title} (${number})`),
          edges.length === 0 ? html("p", { class: "note" }, "Nothing")
            : html("ul", { class: `nodes ${direction}` }, ...edges.toSorted((a, b) =>
              (a[end].name < b[end].name ? -1 : 1)).map((edge) => this.#link(edge[end],
              edge.kind === "construct" ? "" : edge.kind, edge))),
        ];
      }

      #link(node, note, edge) {
        const places = edge?.places.map(({ path, line }) => `${path}:${line}`).join("\n");
        return html("li", {}, html("button", {
          type: "button", title: places ?? node.id, click: () => this.actions.choose(node),
        }, node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)),
        html("span", { class: "name" }, node.name),
        this.model.modules.size > 1 ? html("span", { class: "module" }, node.module) : null,
        html("span", { class: "badge" }, note)));
      }

      #properties(entries, style = "") {
        return html("dl", { class: style }, ...entries
          .filter(([, value]) => value !== null && value !== undefined && value !== "")
          .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, String(value))]));
      }
    }

    // What is printed: the drawing as SVG, and a list of the factories that are shown.

    /// Fills an element that only paper shows.
    function preparePrint(element, { model, styles, drawing }) {
      // In the proportions of the paper.
      const { nodes, edges } = drawing.scene;
      const scene = new Scene(nodes, edges, { width: 273, height: 165 },
        (node) => drawing.measure(node));
      const scopes = [...model.scopes.keys()].map((scope) =>
        html("li", {}, scopeMark(styles.get(scope)), scope));
      const lines = [...model.edgeKinds.keys()].map((kind) =>
        html("li", {}, lineMark(kind), `${kind}: ${LINES[kind].meaning}`));
      element.replaceChildren(html("figure", {}, drawForPrint(scene, styles)),
        html("ul", { class: "legend" }, ...scopes, ...lines), listForPrint(nodes, styles));
    }

    function drawForPrint(scene, styles) {
      const drawing = svg("svg", {
        viewBox: `-12 -28 ${Math.ceil(scene.width) + 40} ${Math.ceil(scene.height) + 44}`,
        role: "img", "aria-label": "The graph",
      });
      for (const edge of scene.edges) {
        const { path, head } = scene.routes.get(edge);
        const { dash, width } = LINES[edge.kind];
        const kind = edge.inCircle ? "edge in-circle" : "edge";
        drawing.append(
          svg("path", {
            d: path, class: kind, "stroke-width": edge.inCircle ? 2.2 : width,
            "stroke-dasharray": dash.join(" "),
          }),
          svg("path", {
            d: head, class: `${kind} head`,
          }));
      }
      for (const [node, { x, y, width, height }] of scene.boxes) {
        const { color, shape } = node.isCode ? { color: "--grey" } : styles.get(node.scope);
        drawing.append(svg("rect", {
          x, y, width, height, rx: node.isCode ? CODE_HEIGHT / 2 : 7,
          class: `card${node.isCode ? " code" : ""}${node.circle ? " in-circle" : ""}`,
          style: `--scope: var(${color})`,
          "stroke-dasharray": node.kind === "promise" ? "5 3" : "",
        }));
        const inset = node.isCode ? 14 : 34;
        // In quotients of the width of a letter, because a printer measures text differently.
        const letters = Math.floor((width - inset - 8) / 6.6);
        const base = y + (node.isCode ? 18 : 19);
        drawing.append(svg("text", { x: x + inset, y: base, class: "name" },
          shorten(node.name, letters)));
        if (node.isCode) continue;
        drawing.append(
          svg("text", { x: x + inset, y: y + 33, class: "subtitle" },
            shorten(subtitle(node), letters * 1.15)),
          svg("path", {
            d: SHAPES[shape], transform: `translate(${x + 11} ${y + 13})`, "fill-rule": "evenodd",
            style: `fill: var(${color})`,
          }));
      }
      return drawing;
    }

    function shorten(text, letters) {
      return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
    }

    function listForPrint(nodes, styles) {
      const rows = nodes.filter((node) => !node.isCode)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((node) => html("tr", {},
          html("td", {}, scopeMark(styles.get(node.scope)), ` ${node.name}`,
            node.circle ? html("strong", {}, " ↻") : ""),
          html("td", {}, node.type),
          html("td", {}, [node.kind === "factory" ? "" : node.kind,
            node.scope === UNSCOPED ? "" : node.scope].filter(Boolean).join(", ")),
          html("td", {}, node.container),
          html("td", {}, [...new Set(node.needs.map((edge) => edge.to.name))].join(", "))));
      const titles = ["Factory", "Type", "Kind and scope", "Container", "Needs"]
        .map((title) => html("th", { scope: "col" }, title));
      return html("table", {}, html("thead", {}, html("tr", {}, ...titles)),
        html("tbody", {}, ...rows));
    }

    // The page: what is selected, searched and filtered, and who has to know.

    class Page {
      selected = null;
      transitive = false;
      isolated = null;
      usesKeys = true;
      #typing = 0;

      constructor(data) {
        this.model = new Model(data);
        this.styles = scopeStyles(this.model.scopes.keys());
        this.canvas = document.getElementById("canvas");
        this.search = document.getElementById("search");
        this.status = document.getElementById("status");
        this.tooltip = new Tooltip(document.getElementById("tooltip"));
        this.drawing = new Drawing(this.canvas, this.styles);
        this.tree = new Tree(document.getElementById("tree"), this.model, this.styles,
          (node) => this.select(node));
        this.filters = new Filters(document.getElementById("filters"), this.model, this.styles,
          () => this.filter());
        this.details = new Details(document.getElementById("details"), this.model, this.styles, {
          choose: (node) => this.select(node, { moveFocus: true }),
          clear: () => this.select(null, { moveFocus: true }),
          focusCircle: (circle) => this.focusCircle(circle),
          usesKeys: () => this.usesKeys,
          useKeys: (isOn) => { this.usesKeys = isOn; },
          zoomTo: (node) => this.camera.focus(this.#neighbours(node)),
          toggleTransitive: () => this.toggleTransitive(),
          toggleIsolated: () => this.toggleIsolated(),
        });
        this.camera = new Camera(this.drawing, {
          click: (node) => this.select(node, { stays: true }),
          hover: (node, event) => this.#hover(node, event),
          open: (node) => this.camera.focus(this.#neighbours(node)),
        });
        this.#listen();
        this.details.show(null, {});
        this.tree.show(new Set(this.model.nodes));
        // The list can be used before the drawing is laid out.
        requestAnimationFrame(() => setTimeout(() => {
          this.filter({ announces: false });
          const id = decodeURIComponent(location.hash.slice(1));
          if (this.model.byID.has(id)) this.select(this.model.byID.get(id));
          document.documentElement.dataset.ready = "true";
        }));
      }

      /// Shows what the filters permit, laid out again.
      filter({ announces = true } = {}) {
        const isShown = (node) => this.filters.shows(node)
          && (!this.isolated || this.isolated.has(node));
        const factories = this.model.factories.filter(isShown);
        const shown = new Set(factories);
        const edges = this.model.edges.filter((edge) => this.filters.showsEdge(edge)
          && isShown(edge.from) && isShown(edge.to));
        for (const { from, to } of edges) shown.add(from).add(to);
        performance.mark("layout");
        const nodes = this.model.nodes.filter((node) => shown.has(node));
        this.shown = shown;
        this.drawing.show(new Scene(nodes, edges, this.drawing.room,
          (node) => this.drawing.measure(node)));
        performance.measure("layout", "layout");
        this.camera.fit(false);
        if (this.selected && !shown.has(this.selected)) this.select(null);
        this.#find();
        this.#emphasize();
        document.getElementById("empty").hidden = shown.size > 0;
        document.getElementById("reset").hidden = !this.filters.isActive && !this.isolated;
        const summary = this.#summary(factories.length, edges.length);
        document.getElementById("summary").textContent = summary;
        if (announces) this.#say(summary);
      }

      #summary(factories, edges) {
        const all = this.model.factories.length;
        const number = factories === all ? `${all.toLocaleString("en")} factories`
          : `${factories.toLocaleString("en")} of ${all.toLocaleString("en")} factories`;
        const circles = this.model.circles.length;
        return `${number} · ${edges.toLocaleString("en")} edges · `
          + (circles === 0 ? "no circles" : `${circles} ${circles === 1 ? "circle" : "circles"}`);
      }

      select(node, { moveFocus = false, stays = false } = {}) {
        if (node && !this.shown?.has(node)) this.#showAll();
        this.selected = node;
        this.drawing.selected = node;
        this.tree.select(node);
        this.#showDetails();
        this.#emphasize();
        if (node && !stays) this.camera.reveal(node);
        document.body.classList.toggle("has-selection", node !== null);
        const address = node ? `#${encodeURIComponent(node.id)}` : location.pathname;
        history.replaceState(null, "", address);
        if (node) {
          this.#say(`${node.name} selected. Needs ${node.needs.length}, `
            + `needed by ${node.neededBy.length}.`);
        }
        if (!moveFocus) return;
        if (node) document.querySelector("#details h2").focus();
        else this.tree.focus();
      }

      focusCircle(circle) {
        if (!circle.every((node) => this.shown.has(node))) this.#showAll();
        this.select(circle[0], { stays: true });
        const nodes = new Set(circle);
        const edges = this.model.edges.filter((edge) => edge.inCircle && nodes.has(edge.from));
        this.drawing.emphasis = {
          nodes, edges: new Map(edges.map((edge) => [edge, "--circle"])),
        };
        this.drawing.redraw();
        this.camera.focus(circle);
      }

      toggleTransitive() {
        this.transitive = !this.transitive;
        this.#showDetails("Indirect too");
        this.#emphasize();
      }

      toggleIsolated() {
        if (!this.selected) return;
        this.isolated = this.isolated ? null : new Set([this.selected,
          ...this.model.reachable(this.selected, "needs"),
          ...this.model.reachable(this.selected, "neededBy")]);
        this.filter();
        this.#showDetails("Isolate");
        if (this.selected) this.camera.reveal(this.selected);
      }

      /// Draws the panel again. The button that was pressed keeps the focus.
      #showDetails(button) {
        const { transitive } = this;
        const hadFocus = document.activeElement?.closest("#details") !== null;
        this.details.show(this.selected, { transitive, isolated: this.isolated !== null });
        if (!button || !hadFocus) return;
        [...document.querySelectorAll("#details .actions button")]
          .find((element) => element.textContent === button)?.focus();
      }

      #showAll() {
        this.isolated = null;
        this.filters.reset();
      }

      /// Highlights what the selection needs and what needs it.
      #emphasize() {
        const node = this.selected;
        const follows = (edge) => this.filters.showsEdge(edge);
        this.drawing.emphasis = null;
        if (node) {
          const edges = new Map();
          const nodes = new Set([node]);
          for (const [direction, end, color] of [["needs", "to", "--blue"],
            ["neededBy", "from", "--orange"]]) {
            const sources = [node,
              ...(this.transitive ? this.model.reachable(node, direction, follows) : [])];
            for (const source of sources) {
              for (const edge of source[direction]) {
                if (!follows(edge)) continue;
                nodes.add(edge[end]);
                if (!edges.has(edge)) edges.set(edge, color);
              }
            }
          }
          this.drawing.emphasis = { nodes, edges };
        }
        this.drawing.redraw();
      }

      #neighbours(node) {
        return new Set([node, ...node.needs.map((edge) => edge.to),
          ...node.neededBy.map((edge) => edge.from)]);
      }

      /// Shows the matches of the search in the list, and marks them in the drawing.
      #find() {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const matches = new Set([...this.shown]
          .filter((node) => words.every((word) => node.text.includes(word))));
        this.tree.show(matches);
        this.drawing.found = words.length > 0 ? matches : new Set();
        this.drawing.redraw();
        const result = document.getElementById("matches");
        result.textContent = words.length === 0 ? ""
          : matches.size === 1 ? "1 match" : `${matches.size.toLocaleString("en")} matches`;
        document.getElementById("no-matches").hidden = matches.size > 0;
        return matches;
      }

      #say(text) { this.status.textContent = text; }

      #hover(node, place) {
        if (node !== this.drawing.hovered) {
          this.drawing.hovered = node;
          this.canvas.classList.toggle("over-node", node !== null);
          this.drawing.redraw();
        }
        this.tooltip.show(node, place, this.canvas.clientWidth);
      }

      #listen() {
        const on = (id, action) => document.getElementById(id).addEventListener("click", action);
        on("skip", (event) => {
          event.preventDefault();
          this.tree.focus();
        });
        on("zoom-in", () => this.camera.zoom(1.4));
        on("zoom-out", () => this.camera.zoom(1 / 1.4));
        on("fit", () => this.camera.fit());
        on("reset", () => this.#showAll());
        on("theme", () => this.#toggleTheme());
        this.search.addEventListener("input", () => {
          clearTimeout(this.#typing);
          this.#typing = setTimeout(() => {
            this.#find();
            this.#say(document.getElementById("matches").textContent);
          }, 60);
        });
        this.search.addEventListener("keydown", (event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            this.tree.focus();
          } else if (event.key === "Enter") {
            const [first] = [...this.#find()].sort((a, b) =>
              a.name.length - b.name.length || (a.id < b.id ? -1 : 1));
            if (first && this.search.value.trim()) this.select(first);
          }
        });
        document.addEventListener("keydown", (event) => this.#key(event));
        const themes = matchMedia("(prefers-color-scheme: dark)");
        themes.addEventListener("change", () => this.#recolor());
        window.addEventListener("hashchange", () => {
          const node = this.model.byID.get(decodeURIComponent(location.hash.slice(1)));
          if (node) this.select(node);
        });
        const printed = document.getElementById("printed");
        window.addEventListener("beforeprint", () => preparePrint(printed, this));
        window.addEventListener("afterprint", () => printed.replaceChildren());
      }

      #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isTyping = event.target === this.search;
        if (event.key === "Escape") {
          if (isTyping && this.search.value) {
            this.search.value = "";
            this.#find();
          } else this.select(null);
          return;
        }
        if (isTyping) return;
        const actions = {
          "/": () => this.search.focus(), f: () => this.camera.fit(),
          "+": () => this.camera.zoom(1.25), "-": () => this.camera.zoom(0.8),
          t: () => this.toggleTransitive(), i: () => this.toggleIsolated(),
        };
        if (!this.usesKeys || event.defaultPrevented) return;
        if (!Object.hasOwn(actions, event.key)) return;
        event.preventDefault();
        actions[event.key]();
      }

      #toggleTheme() {
        const root = document.documentElement;
        const isDark = getComputedStyle(root).colorScheme === "dark"
          || !root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = isDark ? "light" : "dark";
        this.#recolor();
      }

      #recolor() {
        this.drawing.colors = readColors();
        this.drawing.redraw();
      }
    }

    new Page(JSON.parse(document.getElementById("graph").textContent));
    </script>
    </body>
    </html>
    """#
  }
}
