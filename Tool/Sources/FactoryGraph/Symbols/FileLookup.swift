// Factory, MIT licence; see LICENSE
//
// An index of a file's facts.
/// What is looked up in a file's facts again and again.
final class FileLookup {
  /// The local variables of each region.
  private var variables: [[Int]]
  /// The call whose argument each chain is.
  private var calls: [(chain: Int, link: Int, label: String?)?]
  /// The chains of each region.
  private var chains: [[Int]]
  /// The clauses of `#if` and the branches in each region.
  private var conditions: [[Int]]

  init(_ facts: FileFacts) {
    variables = Array(repeating: [], count: facts.regions.count)
    chains = variables
    conditions = variables
    calls = Array(repeating: nil, count: facts.chains.count)
    for (index, variable) in facts.variables.enumerated() {
      variables[variable.region].append(index)
    }
    for (index, chain) in facts.chains.enumerated() {
      chains[chain.region].append(index)
      for (position, link) in chain.links.enumerated() {
        for argument in link.call?.arguments ?? [] {
          if let inner = argument.chain { calls[inner] = (index, position, argument.label) }
        }
      }
    }
    for (index, region) in facts.regions.enumerated() {
      if case .condition = region.kind, let parent = region.parent {
        conditions[parent].append(index)
      }
    }
  }

  /// The local variables of a region, without those of the clauses of `#if` in it.
  func ownVariables(of region: Int) -> [Int] { variables[region] }

  /// The call whose argument a chain is.
  func call(around chain: Int) -> (chain: Int, link: Int, label: String?)? {
    calls.indices.contains(chain) ? calls[chain] : nil
  }

  /// The chains of a region, and of the clauses of `#if` in it.
  func chains(in region: Int) -> [Int] {
    chains[region] + conditions[region].flatMap { chains(in: $0) }
  }

  /// The local variables of a region, and of the clauses of `#if` in it.
  func variables(in region: Int) -> [Int] {
    variables[region] + conditions[region].flatMap { variables(in: $0) }
  }
}
