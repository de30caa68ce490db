// Factory, MIT licence; see LICENSE
//
// Finds the uses of factories by the property wrappers of members. Wrappers
// of local variables, and calls such as `Injected(\.service)`, are read in `Program+Uses.swift`.
extension Program {
  func readWrappers(of reference: Reference) {
    let member = member(reference)
    for attribute in member.attributes {
      let name = attribute.name.split(separator: ".").last.map(String.init) ?? attribute.name
      let base = name.prefix { $0 != "<" }
      guard Wrappers.all[String(base)] != nil else { continue }
      readStaticWrapper(attribute, String(base), reference)
      guard let keyPath = attribute.keyPath, let factoryName = keyPath.components.first
      else { continue }
      let container = container(named: keyPath.root ?? "Container", from: reference.file)
      guard let container,
        let factory = factory(named: factoryName, in: container, from: reference.file)
      else {
        mentionedNames.insert(factoryName)
        continue
      }
      record(
        FactoryUse(
          factory: factory, file: reference.file, operation: .wrapper(String(base)),
          region: member.region, place: attribute.range.start, chain: attribute.chain ?? -1,
          link: 0, property: reference.index))
    }
  }

  /// 1.x: `@Injected(Container.service)`, whose argument is read as a mention.
  private func readStaticWrapper(
    _ attribute: AttributeFact, _ wrapper: String, _ property: Reference
  ) {
    guard let index = attribute.chain,
      let argument = files[property.file].facts.chains[index].links.first?.call?.arguments.first,
      let chain = argument.chain
    else { return }
    for use in usesOfChain[Reference(property.file, chain)] ?? [] {
      guard case .mention = uses[use].operation else { continue }
      uses[use].operation = .wrapper(wrapper)
      uses[use].place = attribute.range.start
      uses[use].region = member(property).region
      uses[use].property = property.index
    }
  }
}
