// Factory, MIT licence; see LICENSE
//
// The contexts that modifiers set closures for.
extension Program {
  /// The contexts that a modifier sets. Arguments that are no texts are listed as unresolved.
  func contexts(_ name: String, _ call: Call, _ file: Int) -> [String] {
    switch name {
    case "onArg", "onArgs": launchArguments(call.arguments.filter { $0.closure == nil }, file)
    case "context": call.arguments.flatMap { contexts($0, file) }
    default: FactoryTypes.contexts[name].map { [$0] } ?? []
    }
  }

  /// `.test`, `.arg("demo")` and the like.
  private func contexts(_ argument: CallArgument, _ file: Int) -> [String] {
    guard let index = argument.chain, let link = files[file].facts.chains[index].links.first,
      let name = link.name
    else { return [] }
    if name == "arg" || name == "args" { return launchArguments(link.call?.arguments ?? [], file) }
    return [name]
  }

  private func launchArguments(_ arguments: [CallArgument], _ file: Int) -> [String] {
    let facts = files[file].facts
    return arguments.flatMap { argument -> [String] in
      // The elements of a literal array are chains within the argument.
      let chains =
        argument.chain.map { [$0] }
        ?? facts.chains.indices.filter { index in
          argument.range.contains(facts.chains[index].range)
            && facts.chains[index].root != .collection && !isPart(index, of: argument, facts)
        }
      return chains.compactMap { index in
        if let text = text(Reference(file, index)) { return "arg(\(text))" }
        let location = Location(file, facts.chains[index].place)
        if !unresolved.contains(where: { $0.location == location }) {
          unresolved.append(
            (location, "the text is not a constant, so it is not known which launch argument it is")
          )
        }
        return nil
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
