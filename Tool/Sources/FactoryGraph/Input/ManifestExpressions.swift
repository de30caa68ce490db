// Factory, MIT licence; see LICENSE
//
// Reads the expressions of a manifest: literals, lists and constants.
/// The expressions of a manifest, which is not run.
struct ManifestExpressions {
  let facts: FileFacts

  func chain(_ argument: CallArgument?) -> Chain? {
    argument?.chain.map { facts.chains[$0] }
  }

  func string(_ argument: CallArgument?) -> String? {
    chain(argument).map { string($0) } ?? argument.flatMap { string(in: $0.range) }
  }

  /// The text of an expression: a literal, a constant, or several of them with `+` or in a literal.
  func string(in range: PlaceRange) -> String? { string(in: range, depth: 0) }

  /// - Parameter depth: The number of constants that were followed. Those that need each other would
  ///   not end.
  private func string(in range: PlaceRange, depth: Int) -> String? {
    if let composed = facts.composedTexts.first(where: { $0.range == range }) {
      var text = ""
      for part in composed.parts {
        switch part {
        case .text(let part): text += part
        case .chain(let index):
          guard let part = string(facts.chains[index], depth: depth) else { return nil }
          text += part
        }
      }
      return text
    }
    guard let chain = outermost(in: range).first, chain.range == range else { return nil }
    return string(chain, depth: depth)
  }

  private func string(_ chain: Chain, depth: Int) -> String? {
    guard chain.links.isEmpty, depth < 16 else { return nil }
    switch chain.root {
    case .string(let text): return text
    case .name: return constant(chain).flatMap { string(in: $0, depth: depth + 1) }
    case .other where facts.composedTexts.contains { $0.range == chain.range }:
      return string(in: chain.range, depth: depth + 1)
    default: return nil
    }
  }

  func string(_ chain: Chain) -> String? { string(chain, depth: 0) }

  /// The value of the only constant that a name can mean.
  func constant(_ chain: Chain) -> PlaceRange? {
    guard case .name(let name) = chain.root, chain.links.isEmpty else { return nil }
    let members = facts.members.filter { $0.name == name && $0.owner == nil }
    guard members.count == 1, members[0].region == 0, members[0].storage == .letStored else {
      return nil
    }
    if let value = members[0].value { return facts.chains[value].range }
    // With operators, it is no chain.
    return facts.composedTexts.first {
      $0.range.start == members[0].assignment?.end && $0.range.end == members[0].valueEnd
    }?.range
  }

  /// The elements of a literal, or the expression itself.
  func items(in range: PlaceRange) -> [Chain] {
    outermost(in: range).flatMap { chain in
      chain.root == .collection && chain.links.isEmpty ? items(in: inside(chain.range)) : [chain]
    }
  }

  /// The texts of a list of literals, constants and texts of them; nil if it has something else.
  /// Lists that are connected have the elements of both.
  func strings(in range: PlaceRange) -> [String]? {
    let operations = operationsOnTexts(in: range)
    var found: [String] = []
    for operation in operations {
      guard let text = string(in: operation) else { return nil }
      found.append(text)
    }
    for item in items(in: range) where !operations.contains(where: { $0.contains(item.range) }) {
      guard let text = string(item) else { return nil }
      found.append(text)
    }
    return found
  }

  /// Whether an expression makes a text of others with an operator, such as `base + "/Sources"`.
  func connectsTexts(in range: PlaceRange) -> Bool { !operationsOnTexts(in: range).isEmpty }

  private func operationsOnTexts(in range: PlaceRange) -> [PlaceRange] {
    facts.operations.filter { operation in
      range.contains(operation) && outermost(in: operation).contains { string($0) != nil }
    }
  }

  /// The chains of an expression that are not part of another one.
  func outermost(in range: PlaceRange) -> [Chain] {
    var found: [Chain] = []
    let inner = facts.chains.filter { range.contains($0.range) }
    for chain in inner.sorted(by: {
      ($0.range.start, $1.range.end) < ($1.range.start, $0.range.end)
    })
    where !(found.last?.range.contains(chain.range) ?? false) {
      found.append(chain)
    }
    return found
  }

  /// Without the brackets of a literal.
  func inside(_ range: PlaceRange) -> PlaceRange {
    PlaceRange(
      start: Place(line: range.start.line, column: range.start.column + 1), end: range.end)
  }
}
