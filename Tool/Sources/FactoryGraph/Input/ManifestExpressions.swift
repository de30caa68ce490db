// Factory, MIT licence; see LICENSE
//
// Reads the expressions of a manifest: literals, lists and constants.
/// The expressions of a manifest, which is not run.
struct ManifestExpressions {
  let facts: FileFacts

  func chain(_ argument: CallArgument?) -> Chain? {
    argument?.chain.map { facts.chains[$0] }
  }

  func string(_ argument: CallArgument?) -> String? { chain(argument).flatMap { string($0) } }

  /// The text of a literal, or of a constant.
  func string(_ chain: Chain) -> String? {
    guard chain.links.isEmpty else { return nil }
    switch chain.root {
    case .string(let text): return text
    case .name:
      guard let range = constant(chain), let value = outermost(in: range).first,
        value.range == range, case .string(let text) = value.root, value.links.isEmpty
      else { return nil }
      return text
    default: return nil
    }
  }

  /// The value of the only constant that a name can mean.
  func constant(_ chain: Chain) -> PlaceRange? {
    guard case .name(let name) = chain.root, chain.links.isEmpty else { return nil }
    let members = facts.members.filter { $0.name == name && $0.owner == nil }
    guard members.count == 1, members[0].region == 0, members[0].storage == .letStored,
      let value = members[0].value
    else { return nil }
    return facts.chains[value].range
  }

  /// The elements of a literal, or the expression itself.
  func items(in range: PlaceRange) -> [Chain] {
    outermost(in: range).flatMap { chain in
      chain.root == .collection && chain.links.isEmpty ? items(in: inside(chain.range)) : [chain]
    }
  }

  /// Whether an expression makes a text of others with an operator, such as `base + "/Sources"`. Lists
  /// that are connected have the elements of both.
  func connectsTexts(in range: PlaceRange) -> Bool {
    facts.operations.contains { operation in
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
