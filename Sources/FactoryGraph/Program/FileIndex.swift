// Factory, MIT licence; see LICENSE
//
// An index of a file's facts.
#if Tool
  /// What is looked up in a file's facts again and again.
  struct FileIndex {
    /// The local variables of each region.
    private(set) var variables: [Int: [Int]] = [:]
    /// The call whose argument a chain is.
    private(set) var parents: [Int: (chain: Int, link: Int, label: String?)] = [:]
    private var chains: [Int: [Int]] = [:]
    private var conditions: [Int: [Int]] = [:]

    init(_ facts: FileFacts) {
      for (index, variable) in facts.variables.enumerated() {
        variables[variable.region, default: []].append(index)
      }
      for (index, chain) in facts.chains.enumerated() {
        chains[chain.region, default: []].append(index)
        for (position, link) in chain.links.enumerated() {
          for argument in link.call?.arguments ?? [] {
            if let inner = argument.chain { parents[inner] = (index, position, argument.label) }
          }
        }
      }
      for (index, region) in facts.regions.enumerated() {
        if case .condition = region.kind, let parent = region.parent {
          conditions[parent, default: []].append(index)
        }
      }
    }

    /// The chains of a region, and of the clauses of `#if` in it.
    func chains(in region: Int) -> [Int] {
      (chains[region] ?? []) + (conditions[region] ?? []).flatMap { chains(in: $0) }
    }

    /// The local variables of a region, and of the clauses of `#if` in it.
    func variables(in region: Int) -> [Int] {
      (variables[region] ?? []) + (conditions[region] ?? []).flatMap { variables(in: $0) }
    }
  }
#endif
