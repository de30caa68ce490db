// Factory, MIT licence; see LICENSE
//
// The page: its landmarks, its panels and its policy that forbids requests.
extension Page {
  static func markup(title: String, style: String, data: String, script: String) -> String {
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
    \#(style)
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
    <script type="application/json" id="graph">\#(data)</script>
    <script type="module">
    \#(script)
    </script>
    </body>
    </html>
    """#
  }
}
