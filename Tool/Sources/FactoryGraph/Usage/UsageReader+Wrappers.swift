// Factory, MIT licence; see LICENSE
//
// Finds the uses of factories by the property wrappers of members. Wrappers of local variables, and
// calls such as `Injected(\.service)`, are read in `UsageReader.swift`.
extension UsageReader {
  func readWrappers(of reference: MemberReference) {
    let member = member(reference)
    for attribute in member.attributes {
      guard let wrapper = wrapper(named: attribute.name, reference.file) else { continue }
      readStaticWrapper(attribute, wrapper, reference)
      guard let keyPath = attribute.keyPath ?? constantKeyPath(of: attribute, reference.file)
      else {
        addUnknown(attribute, reference.file)
        continue
      }
      let container = container(named: keyPath.root ?? "Container", from: reference.file)
      guard let container,
        let factory = target(of: keyPath, in: container, reference.file)
      else {
        mention(keyPath.components, reference.file)
        continue
      }
      record(
        FactoryUse(
          factory: factory, file: reference.file, operation: .wrapper(wrapper),
          region: member.region, place: attribute.place, chain: attribute.chain ?? -1,
          link: 0, property: reference.index))
    }
  }

  /// The wrapper that a name means: its own, or one that an alias stands for.
  func wrapper(named name: String, _ file: FileIndex) -> String? {
    if Wrappers.all[name.lastPart] != nil { return name.lastPart }
    let target = types.unaliased(TypeExpression(name), from: file).type.name
    return Wrappers.all[target] == nil ? nil : target
  }

  /// The chain of the argument of a wrapper, such as `path` in `@Injected(path)`.
  private func argument(of attribute: AttributeFact, _ file: FileIndex) -> ChainReference? {
    attribute.chain.flatMap {
      files[file].facts.chains[$0].links.first?.call?.arguments.first?.chain
    }.map { Reference(file, $0) }
  }

  private func constantKeyPath(of attribute: AttributeFact, _ file: FileIndex) -> KeyPathFact? {
    argument(of: attribute, file).flatMap { keyPath($0) }
  }

  /// Lists a wrapper whose argument is neither a key path nor a factory.
  private func addUnknown(_ attribute: AttributeFact, _ file: FileIndex) {
    guard let argument = argument(of: attribute, file), case .name = chain(argument).root,
      usesOfChain[argument] == nil
    else { return }
    unresolved.append(
      Unresolved(Location(file, chain(argument).place), .keyPathOfWrapper(attribute.name)))
  }

  /// 1.x: `@Injected(Container.service)`, whose argument is read as a mention.
  private func readStaticWrapper(
    _ attribute: AttributeFact, _ wrapper: String, _ property: MemberReference
  ) {
    guard let index = attribute.chain,
      let argument = files[property.file].facts.chains[index].links.first?.call?.arguments.first,
      let chain = argument.chain
    else { return }
    for use in usesOfChain[Reference(property.file, chain)] ?? [] {
      guard case .mention = uses[use].operation else { continue }
      uses[use].operation = .wrapper(wrapper)
      uses[use].place = attribute.place
      uses[use].region = member(property).region
      uses[use].property = property.index
    }
  }
}
