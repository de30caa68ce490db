// Factory, MIT licence; see LICENSE
//
// The tests of a program, and what they do with shared containers.
enum TestKind { case testing, xctest }

/// What a test does with a container that other tests use.
struct SharedUse {
  var container: Int
  var isResolution: Bool
  var location: Location
}

extension Program {
  /// Whether a declaration is a test, or code that runs before each test: `setUp`, or the
  /// initialiser and the initial values of a suite.
  func testKind(of reference: Reference) -> TestKind? {
    let member = member(reference)
    if isTest(member) { return .testing }
    guard let owner = member.owner, let type = types.type(of: Reference(reference.file, owner))
    else { return nil }
    switch member.kind {
    case .initializer: return tests(of: type).isEmpty ? nil : .testing
    case .property:
      guard member.storage == .letStored || member.storage == .varStored, !member.isStatic else {
        return nil
      }
      return tests(of: type).isEmpty ? nil : .testing
    case .function:
      guard member.name.hasPrefix("test") || member.name.hasPrefix("setUp"), isTestCase(type)
      else { return nil }
      return .xctest
    case .subscripted, .enumCase: return nil
    }
  }

  func isTest(_ member: MemberFact) -> Bool {
    member.kind == .function
      && member.attributes.contains { $0.name == "Test" || $0.name == "Testing.Test" }
  }

  /// The functions of a suite that are tests.
  func tests(of suite: Int) -> [Reference] {
    types.types[suite].members.values.joined().filter { isTest(member($0)) }
  }

  private func isTestCase(_ type: Int) -> Bool {
    ([type] + ancestors(of: type)).contains { types.types[$0].inherited.contains("XCTestCase") }
  }

  /// The registrations and contexts on shared containers in a test, and the resolutions of
  /// singletons.
  func sharedUses(in test: Reference) -> [SharedUse] {
    var visited: Set<Reference> = [test]
    return sharedUses(in: test, &visited)
  }

  private func sharedUses(in test: Reference, _ visited: inout Set<Reference>) -> [SharedUse] {
    let body = member(test).body
    let own = (usesOfFile[test.file] ?? []).compactMap { index -> SharedUse? in
      let use = uses[index]
      // Property wrappers are not in the initial value of their property.
      let isOwn = body.map { isRegion(use.region, within: $0, in: use.file) } ?? false
      guard isOwn || use.property == test.index else { return nil }
      switch use.operation {
      case .register, .context: break
      case .resolve, .wrapper:
        guard effectiveScope(of: use.factory)?.name == "singleton" else { return nil }
      default: return nil
      }
      let isResolution =
        switch use.operation {
        case .resolve, .wrapper: true
        default: false
        }
      let region = Reference(use.file, use.region)
      guard let container = sharedContainer(of: use), !isIsolated(region, container),
        !mayRunIsolated(region, in: test), !isResolution || !hasOwnSingletons(region)
      else { return nil }
      return SharedUse(
        container: container, isResolution: isResolution,
        location: use.property == nil
          ? Location(use.file, chain(Reference(use.file, use.chain)).place) : use.location)
    }
    return own + (body.map { usesOfHelpers(test, $0, &visited) } ?? [])
  }

  /// What a test does by functions of its own file and by methods of shared containers, at their
  /// calls.
  private func usesOfHelpers(
    _ test: Reference, _ body: Int, _ visited: inout Set<Reference>
  ) -> [SharedUse] {
    var found: [SharedUse] = []
    for index in callsOfFile[test.file] ?? []
    where isRegion(calls[index].region, within: body, in: test.file) {
      let call = calls[index]
      if mayRunIsolated(Reference(call.file, call.region), in: test) { continue }
      let location = Location(call.file, chain(Reference(call.file, call.chain)).place)
      if let container = sharedContainer(changedBy: call),
        !isIsolated(Reference(call.file, call.region), container)
      {
        found.append(SharedUse(container: container, isResolution: false, location: location))
      }
      for target in call.targets
      where target.file == test.file && member(target).kind == .function
        && !isTest(member(target))
      {
        // A helper may call itself.
        guard visited.insert(target).inserted else { continue }
        defer { visited.remove(target) }
        for var use in sharedUses(in: target, &visited)
        where !use.isResolution && !isIsolated(Reference(call.file, call.region), use.container) {
          use.location = location
          found.append(use)
        }
      }
    }
    return found
  }

  func isRegion(_ region: Int, within outer: Int, in file: Int) -> Bool {
    enclosing(Reference(file, region)).contains { $0.index == outer }
  }

  /// The container whose `shared` a use starts from.
  private func sharedContainer(of use: FactoryUse) -> Int? {
    if case .wrapper = use.operation { return factories[use.factory].container }
    let chain = chain(Reference(use.file, use.chain))
    if let (container, _) = sharedContainer(atStartOf: chain, use.file) { return container }
    if let container = containerOfClosure(of: use, chain) { return container }
    // `dependency(\.x)`
    if case .keyPath(let keyPath) = chain.root, case .resolve = use.operation,
      let parent = indices[use.file].call(around: use.chain),
      files[use.file].facts.chains[parent.chain].rootName == "dependency"
    {
      return container(named: keyPath.root ?? "Container", from: use.file)
    }
    return nil
  }

  /// The container in `Container.shared.with { $0.service.register { … } }`.
  private func containerOfClosure(of use: FactoryUse, _ chain: Chain) -> Int? {
    guard let name = chain.rootName else { return nil }
    for (_, region) in enclosing(Reference(use.file, use.region)) {
      guard case .closure(let closure) = region.kind,
        region.parameters.first?.name == name || name == "$0" && region.parameters.isEmpty
      else { continue }
      guard case .argument(let outer, let link, _) = closure.use else { return nil }
      let call = files[use.file].facts.chains[outer]
      guard let (container, next) = sharedContainer(namedAtStartOf: call, use.file),
        link == next - 1 || link == next && ["with", nil].contains(call.links[link].name)
      else { return nil }
      return container
    }
    return nil
  }

  /// The container of `Container.shared`, or of a constant with this value, at the start of a
  /// chain, and the link after it.
  func sharedContainer(
    atStartOf chain: Chain, _ file: Int
  ) -> (container: Int, next: Int)? {
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
    namedAtStartOf chain: Chain, _ file: Int
  ) -> (container: Int, next: Int)? {
    guard let root = chain.rootName else { return nil }
    let region = Reference(file, chain.region)
    if let container = sharedContainer(named: root, in: region, at: chain.place) {
      return (container, 0)
    }
    if root == "Self", chain.links.first?.name == Self.sharedName,
      case .metatype(let own) = typeOfMe(in: region), let container = containerOfType[own]
    {
      return (container, 1)
    }
    guard let link = chain.links.firstIndex(where: { $0.name == Self.sharedName }),
      link < 2, link == 0 || chain.links[0].call == nil
    else { return nil }
    let name = link == 0 ? root : "\(root).\(chain.links[0].name ?? "")"
    return container(named: name, from: file).map { ($0, link + 1) }
  }
}
