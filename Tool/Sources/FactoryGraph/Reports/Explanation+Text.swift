// Factory, MIT licence; see LICENSE
//
// The text of `factory explain`, which fits on a screen.
extension Explanation {
  /// The lines of a terminal.
  private static let lines = 24

  /// Empty if no factory has the name.
  ///
  /// - Parameter arguments: what followed the name on the command line.
  public func text(arguments: [String] = []) -> String {
    if factories.count == 1 { return factories[0].text(lines: Self.lines) }
    return factories.map { factory in
      let words = ["factory explain", factory.id.quotedForShell] + arguments.map(\.quotedForShell)
      return "\(factory.id): \(factory.declaration), \(factory.path):\(factory.line):"
        + "\(factory.column); \(words.joined(separator: " "))\n"
    }.joined()
  }
}

extension String {
  /// A word of a command line.
  fileprivate var quotedForShell: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "._/-".contains($0) }
    return isPlain ? self : "'\(replacing("'", with: "'\\\\''"))'"
  }
}

extension Explanation.Factory {
  /// - Parameter lines: how many lines the text may have.
  fileprivate func text(lines: Int) -> String {
    var head = ["\(id): \(declaration)", "  declared at \(path):\(line):\(column)"]
    if targets.count > 1 { head.append("  targets: \(targets.joined(separator: ", "))") }
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

  fileprivate var declaration: String {
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
