// Factory, MIT licence; see LICENSE
//
// Written by Tool/Scripts/embed-page from the files in the folder Web: change those.
// swift-format-ignore-file
enum PageText {
  static func page(title: String, data: String) -> String {
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
      --frame: light-dark(#eef1f5, #16191e);
      --raised: light-dark(#f1f3f6, #22262c);
      --border: light-dark(#dde1e7, #2e333b);
      --text: light-dark(#16191d, #eceef1);
      --muted: light-dark(#59616c, #a0a8b3);
      --line: light-dark(#7b8490, #7d8794);
      --accent: light-dark(#2255cc, #8ab4ff);
      --error: light-dark(#c4001a, #ff6b78);
      --warning: light-dark(#a85400, #f5b83d);
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
    h1, h2, h3, p, ul, ol, dl, figure { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    input[type="checkbox"] { margin: 0; accent-color: var(--accent); flex: none; }
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
      stroke-width: 1.6; stroke-linecap: round;
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
    .note.bad { color: var(--error); }
    .mark { width: 13px; height: 13px; flex: none; }
    .code-mark { fill: none; stroke: var(--muted); stroke-width: 1.6; stroke-linecap: round; }
    .line-mark { width: 34px; height: 16px; flex: none; stroke: var(--text); fill: none; }
    .line-mark .head { fill: var(--text); stroke: none; }
    .number { color: var(--muted); font-variant-numeric: tabular-nums; font-size: 12px; }

    header {
      grid-area: header; display: flex; align-items: center; gap: 18px; padding: 9px 16px;
      border-bottom: 1px solid var(--border);
    }
    .title { display: flex; align-items: center; gap: 10px; min-width: 0; }
    .logo { width: 24px; height: 24px; flex: none; fill: none; stroke: var(--accent);
      stroke-width: 1.7; }
    h1 { font-size: 16px; font-weight: 650; white-space: nowrap; overflow: hidden;
      text-overflow: ellipsis; }
    #summary { color: var(--muted); white-space: nowrap; font-variant-numeric: tabular-nums; }
    .tools, .zoom { display: flex; flex: none; }
    .tools { margin-left: auto; gap: 8px; }
    .tools button { padding: 4px 9px; }
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
    [aria-expanded="false"] .twist::before { content: "▸"; }
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
    .heading > .mark { width: 17px; height: 17px; margin-top: 3px; }
    .heading .close {
      margin: -4px 0 0 auto; border: 0; padding: 0 8px; font-size: 19px; line-height: 1;
    }
    .type {
      font: 13px/1.4 var(--mono); color: var(--muted); overflow-wrap: anywhere; margin: 2px 0 0;
    }
    .text { border: 0; background: none; padding: 0; min-height: 0; text-decoration: underline;
      color: inherit; }
    dl {
      display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 14px; margin-top: 14px;
    }
    dt { color: var(--muted); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .switch { display: flex; align-items: center; gap: 8px; cursor: pointer; }
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
    .nodes.chain { margin: 12px 0 0; border-left: 2px solid var(--blue); }
    .ends { margin-top: 10px; }
    .questions { flex-wrap: wrap; margin-top: 8px; }
    .questions button { white-space: nowrap; }
    .picking { padding: 8px 10px; border-radius: 7px; background: var(--raised); }
    .actions + .groups { margin-top: 8px; }
    .right .note { margin-top: 8px; text-wrap: pretty; }
    .right .layer summary { margin-top: 10px; }
    .found > li { display: flex; gap: 9px; margin: 14px 0; }
    .found .mark { margin-top: 3px; }
    .found p { overflow-wrap: anywhere; text-wrap: pretty; }
    a.place { color: var(--accent); text-underline-offset: 2px; }
    .nodes li { display: flex; align-items: center; }
    .nodes a.place { padding: 3px 8px; text-decoration: none; }
    .note .mark { vertical-align: -2px; margin-right: 5px; }
    .unresolved li { padding: 6px 0; border-bottom: 1px solid var(--border); }
    .unresolved code { display: block; font: 12px var(--mono); color: var(--muted);
      overflow-wrap: anywhere; }
    #printed { display: none; }

    /* The drawing stays in the window, and what is chosen scrolls below it. */
    @media (max-width: 1000px) {
      body { height: auto; min-height: 100dvh; overflow: visible;
        grid: "header" auto "search" auto "matches" auto "main" 48dvh "right" auto "list" auto
          "legend" auto / minmax(0, 1fr); }
      header { flex-wrap: wrap; gap: 6px 14px; }
      #summary { white-space: normal; }
      main { position: sticky; top: 0; z-index: 2; border: solid var(--border); border-width: 1px 0; }
      .left { display: contents; }
      search { grid-area: search; margin: 10px 12px 0; }
      #matches { grid-area: matches; }
      .right { grid-area: right; border: 0; scroll-margin-top: 48dvh; min-height: 52dvh; }
      .is-searching .right { display: none; }
      .list { grid-area: list; border-top: 1px solid var(--border); overflow: visible; }
      .list [role="tree"] > li > .row { position: static; }
      .legend { grid-area: legend; }
    }
    @media (prefers-reduced-motion: no-preference) {
      button, .row, .filter li { transition: background-color .12s; }
    }
    @media (prefers-contrast: more) {
      :root { --border: var(--muted); --line: var(--text); --muted: var(--text); }
    }
    @media (forced-colors: active) { .mark, .line-mark { forced-color-adjust: none; } }
    @media print {
      :root { color-scheme: light !important; }
      @page { size: A4 landscape; margin: 10mm; }
      body { display: block; height: auto; overflow: visible; font-size: 9pt; background: none; }
      header { border: 0; padding: 0 0 4mm; }
      .tools, aside, main, .skip, noscript { display: none !important; }
      #printed { display: block; }
      #printed canvas { position: static; width: 100%; height: auto; display: block; }
      #printed .legend { display: flex; flex-wrap: wrap; gap: 1mm 6mm; border: 0; overflow: visible;
        margin: 2mm 0 5mm; font-size: 8pt; }
      #printed .legend li { display: flex; gap: 2mm; align-items: center; }
      .columns { columns: 4; column-gap: 5mm; font-size: 6.2pt; line-height: 1.25;
        overflow-wrap: anywhere; break-before: page; }
      .columns h2 { font-size: 7.5pt; margin: 1.5mm 0 .5mm; break-after: avoid; }
      .columns p { break-inside: avoid; }
      .columns .entry { padding-left: 3mm; text-indent: -3mm; }
      .columns .mark { width: 6pt; height: 6pt; display: inline; vertical-align: -.7pt; }
      .columns .found p { display: inline; }
      .columns .found p::after { content: " "; }
      .columns .found > li { margin: 0 0 1mm; gap: 1mm; }
      .columns .number, .columns .entry span { font-size: inherit; color: var(--muted); }
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
        zoom, 0 shows all. The list of factories has the same content, and the overview a button
        for each box.</p>
      <p id="empty" class="note" hidden>The filters hide all factories.</p>
      <div id="tooltip" aria-hidden="true" hidden></div>
    </main>
    <aside class="right" id="details" aria-label="Details"></aside>
    <div id="printed" aria-hidden="true"></div>
    <p id="status" class="hidden-label" role="status"></p>
    <noscript><p class="note">The drawing needs JavaScript. The data is in the source of this
      page, as JSON.</p></noscript>
    <script type="application/json" id="data">\#(data)</script>
    <script type="module">

    // The graph: factories, and the code that uses them, as nodes with their edges in both
    // directions and what `factory check` has found at them.

    const EDGE_KINDS = ["construct", "lazy", "weak", "dynamic", "resolve", "register"];
    const KNOWN_SCOPES = ["singleton", "cached", "shared", "graph"];
    const UNSCOPED = "unscoped";
    const CODE = "code";
    /// The marks of a node, the most important first.
    const MARKS = ["circle", "error", "warning"];

    class Model {
      nodes = [];
      edges = [];
      byID = new Map();

      /// `findings` is null if nothing was checked, and `links` if places are no links.
      constructor({ graph, findings = null, links = null }) {
        for (const factory of graph.factories) {
          const known = this.byID.get(factory.id);
          if (known) {
            known.otherPlaces.push(factory);
            continue;
          }
          const module = factory.id.slice(0, Math.max(0, factory.id.indexOf(".")));
          this.#add({
            ...factory, module, isCode: false, scope: factory.scope ?? UNSCOPED, otherPlaces: [],
          });
        }
        const merged = new Map();
        for (const { from, to, kind, path, line } of graph.edges) {
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
        this.unresolved = graph.unresolved;
        this.containerCount = graph.containers.length;
        this.links = links;
        this.circles = this.#findCircles();
        this.findings = this.#placed(findings);
        this.modules = count(this.factories, (node) => node.module);
        this.containers = count(this.factories, (node) => node.container);
        const scopes = count(this.factories, (node) => node.scope);
        const custom = [...scopes.keys()]
          .filter((name) => name !== UNSCOPED && !KNOWN_SCOPES.includes(name));
        const severities = count(this.factories, severityOf);
        this.severities = new Map(["error", "warning", "none"]
          .filter((name) => this.findings?.length > 0 && severities.has(name))
          .map((name) => [name, severities.get(name)]));
        this.scopes = new Map([...KNOWN_SCOPES, ...custom, UNSCOPED]
          .filter((name) => scopes.has(name)).map((name) => [name, scopes.get(name)]));
        this.edgeKinds = new Map(EDGE_KINDS
          .map((kind) => [kind, places(this.edges.filter((edge) => edge.kind === kind))])
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
          findings: [], marks: [],
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

      /// The findings with their nodes, which get marks for them.
      #placed(findings) {
        const placed = findings?.map((finding) => (
          { ...finding, nodes: finding.nodes.map((id) => this.byID.get(id)) }));
        for (const finding of placed ?? []) {
          for (const node of finding.nodes) node.findings.push(finding);
        }
        for (const node of this.nodes) {
          const isCircle = ({ rule }) => node.circle && rule === "circular-dependency";
          const severities = node.findings.filter((finding) => !isCircle(finding))
            .map(({ severity }) => severity);
          const worst = MARKS.find((mark) => severities.includes(mark));
          node.marks = [node.circle ? "circle" : null, worst].filter(Boolean);
        }
        return placed ?? null;
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

    /// The marks of a box with these nodes in it.
    function marksOf(nodes) {
      const marks = MARKS.filter((mark) => nodes.some((node) => node.marks.includes(mark)));
      return marks.filter((mark) => mark !== "warning" || !marks.includes("error"));
    }

    /// `error`, `warning`, or `none` if nothing was found at a node.
    function severityOf({ findings }) {
      return ["error", "warning"].find((severity) =>
        findings.some((finding) => finding.severity === severity)) ?? "none";
    }

    /// `1 error`, `12 errors`.
    function counted(value, noun, plural = `${noun}s`) {
      return `${number(value)} ${value === 1 ? noun : plural}`;
    }

    /// How many places in the code edges stand for, which is what the JSON and `stats` count.
    function places(edges) {
      return edges.reduce((number, edge) => number + edge.places.length, 0);
    }

    /// How many elements have each key, sorted by key.
    function count(elements, key) {
      const counts = new Map();
      for (const name of elements.map(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
      return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    }

    function number(value) { return value.toLocaleString("en"); }

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

    const ROW_GAP = 14;
    const PART_GAP = 56;
    const TRUNK_GAP = 7;
    const SWEEPS = 14;
    const GRAVITY = 0.02;

    class Columns {
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

    /// Lays out nodes that edges connect. `density` is how many nodes a column may have, times the root
    /// of the number of all, and `gap` the space between columns.
    function layOutColumns(nodes, edges, { density, gap }) {
      const position = linearOrder(nodes.length, edges);
      const arcs = edges.map(({ from, to }) => {
        const isReversed = position[from] > position[to];
        return { start: isReversed ? to : from, end: isReversed ? from : to, isReversed };
      });
      const columns = new Columns(nodes, columnOfEach(nodes, arcs, position, density), gap);
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
      const most = Math.max(3, Math.ceil(Math.sqrt(nodes.length) * density));
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
        const { left, width } = columns.extent(vertex);
        const y = columns.y[vertex];
        if (index > 0) points.push({ x: left, y });
        if (index < route.length - 1) points.push({ x: left + width, y });
      });
      return arc.isReversed ? points.reverse() : points;
    }

    // The parts of the graph that no edge connects, next to each other.

    /// How many nodes a column or row may have, before it becomes two: times the root of the number of
    /// all. Text is wide, so rows have fewer, and are nearer to each other.
    const ROWS = [{ density: 0.7, gap: 44 }, { density: 1.4, gap: 44 }];
    const COLUMNS = [{ density: 2, gap: 64 }, { density: 4, gap: 64 }];

    /// Lays out nodes, which have a `width` and a `height`, and edges between indices of them, in
    /// the form that fits best into the window: returns the boxes of the nodes, the points of each
    /// edge, and the size.
    function layOut(nodes, edges, room) {
      const parts = connectedParts(nodes.length, edges);
      // A frame is large, and not in line with cards.
      const isAlone = ({ members }) => members.length === 1 && !nodes[members[0]].isFrame;
      const connected = parts.filter((part) => !isAlone(part));
      const single = parts.filter(isAlone).flatMap(({ members }) => members);
      const finish = (result) => {
        if (single.length > 0) placeUnconnected(nodes, single, result);
        return result;
      };
      const inColumns = (form) =>
        finish(layOutParts(nodes, edges, connected, form, room.width / room.height));
      if (nodes.length > MOST_IN_ROWS) return inColumns(COLUMNS[0]);
      const turned = nodes.map(({ width, height, isFrame }) =>
        ({ width: height, height: width, isFrame }));
      const inRows = (form) => finish(
        transposed(layOutParts(turned, edges, connected, form, room.height / room.width)));
      const fit = ({ width, height }) => Math.min(1, room.width / width, room.height / height);
      return [...ROWS.map(inRows), ...COLUMNS.map(inColumns)]
        .reduce((best, other) => (fit(other) > fit(best) ? other : best));
    }

    function transposed({ boxes, routes, width, height }) {
      return {
        isTurned: true, width: height, height: width,
        boxes: boxes.map((box) => ({ x: box.y, y: box.x, width: box.height, height: box.width })),
        routes: routes.map((points) => points.map(({ x, y }) => ({ x: y, y: x }))),
      };
    }

    function layOutParts(nodes, edges, connected, form, proportions) {
      const result = { boxes: [], routes: edges.map(() => []), width: 0, height: 0 };
      const index = new Int32Array(nodes.length);
      const blocks = connected.map(({ members, links }) => {
        members.forEach((node, position) => { index[node] = position; });
        const inside = links.map((link) => (
          { ...edges[link], from: index[edges[link].from], to: index[edges[link].to] }));
        const placed = layOutColumns(members.map((node) => nodes[node]), inside, form);
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
      for (const block of [...blocks].sort((a, b) => b.height - a.height)) {
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

    // The boxes of the first view: modules, and within them containers, folders or files, which open.

    /// Up to this number of factories, each is drawn, without boxes.
    const MOST_UNGROUPED = 40;
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
    function groupsOf(nodes) {
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
    function groupsAround(root, node) {
      const around = [];
      for (let group = root.owners.get(node); group?.parent; group = group.parent) {
        around.unshift(group);
      }
      return around;
    }

    /// What is drawn around and for a node: the open groups, and last the node or a closed group.
    function shownAround(root, open, node) {
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
    function linksOf(root, open, edges) {
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
    function groupCounts({ factories, code }) {
      return [describeGroup({ factories, code }), describeGroup({ factories, code: 0 }),
        number(factories || code)].filter(Boolean);
    }

    /// `31 factories, 2 users`.
    function describeGroup({ factories, code }) {
      return [factories > 0 ? counted(factories, "factory", "factories") : "",
        code > 0 ? counted(code, "user") : ""].filter(Boolean).join(", ");
    }

    // Which nodes and edges are shown, found and listed: what the filters, the search field and the
    // list decide, without their elements.

    /// The choices of the filters. What was never chosen is shown.
    class Choices {
      #hidden = new Map();

      set(key, name, isShown) {
        if (!this.#hidden.has(key)) this.#hidden.set(key, new Set());
        if (isShown) this.#hidden.get(key).delete(name);
        else this.#hidden.get(key).add(name);
      }

      isShown(key, name) { return !this.#hidden.get(key)?.has(name); }

      isRestricted(key) { return (this.#hidden.get(key)?.size ?? 0) > 0; }

      get isActive() { return [...this.#hidden.values()].some((names) => names.size > 0); }

      clear() { this.#hidden.clear(); }

      showsNode(node) {
        if (node.isCode) return this.isShown("others", CODE);
        return this.isShown("scopes", node.scope) && this.isShown("containers", node.container)
          && this.isShown("modules", node.module) && this.isShown("findings", severityOf(node));
      }

      showsEdge(edge) { return this.isShown("lines", edge.kind); }
    }

    /// The words of a search. All of them must be in a node's identifier or type.
    function wordsOf(query) { return query.toLowerCase().split(/\s+/).filter(Boolean); }

    function matching(nodes, words) {
      return new Set([...nodes].filter((node) => words.every((word) => node.text.includes(word))));
    }

    /// The match that Enter selects: the shortest name.
    function bestMatch(matches) {
      return [...matches].sort((a, b) =>
        a.name.length - b.name.length || (a.id < b.id ? -1 : 1))[0];
    }

    /// The list of factories: those of each container in each module, and last the code.
    function listGroups(nodes) {
      const groups = new Map();
      for (const node of nodes) {
        const key = node.isCode ? CODE : `${node.container}\n${node.module}`;
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(node);
      }
      return [...groups.keys()]
        .sort((a, b) => (a === CODE) - (b === CODE) || (a < b ? -1 : 1))
        .map((key) => {
          const [name, module] = key === CODE ? ["Code that uses factories", ""] : key.split("\n");
          return {
            name, module, label: module ? `${name}, ${module}` : name,
            members: groups.get(key).sort((a, b) => (a.name < b.name ? -1 : 1)),
          };
        });
    }

    // Questions about ways through the graph: a path between two nodes, who reaches a node, and why a
    // factory is built.

    /// All shortest paths from a node to another, or null if there is none: the nodes and edges on
    /// them, how many they are, and the first of them as lists of edges.
    function shortestPaths(from, to, { follows = () => true, most = 10 } = {}) {
      const distance = new Map([[from, 0]]);
      const ways = new Map([[from, 1]]);
      for (const [node, steps] of distance) {
        for (const next of targets(node, follows)) {
          if (!distance.has(next)) distance.set(next, steps + 1);
          if (distance.get(next) === steps + 1) {
            ways.set(next, (ways.get(next) ?? 0) + ways.get(node));
          }
        }
      }
      if (from === to || !distance.has(to)) return null;
      // From the end, because most of what the start reaches is on no path.
      const nodes = new Set([to]);
      const edges = new Set();
      for (const node of nodes) {
        for (const edge of node.neededBy) {
          if (!follows(edge) || distance.get(edge.from) !== distance.get(node) - 1) continue;
          edges.add(edge);
          nodes.add(edge.from);
        }
      }
      const chains = [];
      const extend = (chain, node) => {
        if (chains.length === most) return;
        if (node === to) chains.push(chain);
        for (const edge of distinct(node.needs, "to")) {
          if (edges.has(edge) && node !== to) extend([...chain, edge], edge.to);
        }
      };
      extend([], from);
      return { from, to, length: distance.get(to), count: ways.get(to), nodes, edges, chains };
    }

    /// What needs a node: first what needs it directly, then what needs those, and so on.
    function dependents(node, follows = () => true) {
      const layers = [];
      const seen = new Set([node]);
      for (let layer = [node]; layer.length > 0;) {
        const next = [];
        for (const member of layer) {
          for (const edge of member.neededBy) {
            if (!follows(edge) || seen.has(edge.from)) continue;
            seen.add(edge.from);
            next.push(edge.from);
          }
        }
        if (next.length > 0) layers.push(next.sort(byName));
        layer = next;
      }
      return layers;
    }

    /// Why a factory is built: for each root that reaches it, the shortest chain of edges from the
    /// root, the shortest chains first. A root is code that no factory builds, or a factory that
    /// nothing needs. Registering a factory does not build it.
    function chainsFromRoots(node) {
      const builds = (edge) => edge.kind !== "register";
      const next = new Map([[node, null]]);
      const roots = [];
      for (const [member] of next) {
        const edges = distinct(member.neededBy.filter(builds), "from");
        if (edges.length === 0 && member !== node) roots.push(member);
        for (const edge of edges) if (!next.has(edge.from)) next.set(edge.from, edge);
      }
      return roots.map((root) => {
        const chain = [];
        for (let edge = next.get(root); edge; edge = next.get(edge.to)) chain.push(edge);
        return chain;
      }).sort((a, b) => a.length - b.length || byName(a[0].from, b[0].from));
    }

    function targets(node, follows) {
      return new Set(node.needs.filter(follows).map((edge) => edge.to));
    }

    /// Of several edges between the same nodes, the one that says most: construction first.
    function distinct(edges, end) {
      const found = new Map();
      for (const edge of edges) {
        const known = found.get(edge[end]);
        if (!known || edge.kind === "construct") found.set(edge[end], edge);
      }
      return [...found.values()];
    }

    function byName(a, b) {
      if (a.name !== b.name) return a.name < b.name ? -1 : 1;
      return a.id < b.id ? -1 : 1;
    }

    // How large text is, and where it is, so that it is readable at every zoom: never smaller on the
    // screen than the smallest size, and never over other text. What has no room is left out.

    /// In pixels of the screen.
    const SMALLEST_TEXT = 9.5;
    const LINE_HEIGHT = 1.2;

    /// The sizes of as many lines as a box of a height has room for, in units of the drawing. The
    /// last lines are left out first.
    function lineSizes(wanted, height, scale) {
      const sizes = [];
      let used = 0;
      for (const size of wanted) {
        // Steps, so that few different fonts are measured while the zoom changes.
        const larger = Math.ceil(Math.max(size, SMALLEST_TEXT / scale) * 4) / 4;
        used += larger * LINE_HEIGHT;
        if (used > height) break;
        sizes.push(larger);
      }
      return sizes;
    }

    /// The middles of lines of these sizes, which are together in the middle of a box.
    function lineMiddles(sizes, top, height) {
      const heights = sizes.map((size) => size * LINE_HEIGHT);
      let y = top + (height - heights.reduce((sum, line) => sum + line, 0)) / 2;
      return heights.map((line) => {
        y += line;
        return y - line / 2;
      });
    }

    /// A text that is shortened to a width, or "" if less than three letters fit. `measure` gives the
    /// width of a text.
    function fitText(text, width, measure) {
      const whole = text.replaceAll(/\s+/g, " ");
      if (measure(whole) <= width) return whole;
      let [fits, tooLong] = [0, whole.length];
      while (tooLong - fits > 1) {
        const middle = (fits + tooLong) >> 1;
        if (measure(`${whole.slice(0, middle)}…`) <= width) fits = middle;
        else tooLong = middle;
      }
      // Not half of a pair of surrogates.
      if (/[\uD800-\uDBFF]/.test(whole[fits - 1] ?? "")) fits -= 1;
      return fits < 3 ? "" : `${whole.slice(0, fits)}…`;
    }

    /// Places without overlaps. Rectangles that are added earlier have precedence.
    class Occupied {
      #cells = new Map();
      static #size = 64;

      /// Whether a rectangle overlaps one of those that were added.
      has(rectangle) {
        return this.#keys(rectangle).some((key) =>
          this.#cells.get(key)?.some((other) => overlaps(other, rectangle)));
      }

      add(rectangle) {
        for (const key of this.#keys(rectangle)) {
          if (!this.#cells.has(key)) this.#cells.set(key, []);
          this.#cells.get(key).push(rectangle);
        }
      }

      #keys({ x, y, width, height }) {
        const cell = (value) => Math.floor(value / Occupied.#size);
        const keys = [];
        for (let column = cell(x); column <= cell(x + width); column += 1) {
          for (let row = cell(y); row <= cell(y + height); row += 1) keys.push(`${column} ${row}`);
        }
        return keys;
      }
    }

    /// Places for the numbers of edges of bundles, each at its line and over nothing that is occupied;
    /// the largest numbers first. A line without a number is one edge, or has no room for it.
    function countPlaces(links, routes, scale, occupied) {
      const places = [];
      const bundles = [...links].filter((link) => link.isBundle && link.edges.length > 1)
        .sort((a, b) => b.edges.length - a.edges.length);
      for (const bundle of bundles) {
        const text = String(bundle.edges.length);
        const [width, height] = [(text.length * 6.6 + 9) / scale, 15 / scale];
        const place = routes.get(bundle).middles
          .map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
          .find((rectangle) => !occupied.has(rectangle));
        if (!place) continue;
        occupied.add(place);
        places.push({ bundle, text, place });
      }
      return places;
    }

    function overlaps(a, b) {
      return a.x <= b.x + b.width && b.x <= a.x + a.width
        && a.y <= b.y + b.height && b.y <= a.y + a.height;
    }

    // The lines of edges, as paths of SVG, which the canvas knows too.

    /// A smooth line through points, in the direction of the layout at each; the last 6 units are
    /// the arrowhead's. `middles` are places for a label, the best first.
    function route(points, isTurned) {
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
    function loop({ x, y, width }) {
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
    function connector(from, to, shift) {
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

    // What is highlighted for a selection.

    /// What a node needs and what needs it, and the edges between, with their colours; with what is
    /// needed indirectly, or without it.
    function emphasisOf(node, { model, transitive, follows }) {
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
    const DISC = "M8 0a8 8 0 1 0 0 16A8 8 0 1 0 8 0z";
    /// Signs, as holes in their shapes.
    const SIGNS = {
      circle: {
        color: "--error", meaning: "In a circle",
        path: `${DISC}M12.05 5.06A5 5 0 1 1 6.45 3.24L7.01 4.96A3.2 3.2 0 1 0 10.59 6.12z`
          + "M6.08 2.1 9.77 3.11 7.38 6.1z",
      },
      error: {
        color: "--error", meaning: "With an error", path: `${DISC}M7 3.2h2v6H7zM7 10.8h2v2H7z`,
      },
      warning: {
        color: "--warning", meaning: "With a warning",
        path: "M8 .3 16 15.2H0zM7.1 5.4h1.8v4.8H7.1zM7.1 11.5h1.8v1.9H7.1z",
      },
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

    /// The line of an edge, or of a bundle: wider if it has more edges, and dashed if all are of one
    /// such kind.
    function lineOf(link) {
      if (!link.isBundle) return LINES[link.kind];
      const kinds = new Set(link.edges.map(({ kind }) => kind));
      const { dash } = LINES[kinds.size === 1 ? link.edges[0].kind : "construct"];
      return { dash, width: 1 + Math.log2(link.edges.length) * 0.45 };
    }

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

    /// The colours of the style sheet as the canvas needs them, which does not know variables: those
    /// that the page has, or those of a scheme.
    function readColors(scheme = "") {
      const probe = document.createElement("span");
      probe.hidden = true;
      probe.style.colorScheme = scheme;
      document.body.append(probe);
      const colors = new Map();
      const names = ["--canvas", "--text", "--muted", "--line", "--accent", "--error", "--warning",
        "--card", "--frame",
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

    function filledMark(style, path, color) {
      return svg("svg", { class: style, viewBox: "0 0 16 16", "aria-hidden": "true" },
        svg("path", { d: path, "fill-rule": "evenodd", style: `fill: var(${color})` }));
    }

    function scopeMark({ color, shape }) { return filledMark("mark", SHAPES[shape], color); }

    /// `circle`, or the severity of a finding.
    function findingMark(name) {
      const { path, color } = SIGNS[name];
      return filledMark(`mark ${name}-mark`, path, color);
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

    // What is drawn, on the canvas and on paper: boxes for nodes and groups, and lines for edges.

    const NODE_HEIGHT = 42;
    const GROUP_HEIGHT = 62;
    const CODE_HEIGHT = 28;
    const FRAME_TITLE = 48;
    const FRAME_INSET = 18;

    /// Places nodes and groups, and the edges between them. `measure` gives the widths of a name and
    /// of a smaller text.
    class Scene {
      boxes = new Map();
      routes = new Map();
      links = [];
      #connectors = new Map();

      constructor({ root, open, edges, room, measure }) {
        Object.assign(this, { root, open, edges, room, measure });
        this.linksIn = linksOf(root, open, edges);
        const placed = this.#place(root);
        this.width = placed.width;
        this.height = placed.height;
        this.#put(placed, 0, 0);
        this.bundleOf = new Map(this.links.filter((link) => link.isBundle)
          .flatMap((bundle) => bundle.edges.map((edge) => [edge, bundle])));
      }

      isOpen(item) { return item.isGroup === true && this.open.has(item.id); }

      /// Lays out what a group contains, the open groups in it first.
      #place(group, room = this.room) {
        const items = [...group.groups, ...group.nodes];
        const index = new Map(items.map((item, position) => [item, position]));
        // Wide frames, because most graphs of groups are high.
        const flat = { width: this.room.width / 2, height: this.room.height / 6 };
        const inside = items.map((item) => (this.isOpen(item) ? this.#place(item, flat) : null));
        const sizes = items.map((item, position) => this.#size(item, inside[position]));
        const links = this.linksIn.get(group) ?? [];
        const placed = layOut(sizes, links.map((link) => ({
          from: index.get(link.from), to: index.get(link.to),
          isConstruct: link.isBundle
            ? link.edges.some(({ kind }) => kind === "construct") : link.kind === "construct",
        })), room);
        return { ...placed, items, inside, links };
      }

      #size(item, inside) {
        if (inside) {
          const title = this.measure(`${item.title} ${describeGroup(item)}`, "");
          return {
            width: Math.max(inside.width, title + 48) + 2 * FRAME_INSET,
            height: inside.height + titleHeight(inside) + FRAME_INSET, isFrame: true,
          };
        }
        if (item.isGroup) {
          const width = this.measure(item.title, describeGroup(item)) * 1.6 + 30;
          return { width: Math.min(290, Math.max(180, width)), height: GROUP_HEIGHT };
        }
        // Wider than the text, which does not become smaller with the drawing.
        const text = 1.2 * this.measure(item.name, item.isCode ? "" : subtitle(item));
        return item.isCode ? { width: within(text + 28), height: CODE_HEIGHT }
          : { width: within(text + 46), height: NODE_HEIGHT };
      }

      /// Moves what was laid out to its place.
      #put({ items, inside, links, boxes, routes, isTurned }, dx, dy) {
        items.forEach((item, index) => {
          const box = { ...boxes[index], x: boxes[index].x + dx, y: boxes[index].y + dy };
          const contents = inside[index];
          const title = contents ? titleHeight(contents) : 0;
          this.boxes.set(item, { item, isOpen: contents !== null, title, ...box });
          if (contents) this.#put(contents, box.x + (box.width - contents.width) / 2, box.y + title);
        });
        links.forEach((link, index) => {
          this.links.push(link);
          const points = routes[index].map(({ x, y }) => ({ x: x + dx, y: y + dy }));
          this.routes.set(link, link.from === link.to ? loop(this.boxes.get(link.from))
            : route(points, isTurned));
        });
      }

      /// The node, or the closed group that it is in.
      shownFor(node) { return shownAround(this.root, this.open, node).at(-1); }

      /// The line for one edge: its own, that of its bundle, or one over everything, if an end of the
      /// bundle is an open group. Null if the edge is inside a closed group.
      lineFor(edge) {
        if (this.routes.has(edge)) return { link: edge, route: this.routes.get(edge) };
        const bundle = this.bundleOf.get(edge);
        if (!bundle) return null;
        if (!this.isOpen(bundle.from) && !this.isOpen(bundle.to)) {
          return { link: bundle, route: this.routes.get(bundle) };
        }
        const [from, to] = [this.shownFor(edge.from), this.shownFor(edge.to)];
        const key = `${from.id}\n${to.id}`;
        if (!this.#connectors.has(key)) {
          const shift = from.id < to.id ? 5 : -5;
          const line = connector(this.boxes.get(from), this.boxes.get(to), shift);
          this.#connectors.set(key, { link: edge, route: line });
        }
        return this.#connectors.get(key);
      }

      /// The node or group at a place. Of an open group, only the title counts.
      itemAt(x, y, scale) {
        let frame = null;
        for (const { item, isOpen, ...box } of this.boxes.values()) {
          const height = isOpen ? Math.max(box.title, 20 / scale) : box.height;
          const isInside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + height;
          if (isInside && !isOpen) return item;
          if (isInside) frame = item;
        }
        return frame;
      }

      /// The rectangle around nodes and groups.
      bounds(items) {
        let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
        for (const item of items) {
          const box = this.boxes.get(item.isGroup ? item : this.shownFor(item));
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

    function within(width) { return Math.min(260, Math.max(104, width)); }

    /// The title of a large frame is high, because its text is readable where the frame is small.
    function titleHeight({ width, height }) {
      return Math.min(120, Math.max(FRAME_TITLE, 0.07 * Math.min(width, height)));
    }

    /// Second line of a factory's card.
    function subtitle(node) {
      return node.kind === "factory" ? node.type : `${node.kind} · ${node.type}`;
    }

    // How nodes and groups look on the canvas.

    const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
    const MOST_TEXTS = 20_000;

    /// Draws boxes and their texts on a context whose unit is that of the drawing.
    class Cards {
      #texts = new Map();

      constructor(context, styles) {
        this.context = context;
        this.styles = styles;
        this.shapes = Object.fromEntries(
          Object.entries(SHAPES).map(([name, path]) => [name, new Path2D(path)]));
        // The first part of a sign is its shape, without what is cut out.
        this.signs = Object.fromEntries(Object.entries(SIGNS).map(([name, { path }]) =>
          [name, { whole: new Path2D(path), outline: new Path2D(path.slice(0, path.indexOf("z"))) }]));
      }

      /// The width of a name, or of a smaller text if that is wider.
      measure(name, detail) {
        this.context.font = font(13, true);
        const width = this.context.measureText(name).width;
        this.context.font = font(11);
        return Math.max(width, this.context.measureText(detail).width);
      }

      /// A factory, or code.
      drawNode(node, box, { scale, colors, isDimmed, ring }) {
        const { context } = this;
        const radius = node.isCode ? CODE_HEIGHT / 2 : 7;
        const style = node.isCode ? { color: "--grey" } : this.styles.get(node.scope);
        const sizes = lineSizes(node.isCode ? [13] : [13, 11], box.height, scale);
        const hasText = sizes.length > 0;
        context.globalAlpha = isDimmed ? 0.22 : 1;
        context.beginPath();
        context.roundRect(box.x, box.y, box.width, box.height, radius);
        context.fillStyle = colors.get(node.isCode ? "--canvas"
          : hasText ? `${style.color} tint` : style.color);
        context.fill();
        const [mark] = node.marks;
        context.strokeStyle = colors.get(mark ? SIGNS[mark].color : style.color);
        context.lineWidth = mark ? 2.6 : node.isCode ? 1 : 1.2;
        if (!hasText && mark) context.lineWidth = 3 / scale;
        context.setLineDash(node.kind === "promise" ? [5, 3] : []);
        context.stroke();
        context.setLineDash([]);
        this.#drawRing(box, radius, ring, scale, colors);
        if (hasText) {
          const isNarrow = box.width * scale < 90;
          const left = isNarrow ? 8 : node.isCode ? 14 : 34;
          const texts = node.isCode ? [node.name] : [node.name, subtitle(node)];
          const right = isNarrow ? 6 : node.isCode ? 14 : 9;
          this.#drawLines(texts, sizes, { ...box, left, right }, colors);
          if (!node.isCode && !isNarrow) this.#drawShape(style, box, colors);
        }
        if (hasText) this.#drawMarks(node.marks, box, scale, colors);
        context.globalAlpha = 1;
      }

      /// A closed group: its name, how much is in it, and the share of each scope.
      drawGroup(group, box, { scale, colors, isDimmed, ring }) {
        const { context } = this;
        context.globalAlpha = isDimmed ? 0.3 : 1;
        context.beginPath();
        context.roundRect(box.x, box.y, box.width, box.height, 9);
        context.fillStyle = colors.get("--card");
        context.fill();
        context.save();
        context.clip();
        this.#drawShares(group, box, colors);
        context.restore();
        const [mark] = group.marks;
        context.strokeStyle = colors.get(mark ? SIGNS[mark].color : "--line");
        context.lineWidth = Math.max(mark ? 2.2 : 1.3, 0.8 / scale);
        context.stroke();
        this.#drawRing(box, 9, ring, scale, colors);
        const sizes = lineSizes([15, 12], box.height - 12, scale);
        const counts = this.#longest(groupCounts(group), box.width - 28, sizes[1]);
        this.#drawLines([group.title, counts], sizes,
          { ...box, height: box.height - 8, left: 14, right: 14 }, colors);
        if (sizes.length > 0) this.#drawMarks(group.marks, box, scale, colors);
        context.globalAlpha = 1;
      }

      /// The frame of an open group.
      drawFrame(group, box, { scale, colors, ring }) {
        const { context } = this;
        context.beginPath();
        context.roundRect(box.x, box.y, box.width, box.height, 12);
        context.fillStyle = colors.get("--frame");
        context.fill();
        context.strokeStyle = colors.get(group.marks.includes("circle") ? "--error" : "--line");
        context.lineWidth = Math.max(1.2, 0.8 / scale);
        context.stroke();
        this.#drawRing(box, 12, ring, scale, colors);
      }

      /// The name of an open group, over what it contains if that has no text at this zoom.
      drawTitle(group, box, { scale, colors, occupied }) {
        const { context } = this;
        const [size] = lineSizes([14], box.title, scale);
        const shown = size ?? SMALLEST_TEXT / scale;
        const height = Math.max(box.title, shown * 1.25);
        const place = { x: box.x, y: box.y, width: box.width, height };
        if (height > box.height || occupied.has(place)) return;
        const room = box.width - 34;
        const title = this.#fit(`▾ ${group.title}`, room, shown, true);
        if (!title) return;
        occupied.add(place);
        context.font = font(shown, true);
        const width = context.measureText(title).width;
        const counts = this.#longest(groupCounts(group), room - width - 12, shown * 0.86);
        const hasCounts = size && shown * 0.86 * scale >= SMALLEST_TEXT && counts;
        // Lines may cross the title, and without a size so may boxes.
        context.font = font(shown * 0.86);
        const countsWidth = hasCounts ? 16 + context.measureText(counts).width : 8;
        context.fillStyle = colors.get("--frame");
        context.fillRect(box.x + 10, box.y + 4, width + countsWidth, height - 6);
        context.font = font(shown, true);
        context.textBaseline = "middle";
        context.fillStyle = colors.get("--text");
        context.fillText(title, box.x + 14, box.y + height / 2 + 1);
        if (!hasCounts) return;
        context.font = font(shown * 0.86);
        context.fillStyle = colors.get("--muted");
        context.fillText(counts, box.x + 14 + width + 12, box.y + height / 2 + 1);
      }

      /// How many edges a bundle has, in pixels of the screen around a place.
      drawCount(text, { x, y, width, height }, scale, colors, color) {
        const { context } = this;
        context.beginPath();
        context.roundRect(x, y, width, height, height / 2);
        context.fillStyle = colors.get("--canvas");
        context.fill();
        context.strokeStyle = colors.get(color);
        context.lineWidth = 0.8 / scale;
        context.stroke();
        context.font = font(11 / scale);
        context.fillStyle = colors.get("--text");
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(text, x + width / 2, y + height * 0.54);
        context.textAlign = "start";
      }

      #drawLines(texts, sizes, { x, y, width, height, left, right }, colors) {
        const { context } = this;
        const middles = lineMiddles(sizes, y, height);
        context.textBaseline = "middle";
        sizes.forEach((size, line) => {
          const text = this.#fit(texts[line], width - left - right, size, line === 0);
          context.font = font(size, line === 0);
          context.fillStyle = colors.get(line === 0 ? "--text" : "--muted");
          context.fillText(text, x + left, middles[line] + 0.5);
        });
      }

      /// The longest of some texts that fits.
      #longest(texts, width, size) {
        if (!size) return "";
        return texts.find((text) => this.#fit(text, width, size, false) === text) ?? "";
      }

      #drawRing(box, radius, ring, scale, colors) {
        if (!ring) return;
        const { context } = this;
        const isStrong = ring === "selected";
        const distance = Math.max(3.5, 2 / scale);
        context.beginPath();
        context.roundRect(box.x - distance, box.y - distance, box.width + 2 * distance,
          box.height + 2 * distance, radius + distance);
        context.strokeStyle = colors.get("--accent");
        context.lineWidth = Math.max(isStrong ? 3 : 1.6, (isStrong ? 3 : 1.8) / scale);
        if (ring === "found") context.setLineDash([4 / scale, 3 / scale]);
        context.stroke();
        context.setLineDash([]);
      }

      #drawShape({ color, shape }, box, colors) {
        const { context } = this;
        context.save();
        context.translate(box.x + 11, box.y + 13);
        context.fillStyle = colors.get(color);
        context.fill(this.shapes[shape], "evenodd");
        context.restore();
      }

      #drawShares(group, box, colors) {
        if (group.factories === 0) return;
        let { x } = box;
        for (const [scope, { color }] of this.styles) {
          const members = group.members.filter((node) => node.scope === scope).length;
          const width = box.width * members / group.factories;
          this.context.fillStyle = colors.get(color);
          this.context.fillRect(x, box.y + box.height - 6, width, 6);
          x += width;
        }
      }

      /// Marks at the upper right corner, which do not get too small to be seen.
      #drawMarks(marks, box, scale, colors) {
        const { context } = this;
        const size = Math.min(26, Math.max(18, 11 / scale));
        marks.toReversed().forEach((mark, index) => {
          context.save();
          context.translate(box.x + box.width + 6 - size * (index + 1), box.y + 6 - size / 2);
          context.scale(size / 16, size / 16);
          context.strokeStyle = colors.get("--card");
          context.lineWidth = 3;
          context.stroke(this.signs[mark].outline);
          context.fillStyle = colors.get("--card");
          context.fill(this.signs[mark].outline);
          context.fillStyle = colors.get(SIGNS[mark].color);
          context.fill(this.signs[mark].whole, "evenodd");
          context.restore();
        });
      }

      #fit(text, width, size, isBold) {
        const key = `${size} ${isBold} ${Math.round(width)} ${text}`;
        let fitted = this.#texts.get(key);
        if (fitted === undefined) {
          if (this.#texts.size > MOST_TEXTS) this.#texts.clear();
          this.context.font = font(size, isBold);
          fitted = fitText(text, width, (part) => this.context.measureText(part).width);
          this.#texts.set(key, fitted);
        }
        return fitted;
      }
    }

    function font(size, isBold = false) { return `${isBold ? "600 " : ""}${size}px ${FONT}`; }

    // The drawing on a canvas, in the window or on paper: only what fits.

    /// At this zoom and above, a factory has a name of a useful length.
    const READABLE = 0.45;
    /// Below, it has none.
    const SMALLEST_READABLE = 0.29;
    const DASHES_VISIBLE = 0.3;

    class Drawing {
      view = { x: 0, y: 0, scale: 1 };
      scene = null;
      emphasis = null;
      selected = null;
      hovered = null;
      found = new Set();
      #frame = 0;

      /// `paper` is the size and the resolution of a drawing that is not in the window.
      constructor(canvas, styles, paper = null) {
        this.canvas = canvas;
        this.paper = paper;
        this.context = canvas.getContext("2d");
        this.cards = new Cards(this.context, styles);
        this.colors = readColors(paper ? "light" : "");
        if (!paper) new ResizeObserver(() => this.#resize()).observe(canvas);
        this.#resize();
      }

      get room() {
        return this.paper ?? { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
      }

      get #ratio() { return this.paper?.ratio ?? window.devicePixelRatio; }

      /// The view that shows a rectangle, at most at a scale.
      viewOf({ x, y, width, height }, most) {
        const { room } = this;
        const margin = Math.min(48, room.width / 10);
        const fitting = Math.min((room.width - 2 * margin) / Math.max(width, 1),
          (room.height - 2 * margin) / Math.max(height, 1));
        const scale = Math.max(0.02, Math.min(most, fitting));
        return {
          scale, x: room.width / 2 - (x + width / 2) * scale,
          y: room.height / 2 - (y + height / 2) * scale,
        };
      }

      /// The view that shows everything.
      get wholeView() {
        const { width, height } = this.scene;
        return this.viewOf({ x: 0, y: 0, width, height }, 1.25);
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
            this.draw();
          });
        }
      }

      #resize() {
        const { width, height } = this.room;
        this.canvas.width = Math.round(width * this.#ratio);
        this.canvas.height = Math.round(height * this.#ratio);
        this.draw();
      }

      draw() {
        const { context, scene, view } = this;
        const ratio = this.#ratio;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        if (!scene) return;
        context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x,
          ratio * view.y);
        const shown = {
          x: -view.x / view.scale, y: -view.y / view.scale,
          width: this.room.width / view.scale, height: this.room.height / view.scale,
        };
        const boxes = [...scene.boxes.values()].filter((box) => overlaps(box, shown));
        const how = { scale: view.scale, colors: this.colors };
        for (const box of boxes) {
          if (box.isOpen) this.cards.drawFrame(box.item, box, { ...how, ring: this.#ring(box.item) });
        }
        this.#drawEdges(shown);
        for (const box of boxes) {
          if (box.isOpen) continue;
          const state = { ...how, ring: this.#ring(box.item), isDimmed: this.#isDimmed(box.item) };
          if (box.item.isGroup) this.cards.drawGroup(box.item, box, state);
          else this.cards.drawNode(box.item, box, state);
        }
        // Over the boxes of lower zooms; of frames in frames, the outer title has precedence.
        const occupied = new Occupied();
        for (const box of boxes) {
          if (box.isOpen) this.cards.drawTitle(box.item, box, { ...how, occupied });
        }
        for (const box of boxes) if (!box.isOpen) occupied.add(box);
        this.#drawCounts(shown, occupied);
      }

      #ring(item) {
        if (item === this.selected) return "selected";
        if (item === this.hovered) return "hovered";
        const isFound = item.isGroup
          ? this.found.size > 0 && !this.scene.isOpen(item)
            && item.members.some((node) => this.found.has(node))
          : this.found.has(item);
        return isFound ? "found" : null;
      }

      #isDimmed(item) {
        const nodes = this.emphasis?.nodes;
        if (!nodes) return false;
        return item.isGroup ? !item.members.some((node) => nodes.has(node)) : !nodes.has(item);
      }

      #drawEdges(shown) {
        const { context, scene, emphasis, view } = this;
        const visible = scene.links.filter((link) => overlaps(scene.routes.get(link).box, shown));
        if (emphasis) {
          context.globalAlpha = 0.16;
          this.#drawDimmed(visible);
          const strong = this.#emphasizedLines();
          const isCrowded = strong.size > 250;
          context.globalAlpha = isCrowded ? 0.5 : 1;
          for (const [line, color] of strong) {
            if (!overlaps(line.route.box, shown)) continue;
            this.#drawLine(line, color, { widen: isCrowded ? 1 : 1.7, least: 0.9 / view.scale });
          }
        } else {
          context.globalAlpha = 1 - 0.65 * Math.min(1, visible.length / 2000);
          const showsAll = visible.length === scene.links.length && visible.length > 400;
          if (showsAll) this.#drawAll();
          const alpha = context.globalAlpha;
          for (const link of showsAll ? [] : visible) {
            // Many boxes need many others. Those with few edges are less important.
            const part = link.isBundle ? 0.4 + 0.6 * Math.min(1, link.edges.length / 8) : 1;
            context.globalAlpha = alpha * part;
            this.#drawLine({ link, route: scene.routes.get(link) },
              link.inCircle ? "--error" : "--line");
          }
        }
        context.globalAlpha = 1;
      }

      /// The lines of emphasised edges, each once.
      #emphasizedLines() {
        const lines = new Map();
        const seen = new Set();
        for (const [edge, color] of this.emphasis.edges) {
          const line = this.scene.lineFor(edge);
          if (!line || seen.has(line.route)) continue;
          seen.add(line.route);
          lines.set(line, edge.inCircle ? "--error" : color);
        }
        return lines;
      }

      /// Edges in one stroke, so that those that share a trunk do not add up.
      #drawDimmed(links) {
        const { context } = this;
        const lines = new Path2D();
        for (const link of links) lines.addPath(this.#path(this.scene.routes.get(link)));
        context.strokeStyle = this.colors.get("--line");
        context.lineWidth = Math.max(1.2, 0.5 / this.view.scale);
        context.stroke(lines);
      }

      /// All edges with few calls, if the window shows all.
      #drawAll() {
        const { context, scene } = this;
        if (!this.combined) {
          this.combined = new Map();
          for (const link of scene.links) {
            const key = link.inCircle ? "circle" : link.isBundle ? "construct" : link.kind;
            if (!this.combined.has(key)) this.combined.set(key, new Path2D());
            this.combined.get(key).addPath(this.#path(scene.routes.get(link)));
          }
        }
        for (const [key, path] of this.combined) {
          context.strokeStyle = this.colors.get(key === "circle" ? "--error" : "--line");
          const { dash, width } = LINES[key === "circle" ? "construct" : key];
          const least = (key === "circle" ? 1.2 : 0.4) / this.view.scale;
          context.lineWidth = Math.max(key === "circle" ? 2.2 : width, least);
          context.setLineDash(this.view.scale < DASHES_VISIBLE ? [] : dash);
          context.stroke(path);
        }
        context.setLineDash([]);
      }

      #path(route, part = "path") {
        let paths = this.paths.get(route);
        if (!paths) this.paths.set(route, (paths = {}));
        return (paths[part] ??= new Path2D(route[part]));
      }

      #drawLine({ link, route }, color, { widen = 1, least = 0 } = {}) {
        const { context } = this;
        const { dash, width } = lineOf(link);
        context.strokeStyle = context.fillStyle = this.colors.get(color);
        context.lineWidth = Math.max((link.inCircle ? 2.2 : width) * widen, least);
        context.setLineDash(dash);
        context.stroke(this.#path(route));
        context.setLineDash([]);
        context.fill(this.#path(route, "head"));
      }

      #drawCounts(shown, occupied) {
        const { scene, emphasis, view, colors } = this;
        const links = emphasis ? new Set([...this.#emphasizedLines().keys()].map(({ link }) => link))
          : scene.links;
        const visible = [...links].filter((link) =>
          link.isBundle && overlaps(scene.routes.get(link).box, shown));
        for (const { bundle, text, place } of
          countPlaces(visible, scene.routes, view.scale, occupied)) {
          const color = bundle.inCircle ? "--error" : "--line";
          this.cards.drawCount(text, place, view.scale, colors, color);
        }
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
          else hover(this.#itemAt(event), event);
        });
        canvas.addEventListener("pointerup", (event) => {
          const wasDown = this.#pointers.delete(event.pointerId);
          if (wasDown && this.#moved < 5) click(this.#itemAt(event), event);
          canvas.classList.remove("dragging");
        });
        canvas.addEventListener("pointercancel", ({ pointerId }) => {
          this.#pointers.delete(pointerId);
        });
        canvas.addEventListener("pointerleave", (event) => hover(null, event));
        canvas.addEventListener("dblclick", (event) => {
          const item = this.#itemAt(event);
          if (item) open(item);
          else this.zoom(1.6, event.offsetX, event.offsetY);
        });
        canvas.addEventListener("keydown", (event) => this.#key(event));
      }

      /// Shows the whole drawing.
      fit(animated = true) {
        if (this.drawing.scene) this.#moveTo(this.drawing.wholeView, animated);
      }

      /// Shows the whole drawing, or the middle of its top if cards would then have no text.
      start() {
        const whole = this.drawing.wholeView;
        const { scene, room } = this.drawing;
        this.#moveTo(whole.scale >= READABLE ? whole
          : { scale: READABLE, x: (room.width - scene.width * READABLE) / 2, y: 24 }, false);
      }

      /// Shows nodes or groups at a readable size, or the most important if all do not fit.
      focus(items, main) {
        const { scene } = this.drawing;
        const bounds = scene?.bounds(items);
        if (!bounds) return;
        const view = this.drawing.viewOf(bounds, 1.1);
        this.#moveTo(view.scale >= READABLE ? view
          : this.drawing.viewOf(scene.bounds([main]), READABLE), true);
      }

      /// Where the corner of a box is in the window.
      placeOf(item) {
        const box = this.drawing.scene?.boxes.get(item);
        const { x, y, scale } = this.drawing.view;
        return box ? { x: x + box.x * scale, y: y + box.y * scale } : null;
      }

      /// Moves the drawing, which was laid out again, so that a box is where it was. If it is not in
      /// the window as a whole, it is then moved into it.
      keep(item, place) {
        const box = this.drawing.scene?.boxes.get(item);
        if (!box) return;
        const { view: { scale }, room } = this.drawing;
        const { x, y } = place ?? { x: 0, y: 0 };
        this.#set({ scale, x: x - box.x * scale, y: y - box.y * scale });
        const isInside = place && x >= 0 && y >= 0 && x + box.width * scale <= room.width
          && y + box.height * scale <= room.height;
        if (!isInside || scale < READABLE) this.#showCorner(box);
      }

      /// Shows a box as a whole, or its upper left corner if it would be too small to read.
      #showCorner(box) {
        const { room } = this.drawing;
        const fitting = Math.min((room.width - 96) / box.width, (room.height - 96) / box.height);
        const scale = Math.min(1.1, Math.max(fitting, SMALLEST_READABLE));
        const start = (length, size) => Math.max(24, (length - size * scale) / 2);
        this.#moveTo({
          scale, x: start(room.width, box.width) - box.x * scale,
          y: start(room.height, box.height) - box.y * scale,
        }, true);
      }

      /// Moves the drawing if a node is outside the window or too small to read.
      reveal(node) {
        const box = this.drawing.scene?.bounds([node]);
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

      #itemAt({ offsetX, offsetY }) {
        const { view, scene } = this.drawing;
        const x = (offsetX - view.x) / view.scale;
        const y = (offsetY - view.y) / view.scale;
        return scene?.itemAt(x, y, view.scale) ?? null;
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
      #item = null;

      constructor(element) { this.element = element; }

      show(item, { offsetX, offsetY }, width, isOpen) {
        this.element.hidden = item === null;
        if (item && (item !== this.#item || item.isGroup)) {
          this.element.replaceChildren(...(item.isGroup ? describeBox(item, isOpen) : describe(item)));
        }
        this.#item = item;
        const isRight = offsetX > width - 260;
        this.element.style.translate = `${offsetX + (isRight ? -14 : 14)}px ${offsetY + 14}px`;
        this.element.classList.toggle("at-left", isRight);
      }
    }

    function describe(node) {
      return [html("strong", {}, node.name),
        html("span", {}, node.isCode ? node.module : `${node.type} · ${node.scope}`),
        html("span", {}, node.isCode ? "" : `${node.container} · ${node.module}`),
        ...node.findings.map(({ severity, message }) => html("span", {}, `${severity}: ${message}`))];
    }

    function describeBox(group, isOpen) {
      return [html("strong", {}, group.title),
        html("span", {}, [group.kind, describeGroup(group)].filter(Boolean).join(" · ")),
        html("span", {}, isOpen ? "Click to close" : "Click to open")];
    }

    // The search field, whose matches are in the list and have rings in the drawing.

    class Search {
      #typing = 0;

      constructor(field, page) {
        this.field = field;
        this.page = page;
        field.addEventListener("input", () => {
          clearTimeout(this.#typing);
          this.#typing = setTimeout(() => {
            this.find();
            page.say(document.getElementById("matches").textContent);
          }, 60);
        });
        field.addEventListener("keydown", (event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            page.tree.focus();
          } else if (event.key === "Enter") this.#choose(this.find());
        });
      }

      /// Selects a match and shows it with its neighbours, unless it answers a question.
      #choose(node) {
        if (!node) return;
        this.page.select(node);
        if (!this.page.answer) this.page.zoomTo(node);
      }

      /// Shows the matches, and returns the best.
      find() {
        const { shown, tree, drawing } = this.page;
        const words = wordsOf(this.field.value);
        const matches = matching(shown, words);
        tree.show(matches);
        drawing.found = words.length > 0 ? matches : new Set();
        drawing.redraw();
        document.getElementById("matches").textContent = words.length === 0 ? ""
          : counted(matches.size, "match", "matches");
        document.getElementById("no-matches").hidden = matches.size > 0;
        // A narrow window then has the list where it has the panel.
        document.body.classList.toggle("is-searching", words.length > 0);
        return words.length > 0 ? bestMatch(matches) : null;
      }

      clear() {
        this.field.value = "";
        this.find();
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
        const hasModules = model.modules.size > 1;
        for (const { name, module, label, members } of listGroups(model.nodes)) {
          const list = html("ul", { role: "group" });
          const number = html("span", { class: "number" });
          const item = html("li", {
            role: "treeitem", "aria-expanded": "true", "aria-level": 1, tabindex: -1,
          }, html("div", { class: "row" },
            html("span", { class: "twist", "aria-hidden": "true" }),
            html("span", { class: "group-name" }, name),
            hasModules && module ? html("span", { class: "module" }, module) : "", number), list);
          list.append(...members.map((node) => this.#item(node, styles)));
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
          ...node.marks.map((mark) => SIGNS[mark].meaning.toLowerCase())].filter(Boolean).join(", ");
        const item = html("li", {
          role: "treeitem", "aria-level": 2, "aria-selected": "false", tabindex: -1,
          title: node.id, "aria-label": `${node.name}, ${description}`,
        }, html("div", { class: "row" },
          node.isCode ? codeMark() : scopeMark(styles.get(node.scope)),
          html("span", { class: "name" }, node.name), ...node.marks.map(findingMark)));
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
      choices = new Choices();
      #parts = new Map();
      #allButtons = new Map();

      constructor(element, model, styles, changed) {
        this.changed = changed;
        const add = (key, title, counts, mark, texts) => {
          if (counts.size > 0) element.append(this.#part(key, title, counts, mark, texts));
        };
        add("scopes", "Scopes", model.scopes, (scope) => scopeMark(styles.get(scope)));
        add("findings", "Findings", model.severities,
          (name) => (name in SIGNS ? findingMark(name) : null),
          { label: (name) => SIGNS[name]?.meaning ?? "Nothing found" });
        add("lines", "Lines", model.edgeKinds, lineMark, { note: (kind) => LINES[kind].meaning });
        add("containers", "Containers", model.containers, () => null);
        if (model.modules.size > 1) add("modules", "Modules", model.modules, () => null);
        const code = model.nodes.length - model.factories.length;
        if (code > 0) {
          add("others", "Also show", new Map([[CODE, code]]), codeMark,
            { label: () => "Code that uses factories" });
        }
      }

      #part(key, title, counts, mark, { label = (name) => name, note = label } = {}) {
        const boxes = new Map();
        this.#parts.set(key, boxes);
        const all = html("button", {
          type: "button", class: "all", hidden: true, "aria-label": `All ${title.toLowerCase()}`,
          click: () => {
            for (const name of boxes.keys()) this.#choose(key, name, true);
            this.#update();
            boxes.values().next().value.focus();
          },
        }, "all");
        const list = html("ul", {}, ...[...counts].map(([name, number]) => {
          const box = html("input", {
            type: "checkbox", checked: true,
            change: ({ target }) => {
              this.#choose(key, name, target.checked);
              this.#update();
            },
          });
          boxes.set(name, box);
          const only = html("button", {
            type: "button", class: "only", "aria-label": `Only ${label(name)}`,
            click: () => {
              for (const other of boxes.keys()) this.#choose(key, other, other === name);
              this.#update();
            },
          }, "only");
          return html("li", {}, html("label", { title: note(name) }, box, mark(name),
            html("span", { class: "name" }, label(name)),
            html("span", { class: "number" }, String(number))),
            counts.size > 1 ? only : null);
        }));
        const legend = html("h2", {}, html("span", {}, title), all);
        this.#allButtons.set(key, all);
        return html("section", { class: `filter ${key}`, role: "group", "aria-label": title },
          legend, list);
      }

      #choose(key, name, isShown) {
        this.choices.set(key, name, isShown);
        this.#parts.get(key).get(name).checked = isShown;
      }

      #update() {
        for (const [key, all] of this.#allButtons) all.hidden = !this.choices.isRestricted(key);
        this.changed();
      }

      reset() {
        for (const [key, boxes] of this.#parts) {
          for (const name of boxes.keys()) this.#choose(key, name, true);
        }
        this.#update();
      }
    }

    // Parts that the panels at the right share.

    /// Makes lists of links and properties. `choose` selects a node.
    class Parts {
      constructor(model, styles, choose) {
        Object.assign(this, { model, styles, choose });
      }

      heading(title, mark, close) {
        return html("div", { class: "heading" }, mark, html("h2", { tabindex: -1 }, title),
          html("button", { type: "button", class: "close", "aria-label": close.label,
            click: close.action }, "×"));
      }

      mark(node) { return node.isCode ? codeMark() : scopeMark(this.styles.get(node.scope)); }

      link(node, note = "", title = node.id) {
        return html("button", { type: "button", title, click: () => this.choose(node) },
          this.mark(node), html("span", { class: "name" }, node.name),
          this.model.modules.size > 1 ? html("span", { class: "module" }, node.module) : null,
          ...node.marks.map(findingMark), html("span", { class: "badge" }, note));
      }

      /// A node at the end of an edge, and where the code has the edge.
      step(node, edge) {
        const title = edge.places.map(placeText).join("\n");
        const [place] = edge.places;
        return html("li", {}, this.link(node, edge.kind === "construct" ? "" : edge.kind, title),
          this.#address(place) ? this.place(place, { title, name: "↗" }) : null);
      }

      /// A place in the code, as a link if the page has links.
      place(place, { title = null, name = placeText(place) } = {}) {
        const href = this.#address(place);
        if (!href) return html("span", { class: "place", title }, name);
        const isOnline = href.startsWith("http");
        return html("a", {
          class: "place", href, title, "aria-label": placeText(place),
          target: isOnline ? "_blank" : null, rel: isOnline ? "noopener" : null,
        }, name);
      }

      /// A place with the name of its file, where there is no room for its folders.
      #file(place) {
        const name = placeText({ ...place, path: place.path.split("/").at(-1) });
        return this.place(place, { name, title: placeText(place) });
      }

      #address({ path, line }) {
        const { links } = this.model;
        if (!links || !Object.hasOwn(links.paths, path)) return null;
        return links.template.replaceAll("{path}", () => links.paths[path])
          .replaceAll("{line}", String(line));
      }

      /// What was found, with its notes. `rest` comes after each finding.
      findings(findings, rest = () => null) {
        return html("ul", { class: "found" }, ...findings.map((finding) => html("li", {},
          findingMark(finding.severity),
          html("div", {}, html("p", {}, html("span", { class: "hidden-label" },
            `${finding.severity}: `), finding.message),
          html("p", { class: "number" }, this.#file(finding), ` ${finding.rule}`),
          ...finding.notes.map((note) =>
            html("p", { class: "number" }, note.message, " ", this.#file(note))),
          rest(finding)))));
      }

      links(nodes) {
        return html("ul", { class: "nodes" }, ...nodes.map((node) => html("li", {}, this.link(node))));
      }

      /// A chain of edges, as a list of the nodes on it.
      chain(edges, title) {
        return html("ol", { class: "nodes chain", "aria-label": title },
          html("li", {}, this.link(edges[0].from)), ...edges.map((edge) => this.step(edge.to, edge)));
      }

      properties(entries, style = "") {
        return html("dl", { class: style }, ...entries
          .filter(([, value]) => value !== null && value !== undefined && value !== "")
          .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, ...[value].flat())]));
      }

      /// What the places mean whose factory is not known, for what one sees.
      unresolvedNote() {
        const places = this.model.unresolved.length;
        if (places === 0) return null;
        return html("p", { class: "note unresolved-note" },
          `${places === 1 ? "In 1 place" : `In ${number(places)} places`}, the source does not say `
          + "which factory is used. No edge is drawn for them, so a factory may have more users, and "
          + "two factories more paths between them, than you see. What you see is in the source.");
      }
    }

    function placeText({ path, line }) { return `${path}:${line}`; }

    function actionButton(name, title, click, isPressed) {
      return html("button", { type: "button", title, "aria-pressed": isPressed?.toString(), click },
        name);
    }

    // The panel of the selected factory, and that of an open group.

    function nodePanel(node, parts, actions, { transitive, isolated, isPicking }) {
      return [
        parts.heading(node.name, parts.mark(node),
          { label: "Clear the selection", action: () => actions.clear() }),
        html("p", { class: "type" }, node.isCode ? "Code that no factory builds" : node.type),
        circleNote(node, actions),
        node.findings.length > 0 ? parts.findings(node.findings) : null,
        parts.properties([
          ["Container", node.container], ["Module", node.module],
          ["Targets", node.targets?.length > 1 ? node.targets.join(", ") : null],
          ["Scope", node.isCode ? null : node.scope],
          ["Kind", node.isCode || node.kind === "factory" ? null : node.kind],
          ["Isolation", node.isolation], ["Contexts", node.contexts?.join(", ")],
          ["Place", node.path ? parts.place(node) : null],
          ["Also at", node.otherPlaces?.length > 0
            ? node.otherPlaces.map((place) => html("div", {}, parts.place(place))) : null],
        ]),
        html("div", { class: "actions" },
          actionButton("Indirect too", "Highlight also what is needed indirectly (T)",
            () => actions.toggleTransitive(), transitive),
          actionButton("Isolate", "Show only this and what it is connected with (I)",
            () => actions.toggleIsolated(), isolated),
          actionButton("Zoom", "Zoom to this and its neighbours", () => actions.zoomTo(node))),
        html("div", { class: "actions questions" },
          node.isCode ? null : actionButton("Why is it built?",
            "The chains from code and unneeded factories that build it (W)", () => actions.why(node)),
          actionButton("Who reaches it?", "Everything that needs it, by distance (R)",
            () => actions.whoReaches(node)),
          actionButton("Path to…", "All shortest paths to another, which you choose next (P)",
            () => actions.pick(node), isPicking)),
        isPicking ? html("p", { class: "note picking" }, "Choose where the path ends: in the drawing, "
          + "in the list, or by search. Esc cancels.") : null,
        ...neighbours("Needs", node, "needs", parts),
        ...neighbours("Needed by", node, "neededBy", parts),
        node.neededBy.length === 0 ? parts.unresolvedNote() : null,
      ];
    }

    function circleNote(node, actions) {
      if (!node.circle) return null;
      return html("p", { class: "note bad" }, findingMark("circle"),
        node.circle.length > 1 ? `Part of a circle of ${node.circle.length} factories. `
          : "Needs itself to be created. ",
        html("button", {
          type: "button", class: "text", click: () => actions.focusCircle(node.circle),
        }, "Show it"));
    }

    function neighbours(title, node, direction, parts) {
      const all = parts.model.reachable(node, direction).size;
      const edges = node[direction];
      const end = direction === "needs" ? "to" : "from";
      const counts = all > new Set(edges.map((edge) => edge[end])).size
        ? `${edges.length}, indirectly ${all}` : edges.length;
      return [
        html("h3", { class: direction }, `${title} (${counts})`),
        edges.length === 0 ? html("p", { class: "note" }, "Nothing")
          : html("ul", { class: `nodes ${direction}` }, ...edges
            .toSorted((a, b) => (a[end].name < b[end].name ? -1 : 1))
            .map((edge) => parts.step(edge[end], edge))),
      ];
    }

    function groupPanel(group, parts, actions, { isOpen, links, open }) {
      const bundles = (end, other) => links
        .filter((link) => link.isBundle && link[end] === group)
        .sort((a, b) => b.edges.length - a.edges.length)
        .map((link) => ({ item: link[other], edges: link.edges.length }));
      return [
        parts.heading(group.title, null,
          { label: "Back to the overview", action: () => actions.clear() }),
        html("p", { class: "note" }, [group.kind, describeGroup(group)].join(" · ")),
        html("div", { class: "actions" },
          html("button", { type: "button", title: "Show or hide what is in the box",
            "data-group": group.id, click: () => actions.boxes.toggle(group) },
          isOpen ? "Close" : "Open"),
          actionButton("Zoom", "Zoom to this box", () => actions.zoomTo(group))),
        ...groupLinks("Needs", "needs", bundles("from", "to"), parts, actions),
        ...groupLinks("Needed by", "neededBy", bundles("to", "from"), parts, actions),
        html("h3", {}, `Contains (${number(group.members.length)})`),
        group.groups.length > 0 ? groupButtons(group.groups, actions, open) : null,
        parts.links(group.nodes.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
      ];
    }

    function groupLinks(title, style, bundles, parts, actions) {
      const edges = (count) => counted(count, "edge");
      if (bundles.length === 0) return [];
      return [
        html("h3", { class: style }, `${title} (${bundles.length})`),
        html("ul", { class: "nodes groups" }, ...bundles.map(({ item, edges: count }) => html("li", {},
          item.isGroup ? html("button", { type: "button", click: () => actions.showGroup(item) },
            html("span", { class: "name" }, item.title),
            html("span", { class: "badge" }, edges(count)))
            : parts.link(item, edges(count))))),
      ];
    }

    /// The boxes of the drawing, for the keyboard: a button opens and closes one.
    function groupButtons(groups, actions, open) {
      return html("ul", { class: "nodes groups" }, ...groups.map((group) => html("li", {},
        html("button", {
          type: "button", "aria-expanded": String(open.has(group.id)), "data-group": group.id,
          click: () => actions.boxes.toggle(group),
        }, html("span", { class: "twist", "aria-hidden": "true" }),
        html("span", { class: "name" }, group.title),
        html("span", { class: "badge" }, describeGroup(group))))));
    }

    // The panel when nothing is selected.

    /// With more findings, their list is closed at first.
    const MOST_LISTED = 10;
    const GROUP_NAMES = {
      module: "Modules", container: "Containers", folder: "Folders", file: "Files", code: "Boxes",
    };

    function overviewPanel(parts, actions, { root, open, usesKeys }) {
      const { model } = parts;
      const used = [...model.factories]
        .sort((a, b) => b.neededBy.length - a.neededBy.length || (a.id < b.id ? -1 : 1))
        .filter((node) => node.neededBy.length > 1).slice(0, 5);
      return [
        html("h2", { tabindex: -1 }, "Overview"),
        parts.properties([
          ["Factories", number(model.factories.length)], ["Containers", model.containerCount],
          ["Modules with factories", model.modules.size], ["Edges", number(places(model.edges))],
        ]),
        ...circles(model, actions),
        ...findings(parts),
        ...boxes(root, open, actions),
        ...(used.length === 0 ? [] : [html("h3", {}, "Needed most"),
          html("ul", { class: "nodes" }, ...used.map((node) =>
            html("li", {}, parts.link(node, `needed by ${node.neededBy.length}`))))]),
        ...unresolved(parts),
        html("h3", {}, "Keys"),
        html("label", { class: "switch" }, html("input", {
          type: "checkbox", checked: usesKeys,
          change: ({ target }) => { actions.usesKeys = target.checked; },
        }), "Use single keys as commands"),
        parts.properties([
          ["/", "search"], ["F", "show all"], ["+ −", "zoom"], ["T", "direct or all needs"],
          ["I", "isolate the selection"], ["P", "path from the selection"],
          ["R", "who reaches the selection"], ["W", "why the selection is built"],
          ["Esc", "clear the selection"],
        ], "keys"),
      ];
    }

    function boxes(root, open, actions) {
      if (root.groups.length === 0) return [];
      const [{ kind }] = root.groups;
      const alike = root.groups.filter((group) => group.kind === kind);
      return [
        html("h3", {}, `${GROUP_NAMES[kind]} (${alike.length})`),
        html("p", { class: "note" }, "Click a box to open it. A number at a line counts the edges."),
        html("div", { class: "actions" },
          actionButton("Open all", "Show all factories", () => actions.boxes.openAll(true)),
          actionButton("Close all", "Show only the boxes", () => actions.boxes.openAll(false))),
        groupButtons(root.groups, actions, open),
      ];
    }

    function circles(model, actions) {
      const items = model.circles.map((circle) => html("li", {}, html("button", {
        type: "button", class: "circle-button", click: () => actions.focusCircle(circle),
      }, findingMark("circle"),
      html("span", {}, circle.slice(0, 4).map((member) => member.name).join(", ")
        + (circle.length > 4 ? ` and ${circle.length - 4} more` : "")))));
      return [html("h3", {}, `Circular dependencies (${items.length})`),
        items.length > 0 ? html("ul", { class: "nodes" }, ...items)
          : html("p", { class: "note good" }, "No factory needs itself to be created.")];
    }

    function findings(parts) {
      const { findings: found } = parts.model;
      if (!found) return [];
      return [html("h3", {}, `Findings (${number(found.length)})`), found.length === 0
        ? html("p", { class: "note good" }, "Nothing was found by factory check.")
        : html("details", { class: "layer", open: found.length <= MOST_LISTED },
          html("summary", {}, "What factory check says"),
          parts.findings(found, ({ nodes }) => (nodes.length > 0 ? parts.links(nodes) : null)))];
    }

    function unresolved(parts) {
      const places = parts.model.unresolved;
      if (places.length === 0) return [];
      return [html("h3", {}, `Unresolved (${number(places.length)})`), parts.unresolvedNote(),
        html("details", { class: "places" }, html("summary", {}, "The places"),
          html("ul", { class: "unresolved" }, ...places.map(({ path, line, reason }) =>
            html("li", {}, reason, html("code", {}, parts.place({ path, line }))))))];
    }

    /// `12 of 300 factories · 20 edges · no circles · 1 error, 2 warnings`.
    function summaryOf({ factories: { length: all }, circles, findings: found }, shown, edges) {
      const summary = [
        `${shown === all ? "" : `${number(shown)} of `}${counted(all, "factory", "factories")}`,
        counted(edges, "edge"), circles.length === 0 ? "no circles" : counted(circles.length, "circle"),
      ];
      if (!found) return summary.join(" · ");
      const severities = ["error", "warning"]
        .map((name) => [name, found.filter(({ severity }) => severity === name).length])
        .filter(([, length]) => length > 0).map(([name, length]) => counted(length, name));
      return [...summary, severities.join(", ") || "no findings"].join(" · ");
    }

    // The panel at the right: an answer, the selected factory, an open group, or the overview.

    class Panel {
      constructor(element, page) {
        this.element = element;
        this.page = page;
        this.parts = new Parts(page.model, page.styles,
          (node) => page.select(node, { movesFocus: true }));
      }

      /// Draws the panel again. If the focus was in it, it stays on the button that was pressed, or
      /// goes to the title.
      show(button) {
        const { element } = this;
        const focused = document.activeElement?.closest("#details") ? document.activeElement : null;
        const name = button ?? focused?.dataset.group;
        element.replaceChildren(...this.#content().filter((part) => part !== null));
        element.scrollTop = 0;
        if (!focused) return;
        const same = name && [...element.querySelectorAll("button")]
          .find((other) => other.textContent === name || other.dataset.group === name);
        if (same) same.focus();
        else this.focus();
      }

      focus() { this.element.querySelector("h2")?.focus({ preventScroll: true }); }

      /// Scrolls to the panel, which in a narrow window is below the drawing.
      reveal() {
        document.body.classList.remove("is-searching");
        this.element.scrollIntoView({ block: "start" });
      }

      #content() {
        const { page, parts } = this;
        const { open } = page.boxes;
        if (page.answer) return page.answer.panel(parts, page);
        if (page.selected) {
          return nodePanel(page.selected, parts, page, {
            transitive: page.transitive, isPicking: page.isPicking, isolated: page.isolated !== null,
          });
        }
        const { boxes, linksIn } = page.drawing.scene;
        const group = [...boxes.keys()].find((item) => item.isGroup && item.id === page.group);
        if (!group) {
          return overviewPanel(parts, page, { root: page.root, open, usesKeys: page.usesKeys });
        }
        return groupPanel(group, parts, page,
          { isOpen: open.has(group.id), links: linksIn.get(group.parent) ?? [], open });
      }
    }

    // Opens and closes the boxes of groups, where they are.

    class Boxes {
      /// The identifiers of the open groups, which stay when filters make new groups.
      open = new Set();

      constructor(page) { this.page = page; }

      toggle(group) {
        const { page } = this;
        const place = page.camera.placeOf(group);
        const isOpen = !this.open.has(group.id);
        if (isOpen) this.open.add(group.id);
        else this.open.delete(group.id);
        page.layOut();
        page.camera.keep(group, place);
        page.showGroup(group);
        page.say(`${group.title} is ${isOpen ? "open" : "closed"}.`);
      }

      openAll(isOpen) {
        const { page } = this;
        this.open.clear();
        const add = (group) => {
          this.open.add(group.id);
          group.groups.forEach(add);
        };
        if (isOpen) page.root.groups.forEach(add);
        page.layOut();
        page.camera.fit(false);
        page.panel.show(isOpen ? "Open all" : "Close all");
        page.say(isOpen ? "All boxes are open." : "All boxes are closed.");
      }

      /// Opens the boxes that nodes are in. Returns whether one was closed.
      openAround(nodes) {
        const { root, camera } = this.page;
        const closed = [...nodes].flatMap((node) => groupsAround(root, node))
          .filter((group) => !this.open.has(group.id));
        if (closed.length === 0) return false;
        const place = camera.placeOf(closed[0]);
        for (const group of closed) this.open.add(group.id);
        this.page.layOut();
        camera.keep(closed[0], place);
        return true;
      }
    }

    // The panels that answer a question, with what the drawing shows for it.

    const MOST_CHAINS = 20;

    /// All shortest paths from a node to another.
    function pathAnswer(from, to, follows) {
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
    function reachAnswer(node, follows) {
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
    function whyAnswer(node) {
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

    // What is printed: the drawing, the legend, what was found, and a list of the factories that are
    // shown.

    /// The drawing on paper, in pixels, and how many dots they have: 300 in an inch.
    const PAPER = { width: 1092, height: 620 };
    const DOTS = 3;
    /// How much smaller the text of a large drawing may be. A document can be enlarged.
    const MOST_REDUCED = 4;

    /// Fills an element that only paper shows.
    function preparePrint(element, page) {
      const { model, styles, shown, panel: { parts } } = page;
      const canvas = html("canvas");
      drawForPrint(canvas, page);
      const marks = Object.keys(SIGNS).filter((mark) =>
        [...shown].some((node) => node.marks.includes(mark)));
      const entries = [
        ...[...model.scopes.keys()].map((scope) => [scopeMark(styles.get(scope)), scope]),
        ...marks.map((mark) => [findingMark(mark), SIGNS[mark].meaning]),
        ...[...model.edgeKinds.keys()].map((kind) =>
          [lineMark(kind), `${kind}: ${LINES[kind].meaning}`]),
      ];
      const found = model.findings?.filter(({ nodes }) =>
        nodes.length === 0 || nodes.some((node) => shown.has(node))) ?? [];
      element.replaceChildren(html("figure", {}, canvas),
        html("ul", { class: "legend" }, ...entries.map((entry) => html("li", {}, ...entry))),
        html("div", { class: "columns" }, found.length > 0 ? parts.findings(found) : null,
          ...listGroups([...shown].filter((node) => !node.isCode)).flatMap(({ label, members }) => [
            html("h2", {}, label), ...members.map((node) => entryOf(node, parts))])));
    }

    function drawForPrint(canvas, page) {
      const { cards, emphasis, selected } = page.drawing;
      const scene = page.sceneFor({ room: PAPER, cards });
      const size = Math.max(scene.width / PAPER.width, scene.height / PAPER.height);
      const reduced = Math.min(MOST_REDUCED, Math.max(1, size * READABLE));
      const drawing = new Drawing(canvas, page.styles, {
        width: PAPER.width * reduced, height: PAPER.height * reduced, ratio: DOTS / reduced,
      });
      Object.assign(drawing, { emphasis, selected });
      drawing.show(scene);
      drawing.view = drawing.wholeView;
      drawing.draw();
    }

    function entryOf(node, parts) {
      const needs = [...new Set(node.needs.map((edge) => edge.to.name))];
      const notes = [node.type, node.kind === "factory" ? "" : node.kind,
        node.scope === UNSCOPED ? "" : node.scope].filter(Boolean);
      return html("p", { class: "entry" }, parts.mark(node), html("strong", {}, ` ${node.name} `),
        ...node.marks.map(findingMark), ` ${notes.join(", ")}`,
        needs.length > 0 ? html("span", {}, ` → ${needs.join(", ")}`) : null);
    }

    // Buttons, keys and events of the window, and what they do to the page.

    function listen(page) {
      const { camera, tree, model } = page;
      const on = (id, action) => document.getElementById(id).addEventListener("click", action);
      on("skip", (event) => {
        event.preventDefault();
        tree.focus();
      });
      on("zoom-in", () => camera.zoom(1.4));
      on("zoom-out", () => camera.zoom(1 / 1.4));
      on("fit", () => camera.fit());
      on("reset", () => page.showAll());
      on("theme", () => toggleTheme(page));
      document.addEventListener("keydown", (event) => pressed(event, page));
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => page.recolor());
      window.addEventListener("hashchange", () => {
        const node = model.byID.get(decodeURIComponent(location.hash.slice(1)));
        if (node) page.select(node);
      });
      const printed = document.getElementById("printed");
      window.addEventListener("beforeprint", () => preparePrint(printed, page));
      window.addEventListener("afterprint", () => printed.replaceChildren());
    }

    function pressed(event, page) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { search, camera } = page;
      const isTyping = event.target === search.field;
      if (event.key === "Escape") {
        if (isTyping && search.field.value) search.clear();
        else page.clear();
        return;
      }
      const actions = {
        "/": () => search.field.focus(), f: () => camera.fit(),
        "+": () => camera.zoom(1.25), "-": () => camera.zoom(0.8),
        t: () => page.toggleTransitive(), i: () => page.toggleIsolated(),
        p: () => page.pick(page.selected), r: () => page.whoReaches(page.selected),
        w: () => page.why(page.selected),
      };
      if (isTyping || !page.usesKeys || event.defaultPrevented) return;
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]();
    }

    function toggleTheme(page) {
      const root = document.documentElement;
      const isDark = getComputedStyle(root).colorScheme === "dark"
        || !root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      page.recolor();
    }

    // The page: what is selected, searched, filtered, opened and asked, and who has to know.

    class Page {
      selected = null;
      /// The identifier of the group in the panel.
      group = null;
      answer = null;
      isPicking = false;
      transitive = false;
      isolated = null;
      usesKeys = true;
      #lastToggle = -Infinity;

      constructor(data) {
        this.model = new Model(data);
        this.styles = scopeStyles(this.model.scopes.keys());
        this.canvas = document.getElementById("canvas");
        this.search = new Search(document.getElementById("search"), this);
        this.tooltip = new Tooltip(document.getElementById("tooltip"));
        this.drawing = new Drawing(this.canvas, this.styles);
        this.panel = new Panel(document.getElementById("details"), this);
        this.boxes = new Boxes(this);
        this.tree = new Tree(document.getElementById("tree"), this.model, this.styles,
          (node) => this.select(node));
        this.filters = new Filters(document.getElementById("filters"), this.model, this.styles,
          () => this.filter());
        this.camera = new Camera(this.drawing, {
          click: (item, event) => this.#click(item, event),
          hover: (item, event) => this.#hover(item, event),
          open: (item) => !item.isGroup && this.zoomTo(item),
        });
        listen(this);
        this.tree.show(new Set(this.model.nodes));
        // The list can be used before the drawing is laid out.
        requestAnimationFrame(() => setTimeout(() => {
          this.filter({ announces: false });
          this.panel.show();
          const id = decodeURIComponent(location.hash.slice(1));
          if (this.model.byID.has(id)) this.select(this.model.byID.get(id));
          document.documentElement.dataset.ready = "true";
          performance.mark("ready");
        }));
      }

      // --- What is shown ---

      /// Shows what the filters and the isolation permit, laid out again.
      filter({ announces = true } = {}) {
        const { choices } = this.filters;
        const isShown = (node) => choices.showsNode(node)
          && (!this.isolated || this.isolated.has(node));
        const factories = this.model.factories.filter(isShown);
        const shown = new Set(factories);
        this.edges = this.model.edges.filter((edge) => choices.showsEdge(edge)
          && isShown(edge.from) && isShown(edge.to));
        for (const { from, to } of this.edges) shown.add(from).add(to);
        this.shown = shown;
        this.root = groupsOf(this.model.nodes.filter((node) => shown.has(node)));
        this.layOut();
        if (this.root.factories <= MOST_UNGROUPED) this.camera.start();
        else this.camera.fit(false);
        if (this.selected && !shown.has(this.selected)) this.select(null);
        this.search.find();
        document.getElementById("empty").hidden = shown.size > 0;
        document.getElementById("reset").hidden = !choices.isActive && !this.isolated;
        const summary = summaryOf(this.model, factories.length, places(this.edges));
        document.getElementById("summary").textContent = summary;
        if (announces) this.say(summary);
      }

      layOut() {
        performance.mark("layout");
        this.drawing.show(this.sceneFor(this.drawing));
        performance.measure("layout", "layout");
        this.#emphasize();
      }

      sceneFor({ room, cards }) {
        const { root, edges, boxes: { open } } = this;
        return new Scene({ root, open, edges, room,
          measure: (name, detail) => cards.measure(name, detail) });
      }

      showAll() {
        this.isolated = null;
        this.answer = null;
        this.filters.reset();
        this.panel.show();
      }

      #isolate(nodes) {
        if (this.isolated === nodes) return;
        this.isolated = nodes;
        this.filter();
      }

      // --- Boxes ---

      showGroup(group) {
        this.group = group.id;
        if (this.selected && !this.isPicking) this.select(null);
        this.panel.show();
        this.panel.reveal();
      }

      // --- Selection ---

      select(node, { movesFocus = false, stays = false } = {}) {
        if (this.isPicking && node && node !== this.selected) return this.path(this.selected, node);
        this.isPicking = false;
        if (this.answer && !node) this.closeAnswer();
        this.answer = null;
        if (node && !this.shown?.has(node)) this.showAll();
        this.selected = node;
        if (node) this.group = null;
        this.drawing.selected = node;
        this.tree.select(node);
        this.panel.show();
        this.#emphasize();
        if (node) {
          const hasOpened = this.boxes.openAround([node]);
          if (!stays || hasOpened) this.camera.reveal(node);
          this.say(`${node.name} selected. Needs ${node.needs.length}, `
            + `needed by ${node.neededBy.length}.`);
        }
        document.body.classList.toggle("has-selection", node !== null);
        history.replaceState(null, "", node ? `#${encodeURIComponent(node.id)}` : location.pathname);
        if (node) this.panel.reveal();
        if (movesFocus) this.panel.focus();
      }

      /// Ends what is going on, the last first: picking, an answer, the selection.
      clear() {
        if (this.isPicking) {
          this.isPicking = false;
          this.panel.show("Path to…");
        } else if (this.answer) this.closeAnswer();
        else {
          this.group = null;
          this.select(null);
        }
      }

      zoomTo(item) {
        this.camera.focus(item.isGroup ? [item] : new Set([item,
          ...item.needs.map((edge) => edge.to), ...item.neededBy.map((edge) => edge.from)]), item);
      }

      focusCircle(circle) {
        if (!circle.every((node) => this.shown.has(node))) this.showAll();
        this.select(circle[0], { stays: true });
        this.boxes.openAround(circle);
        const nodes = new Set(circle);
        const edges = this.model.edges.filter((edge) => edge.inCircle && nodes.has(edge.from));
        this.drawing.emphasis = { nodes, edges: new Map(edges.map((edge) => [edge, "--error"])) };
        this.drawing.redraw();
        this.camera.focus(circle, circle[0]);
      }

      toggleTransitive() {
        this.transitive = !this.transitive;
        this.panel.show("Indirect too");
        this.#emphasize();
      }

      toggleIsolated() {
        const node = this.selected;
        if (this.answer) return this.closeAnswer();
        if (!node) return;
        this.#isolate(this.isolated ? null : new Set([node,
          ...this.model.reachable(node, "needs"), ...this.model.reachable(node, "neededBy")]));
        this.boxes.openAround([node]);
        this.panel.show("Isolate");
        this.camera.reveal(node);
      }

      // --- Questions ---

      pick(node) {
        if (!node) return;
        if (this.answer) this.closeAnswer();
        this.isPicking = !this.isPicking;
        if (this.isPicking) this.search.clear();
        this.panel.show("Path to…");
        if (this.isPicking) this.say("Choose where the path ends. Escape cancels.");
      }

      path(from, to) {
        this.#show(pathAnswer(from, to, (edge) => this.filters.choices.showsEdge(edge)), from);
      }

      whoReaches(node) {
        if (!node) return;
        this.#show(reachAnswer(node, (edge) => this.filters.choices.showsEdge(edge)), node);
      }

      why(node) {
        if (node && !node.isCode) this.#show(whyAnswer(node), node);
      }

      /// Shows an answer: in the whole drawing if that is small, and otherwise alone.
      #show(answer, node) {
        this.isPicking = false;
        const wasAlone = this.answer?.isAlone;
        this.answer = null;
        if (![...answer.nodes].every((member) => this.shown.has(member))) this.showAll();
        this.selected = this.drawing.selected = node;
        this.tree.select(node);
        answer.isAlone = wasAlone || this.root.factories > MOST_UNGROUPED;
        this.answer = answer;
        if (answer.isAlone) this.#isolate(answer.nodes);
        else this.camera.focus(answer.nodes, node);
        this.#emphasize();
        this.panel.show();
        this.panel.reveal();
        this.panel.focus();
        this.say(answer.said);
      }

      closeAnswer() {
        const { isAlone } = this.answer;
        this.answer = null;
        if (isAlone) this.#isolate(null);
        this.panel.show();
        this.#emphasize();
        if (this.selected && isAlone) {
          this.boxes.openAround([this.selected]);
          this.camera.reveal(this.selected);
        }
      }

      // --- Emphasis ---

      /// Highlights what the selection needs and what needs it, or the answer.
      #emphasize() {
        const { answer, selected: node, model, transitive } = this;
        const follows = (edge) => this.filters.choices.showsEdge(edge);
        this.drawing.emphasis = answer ? { nodes: answer.nodes, edges: answer.edges }
          : node ? emphasisOf(node, { model, transitive, follows }) : null;
        this.drawing.redraw();
      }

      say(text) { document.getElementById("status").textContent = text; }

      recolor() {
        this.drawing.colors = readColors();
        this.drawing.redraw();
      }

      #click(item, { timeStamp }) {
        if (!item?.isGroup) return item ? this.select(item, { stays: true }) : this.clear();
        // The second click of a double click does not close what the first has opened.
        if (timeStamp - this.#lastToggle < 350) return;
        this.#lastToggle = timeStamp;
        this.boxes.toggle(item);
      }

      #hover(item, place) {
        if (item !== this.drawing.hovered) {
          this.drawing.hovered = item;
          this.canvas.classList.toggle("over-node", item !== null);
          this.drawing.redraw();
        }
        const isOpen = item?.isGroup && this.boxes.open.has(item.id);
        this.tooltip.show(item, place, this.canvas.clientWidth, isOpen);
      }
    }

    new Page(JSON.parse(document.getElementById("data").textContent));
    </script>
    </body>
    </html>
    """#
  }
}
