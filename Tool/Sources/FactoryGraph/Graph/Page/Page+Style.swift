// Factory, MIT licence; see LICENSE
//
// How the page looks: light, dark, narrow and printed.
extension Page {
  static let style = #"""
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
    """#
}
