// Factory, MIT licence; see LICENSE
import FactoryGraph

/// Names and types that have a meaning in HTML, JavaScript, JSON, Mermaid or DOT.
public func hostileGraph() throws -> Graph {
  var text = GraphText()
  text.container("Container")
  let names = [
    "</script><script>document.title='broken'</script>", "<!--<script>", "<img src=x onerror=x>",
    "quote\"quote'quote`", "back\\slash\\n", "line\nbreak", "café 👩‍👩‍👧 العربية", "#quot; & %% ;",
    "__proto__", "constructor", "\u{2028}separator",
  ]
  let identifiers = names.map { name in
    text.factory(
      name, type: "Dictionary<String, [any P<Int>]>?", scope: "<b>\"scope\"</b>",
      otherTargets: ["<i>Widget"])
  }
  for (from, to) in zip(identifiers, identifiers.dropFirst()) { text.edge(from, to) }
  text.edge("type:App.</script>", identifiers[0], .resolve)
  text.edge(identifiers[0], "App.Container.unknown", .lazy)
  text.edge(identifiers[1], identifiers[1])
  text.unresolved("</script> \"name\"")
  return try text.graph()
}
