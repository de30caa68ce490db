// Factory, MIT licence; see LICENSE
//
// The text of `factory explain`, which fits on a screen.
extension Explanation {
  /// The lines of a terminal, and how many factories share them.
  private static let screen = (lines: 24, factories: 3)

  /// Empty if no factory has the name.
  public func text() -> String {
    let shown = factories.prefix(Self.screen.factories)
    let lines = Self.screen.lines / max(shown.count, 1) - (shown.count > 1 ? 1 : 0)
    var text = shown.map { $0.text(lines: lines) }.joined(separator: "\n")
    let more = factories.count - shown.count
    if more > 0 { text += "… and \(more) more of this name. Write Container.name or a module.\n" }
    return text
  }
}

extension Explanation.Factory {
  /// - Parameter lines: how many lines the text may have.
  fileprivate func text(lines: Int) -> String {
    var head = ["\(id): \(declaration)", "  declared at \(path):\(line):\(column)"]
    head.append("  lifetime: \(lifetime.text)")
    if let isolation { head.append("  isolated to: \(isolation)") }
    if !contexts.isEmpty { head.append("  contexts: \(contexts.joined(separator: ", "))") }
    if let circle { head.append("  circle: \(circle.joined(separator: " → "))") }
    let sections = [
      ("needs", needs.map { edge($0, $0.to) }),
      ("needed by", neededBy.map { edge($0, $0.from) }),
      ("registered by", registeredBy.map { edge($0, $0.from) }),
      ("reached by", chains.map { $0.joined(separator: " → ") }),
    ].filter { !$0.1.isEmpty }
    let room = max(lines - head.count - sections.count, sections.count)
    let rooms = Self.shares(of: room, sections.map { $0.1.count })
    for ((title, entries), room) in zip(sections, rooms) {
      let shown = entries.count > room ? room - 1 : entries.count
      head.append("  \(title):")
      head += entries.prefix(shown).map { "    \($0)" }
      if shown < entries.count { head.append("    … and \(entries.count - shown) more") }
    }
    return head.joined(separator: "\n") + "\n"
  }

  /// Divides lines among sections: each gets one in turn until it has enough.
  private static func shares(of lines: Int, _ counts: [Int]) -> [Int] {
    var shares = counts.map { _ in 0 }
    var rest = lines
    while rest > 0,
      let next = counts.indices.filter({ shares[$0] < counts[$0] })
        .min(by: { shares[$0] < shares[$1] })
    {
      shares[next] += 1
      rest -= 1
    }
    return shares
  }

  private func edge(_ edge: Graph.Edge, _ other: String) -> String {
    let kind =
      edge.kind == .construct || edge.kind == .register ? "" : " (\(edge.kind.rawValue))"
    return "\(other)\(kind), \(edge.path):\(edge.line)"
  }

  private var declaration: String {
    let name =
      switch kind {
      case .factory: "factory"
      case .parameter: "factory with a parameter"
      case .throwing: parameterised ? "throwing factory with a parameter" : "throwing factory"
      case .async:
        parameterised ? "asynchronous factory with a parameter" : "asynchronous factory"
      case .mainActor: parameterised ? "main-actor factory with a parameter" : "main-actor factory"
      case .group: "group"
      case .promise: "promise"
      }
    return "\(name) of \(type)"
  }
}
