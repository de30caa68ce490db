// Factory, MIT licence; see LICENSE
//
// Reads modifiers, with the scopes and contexts that they set.
extension HasProgram {
  /// The modifier at a link of a chain.
  func modifier(_ chain: Chain, _ chainIndex: Int, _ index: Int, _ file: FileIndex) -> Modifier? {
    let facts = files[file].facts
    let link = chain.links[index]
    guard let name = link.name else { return nil }
    var modifier = Modifier(name: name, place: link.place, chain: chainIndex, link: index)
    modifier.closure = link.call?.closures.last?.region
    modifier.isConditional = link.isConditional
    if ScopeName.builtIn.contains(name) {
      modifier.scope = ScopeName(name: name)
    } else if name == "scope", let argument = link.call?.arguments.first {
      modifier.scope = facts.scopeName(argument)
    } else if name == "custom", let argument = link.call?.argument("scope") {
      // 2.x
      modifier.scope = facts.scopeName(argument)
    }
    if FactoryTypes.contexts[name] != nil, let call = link.call {
      readContexts(name, call, file, &modifier)
    }
    return modifier
  }

  // MARK: Contexts

  /// Reads the contexts that a modifier sets.
  private func readContexts(
    _ name: String, _ call: Call, _ file: FileIndex, _ modifier: inout Modifier
  ) {
    switch name {
    case "onArg", "onArgs":
      readLaunchArguments(call.arguments.filter { $0.closure == nil }, file, &modifier)
    case "context":
      for argument in call.arguments { readContexts(argument, file, &modifier) }
    default: modifier.contexts += FactoryTypes.contexts[name].map { [$0] } ?? []
    }
  }

  /// `.test`, `.arg("demo")` and the like.
  private func readContexts(_ argument: CallArgument, _ file: FileIndex, _ modifier: inout Modifier)
  {
    guard let index = argument.chain, let link = files[file].facts.chains[index].links.first,
      let name = link.name
    else { return }
    if name == "arg" || name == "args" {
      readLaunchArguments(link.call?.arguments ?? [], file, &modifier)
    } else {
      modifier.contexts.append(name)
    }
  }

  private func readLaunchArguments(
    _ arguments: [CallArgument], _ file: FileIndex, _ modifier: inout Modifier
  ) {
    let facts = files[file].facts
    for argument in arguments {
      // The elements of a literal array are chains within the argument.
      let chains =
        argument.chain.map { [$0] }
        ?? facts.chains.indices.filter { index in
          argument.range.contains(facts.chains[index].range)
            && facts.chains[index].root != .collection && !isPart(index, of: argument, facts)
        }
      for index in chains {
        if let text = text(Reference(file, index)) {
          modifier.contexts.append("arg(\(text))")
        } else {
          modifier.unknownArguments.append(Location(file, facts.chains[index].place))
        }
      }
    }
  }

  /// Whether a chain is within another one of an argument, other than the literal array.
  private func isPart(_ index: Int, of argument: CallArgument, _ facts: FileFacts) -> Bool {
    let range = facts.chains[index].range
    return facts.chains.indices.contains { other in
      let chain = facts.chains[other]
      return other != index && chain.root != .collection && argument.range.contains(chain.range)
        && chain.range.contains(range) && chain.range != range
    }
  }
}

extension FileFacts {
  /// The name of a scope that an argument is.
  func scopeName(_ argument: CallArgument) -> ScopeName? {
    argument.chain.flatMap { ScopeName(chains[$0]) }
  }
}

extension [Unresolved] {
  /// Lists the arguments of a modifier that are no constants, unless they are listed already.
  mutating func addUnknownArguments(of modifier: Modifier) {
    for location in modifier.unknownArguments where !contains(where: { $0.location == location }) {
      append(Unresolved(location, .launchArgument))
    }
  }
}
