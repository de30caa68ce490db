// Factory, MIT licence; see LICENSE
//
// What several rules ask about tests, and about the containers that tests share.
extension HasProgram {
  func isTest(_ member: MemberFact) -> Bool {
    member.kind == .function
      && member.attributes.contains { $0.name == "Test" || $0.name == "Testing.Test" }
  }

  /// Whether a file is one of a test target, or imports a testing library: where no target is known,
  /// an app and its tests are one module.
  func isTestCode(_ file: FileIndex) -> Bool {
    isTest(file) || files[file].imports("Testing") || files[file].imports("XCTest")
  }

  /// The test classes whose base class is not in the program: it may isolate its tests.
  func testsOfUnknownClasses() -> [Unresolved] {
    types.types.compactMap { type in
      guard type.kind == .class, let part = type.parts.first, isTestCode(part.file),
        usesFactoryKit(part.file), let base = unknownBase(of: type),
        type.members.values.joined().contains(where: { isTestOfShared($0) })
      else { return nil }
      return Unresolved(
        Location(part.file, fact(of: part).place), .baseClass(base, tests: type.name))
    }
  }

  /// The first class that a class inherits from and that the program does not have.
  private func unknownBase(of type: TypeInfo) -> String? {
    var type = type
    // In code that does not compile, a class may inherit from itself.
    for _ in 0..<16 {
      guard let base = type.inherited.first, base.lastPart != "XCTestCase" else { return nil }
      guard let next = types.find(base, from: type.file) else { return base }
      type = types.types[next]
      if type.kind != .class { return nil }
    }
    return nil
  }

  /// Whether a function is named like a test, and registers or resolves a factory.
  private func isTestOfShared(_ function: MemberReference) -> Bool {
    let member = member(function)
    guard member.kind == .function, !member.isStatic, member.parameters.isEmpty,
      member.name.hasPrefix("test") || member.name.hasPrefix("setUp"), let body = member.body
    else { return false }
    return (usesOfFile[function.file] ?? []).contains { index in
      (uses[index].isRegistration || uses[index].isResolutionAtOnce)
        && enclosing(Reference(function.file, uses[index].region)).contains { $0.index == body }
    }
  }

  /// The container of `Container.shared`, or of a constant with this value, at the start of a
  /// chain, and the link after it.
  func sharedContainer(
    atStartOf chain: Chain, _ file: FileIndex
  ) -> (container: ContainerIndex, next: Int)? {
    if let found = sharedContainer(namedAtStartOf: chain, file) { return found }
    guard let name = chain.rootName,
      let variable = localVariable(
        named: name, in: Reference(file, chain.region), at: chain.place),
      variable.binding == .constant,
      let value = variable.value.map({ files[file].facts.chains[$0] }),
      let (container, next) = sharedContainer(namedAtStartOf: value, file),
      next == value.links.count,
      value.links.last?.call == nil
    else { return nil }
    return (container, 0)
  }

  /// The container of `Container.shared`, `FactoryKit.Container.shared` or, in a container, `shared`
  /// at the start of a chain, and the link after it.
  private func sharedContainer(
    namedAtStartOf chain: Chain, _ file: FileIndex
  ) -> (container: ContainerIndex, next: Int)? {
    guard let root = chain.rootName else { return nil }
    let region = RegionReference(file, chain.region)
    if let container = sharedContainer(named: root, in: region, at: chain.place) {
      return (container, 0)
    }
    if root == "Self", chain.links.first?.name == ContainerInfo.sharedName,
      case .metatype(let own) = typeOfMe(in: region), let container = self.container(ofType: own)
    {
      return (container, 1)
    }
    guard let link = chain.links.firstIndex(where: { $0.name == ContainerInfo.sharedName }),
      link < 2, link == 0 || chain.links[0].call == nil
    else { return nil }
    let name = link == 0 ? root : "\(root).\(chain.links[0].name ?? "")"
    return container(named: name, from: file).map { ($0, link + 1) }
  }
}
