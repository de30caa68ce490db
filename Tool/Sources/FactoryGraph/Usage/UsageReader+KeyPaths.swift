// Factory, MIT licence; see LICENSE
//
// Finds key paths of factories that variables, properties and parameters hold, and that are passed to
// functions which the program does not declare, such as `resolve(keyPath)`.
extension UsageReader {
  func readPassedKeyPath(_ reference: ChainReference) {
    let chain = chain(reference)
    guard let call = lookup(in: reference.file).call(around: reference.index),
      chain.links.allSatisfy({ $0.call == nil }), !attributeChains.contains(call.chain),
      self.chain(Reference(reference.file, call.chain)).links[call.link].name
        != Link.keyPathSubscript,
      let container = container(ofKeyPath: reference)
    else { return }
    if let keyPath = keyPath(reference) {
      read(keyPath, chain, reference)
    } else {
      passedKeyPaths.append((reference, container))
    }
  }

  /// The container of an expression whose declared type is that of a factory's key path.
  private func container(ofKeyPath reference: ChainReference) -> ContainerIndex? {
    switch chain(reference).root {
    case .name, .me: break
    default: return nil
    }
    guard let type = declaredType(of: reference)?.name, type.name.hasSuffix("KeyPath"),
      type.arguments.count == 2, isFactory(type.arguments[1], in: reference)
    else { return nil }
    return container(named: type.arguments[0].base, from: reference.file)
  }

  /// Whether a type is one of factories, or a generic parameter of the function around some code.
  private func isFactory(_ type: TypeExpression, in reference: ChainReference) -> Bool {
    if FactoryTypes.all[types.unaliased(type, from: reference.file).type.name] != nil {
      return true
    }
    let region = RegionReference(reference.file, chain(reference).region)
    return enclosingMember(of: region).map { member($0).constraints.contains(type.base) } ?? false
  }

  /// Lists what is passed to functions that the program does not declare. The code of the others says
  /// itself what it does with the key path.
  func addPassedKeyPaths() {
    if passedKeyPaths.isEmpty { return }
    let known = Set(
      calls.filter { !$0.targets.isEmpty }.map { [$0.file.position, $0.chain, $0.link] })
    for (reference, container) in passedKeyPaths {
      guard let call = lookup(in: reference.file).call(around: reference.index),
        !known.contains([reference.file.position, call.chain, call.link])
      else { continue }
      unresolved.append(
        Unresolved(
          Location(reference.file, chain(reference).place),
          .keyPath(container: containers[container].name)))
    }
  }
}
