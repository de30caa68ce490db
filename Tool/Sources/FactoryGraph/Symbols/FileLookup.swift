// Factory, MIT licence; see LICENSE
//
// An index of a file's facts, and the regions around a piece of code.
/// What is looked up in a file's facts again and again.
final class FileLookup {
  /// The local variables of each region, by name.
  private var variables: [[String: [Int]]]
  /// The call whose argument each chain is.
  private var calls: [(chain: Int, link: Int, label: String?)?]
  /// The chains of each region.
  private var chains: [[Int]]
  /// The clauses of `#if` and the branches in each region.
  private var conditions: [[Int]]
  /// The first region after each one that is not in it: regions are in the order of their beginnings.
  private var ends: [Int]
  /// The code in each region that does not run each time that the region does.
  private var conditional: [[PlaceRange]]
  /// The variables and members whose values chains are.
  let variableOfValue: [Int: Int]
  let memberOfValue: [Int: Int]

  init(_ facts: FileFacts) {
    variables = Array(repeating: [:], count: facts.regions.count)
    chains = Array(repeating: [], count: facts.regions.count)
    conditions = chains
    ends = Array(facts.regions.indices)
    calls = Array(repeating: nil, count: facts.chains.count)
    conditional = Array(repeating: [], count: facts.regions.count)
    variableOfValue = Self.byValue(facts.variables.map(\.value))
    memberOfValue = Self.byValue(facts.members.map(\.value))
    for (index, variable) in facts.variables.enumerated() {
      variables[variable.region][variable.name, default: []].append(index)
    }
    for (index, chain) in facts.chains.enumerated() {
      chains[chain.region].append(index)
      for (position, link) in chain.links.enumerated() {
        for argument in link.call?.arguments ?? [] {
          if let inner = argument.chain { calls[inner] = (index, position, argument.label) }
        }
      }
    }
    for fact in facts.conditions { conditional[fact.region].append(fact.range) }
    for (index, region) in facts.regions.enumerated() {
      if case .condition = region.kind, let parent = region.parent {
        conditions[parent].append(index)
      }
    }
    for index in facts.regions.indices.reversed() {
      ends[index] = max(ends[index], index + 1)
      if let parent = facts.regions[index].parent { ends[parent] = max(ends[parent], ends[index]) }
    }
  }

  private static func byValue(_ values: [Int?]) -> [Int: Int] {
    let found = values.enumerated().compactMap { index, value in value.map { ($0, index) } }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// The local variables of a name in a region, without those of the clauses of `#if` in it.
  func variables(named name: String, of region: Int) -> [Int] { variables[region][name] ?? [] }

  /// The call whose argument a chain is.
  func call(around chain: Int) -> (chain: Int, link: Int, label: String?)? {
    calls.indices.contains(chain) ? calls[chain] : nil
  }

  /// Whether the code at a place may not run although its region does.
  func isConditional(_ place: Place, in region: Int) -> Bool {
    conditional[region].contains { $0.contains(place) }
  }

  /// A region and those in it.
  func regions(within region: Int) -> Range<Int> { region..<ends[region] }

  /// The chains of a region and of those in it.
  func chains(within region: Int) -> [Int] {
    regions(within: region).flatMap { chains[$0] }
  }

  /// The chains of a region, and of the clauses of `#if` in it.
  func chains(in region: Int) -> [Int] {
    chains[region] + conditions[region].flatMap { chains(in: $0) }
  }
}

/// A region of a file and those around it, the innermost first.
struct EnclosingRegions: Sequence, IteratorProtocol {
  let regions: [Region]
  var index: Int?

  mutating func next() -> (index: Int, region: Region)? {
    guard let index else { return nil }
    let region = regions[index]
    self.index = region.parent
    return (index, region)
  }
}
