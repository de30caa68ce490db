// Factory, MIT licence; see LICENSE
struct SharedStateInTests: Rule {
  let info = RuleInfo(
    "shared-state-in-tests", .warning, "A test that uses the shared container of all tests",
    example: """
      import FactoryTesting
      import Testing

      protocol Accounts: Sendable {}
      struct LiveAccounts: Accounts {}
      struct FakeAccounts: Accounts {}

      extension Container {
        var accounts: Factory<any Accounts> { self { LiveAccounts() } }
      }

      - @Suite struct AccountTests {
      + @Suite(.container) struct AccountTests {
        @Test func loads() {
          Container.shared.accounts.register { FakeAccounts() }
        }
      }
      """,
    why: """
      Tests run in parallel. This test changes what all others resolve, and gets the singletons \
      that they have created. It passes or fails depending on what runs beside it.

      Add the trait `.container`, which gives each test a new container and its own singletons. \
      For a part of a test, use `withTestContainer` or `Container().run { … }`.

      XCTest runs the tests of a process one after the other. There, what one test registers outlives it, \
      and later tests get it: call `push()` of the container's manager in `setUp` and `pop()` in \
      `tearDown`, or `reset()` of the container. They do not touch singletons, which \
      `Scope.singleton.reset()` evicts.

      Keep it if the test is about the shared container itself and runs alone.

      One finding stands for all tests of a suite. Code that runs before each test counts: \
      `setUp`, and the initialiser and initial values of a suite. The rule checks what a test \
      itself writes on `Container.shared`, or on a constant with this value, and what a function \
      of its own suite registers that it calls. It does not check other functions, those that such \
      a function calls, or closures. A trait that it does not know, and a base class that is not in \
      the program, are assumed to isolate the test.
      """)

  func check(_ program: Program) -> [Finding] {
    // The registration in a function that many tests call is noted once.
    var noted: Set<Location> = []
    return program.files.indices.flatMap { file -> [Finding] in
      guard program.usesFactoryKit(file) else { return [] }
      return program.files[file].facts.members.indices.compactMap { index in
        let test = MemberReference(file, index)
        guard var finding = program.testKind(of: test).flatMap({ finding(test, $0, program) })
        else { return nil }
        finding.notes = finding.notes.filter { noted.insert($0.location).inserted }
        return finding
      }
    }
  }

  private func finding(_ test: MemberReference, _ kind: TestKind, _ program: Program) -> Finding? {
    let shared = program.sharedUses(in: test).filter {
      kind == .xctest || !program.hasTrait(test, for: program.factories[$0.use.factory].container)
    }
    guard let first = shared.min(by: { $0.location.place < $1.location.place }),
      kind == .testing || !program.isolatesByHooks(test)
    else { return nil }
    let container = program.factories[first.use.factory].container
    let name = program.containers[container].name
    let isResolution = first.use.isResolution
    let what =
      isResolution
      ? "this test resolves a singleton of \(name).shared" : "this test changes \(name).shared"
    let suite = program.owner(of: test)
    return Finding(
      first.location,
      "\(what), \(consequence(kind, isResolution)). "
        + advice(kind, name, isResolution),
      notes: first.registration.map { [Finding.Note($0, "it is registered here")] } ?? [],
      group: suite.map { ("\($0) \(container)", what) })
  }

  /// XCTest runs the tests of a process one after the other.
  private func consequence(_ kind: TestKind, _ isResolution: Bool) -> String {
    switch (kind, isResolution) {
    case (.testing, true): "which all tests share"
    case (.testing, false): "which other tests use at the same time"
    case (.xctest, true): "and the instance outlives the test: later tests get it"
    case (.xctest, false): "and the registration outlives the test: later tests get it"
    }
  }

  private func advice(_ kind: TestKind, _ name: String, _ isResolution: Bool) -> String {
    if kind == .xctest {
      // The container does not save singletons.
      return isResolution
        ? "Call Scope.singleton.reset() in tearDown()."
        : "Call \(name).shared.manager.push() in setUp() and \(name).shared.manager.pop() in tearDown()."
    }
    return name == "Container"
      ? "Add the trait '.container' to the test or to its suite."
      : "Add a ContainerTrait for \(name) to the test or to its suite."
  }
}

private enum TestKind { case testing, xctest }

/// What a test does with a factory of a shared container.
private struct SharedUse {
  var use: FactoryUse
  /// Where the test does it, or calls the function that does.
  var location: Location
  /// The registration in that function.
  var registration: Location?
}

extension Program {
  /// Whether a declaration is a test, or code that runs before each test: `setUp`, or the
  /// initialiser and the initial values of a suite.
  fileprivate func testKind(of reference: MemberReference) -> TestKind? {
    let member = member(reference)
    if isTest(member) { return .testing }
    guard let type = owner(of: reference) else { return nil }
    switch member.kind {
    case .initializer: return tests(of: type).isEmpty ? nil : .testing
    case .property:
      guard member.storage == .letStored || member.storage == .varStored, !member.isStatic else {
        return nil
      }
      return tests(of: type).isEmpty ? nil : .testing
    case .function:
      guard member.name.hasPrefix("test") || member.name.hasPrefix("setUp"),
        lineage(of: type).contains(where: { types.types[$0].inherited.contains("XCTestCase") })
      else { return nil }
      return .xctest
    case .subscripted: return nil
    }
  }

  /// The functions of a suite that are tests.
  func tests(of suite: TypeIndex) -> [MemberReference] {
    types.types[suite].members.values.joined().filter { isTest(member($0)) }
  }

  /// What a test does on shared containers, itself or by calling a function of its own type.
  fileprivate func sharedUses(in test: MemberReference) -> [SharedUse] {
    let registrations = helpers(of: test).flatMap { helper in
      directSharedUses(in: helper.function).filter { !$0.use.isResolution }.map {
        SharedUse(use: $0.use, location: helper.call, registration: $0.location)
      }
    }
    return directSharedUses(in: test) + registrations
  }

  /// The functions of a test's own type that it calls outside of closures, and where.
  private func helpers(of test: MemberReference) -> [(function: MemberReference, call: Location)] {
    guard let body = member(test).body, let suite = owner(of: test) else { return [] }
    return lookup(in: test.file).chains(in: body).flatMap { chain in
      (callsOfChain[Reference(test.file, chain)] ?? []).compactMap { index in
        let site = calls[index]
        guard site.targets.count == 1, let target = site.targets.first, target != test,
          member(target).kind == .function, !isTest(member(target)), owner(of: target) == suite
        else { return nil }
        return (target, Location(site.file, self.chain(Reference(site.file, site.chain)).place))
      }
    }
  }

  /// The registrations and contexts on shared containers that a function itself writes, and the
  /// resolutions of singletons.
  private func directSharedUses(in test: MemberReference) -> [SharedUse] {
    let body = member(test).body
    return (usesOfFile[test.file] ?? []).compactMap { index in
      let use = uses[index]
      // Property wrappers are not in the initial value of their property.
      guard use.property == test.index || withoutBranches(use.region, use.file) == body,
        isShared(use)
      else { return nil }
      switch use.operation {
      case .register: break
      case .context(let contexts, _): if contexts == ["preview"] { return nil }
      case .resolve, .wrapper:
        guard effectiveScope(of: use.factory)?.name == "singleton" else { return nil }
      default: return nil
      }
      let place = chain(Reference(use.file, use.chain)).place
      return SharedUse(
        use: use, location: use.property == nil ? Location(use.file, place) : use.location)
    }
  }

  /// Whether a factory is used on a shared container.
  private func isShared(_ use: FactoryUse) -> Bool {
    if case .wrapper = use.operation { return true }
    let chain = chain(Reference(use.file, use.chain))
    // `dependency(\.x)`
    if case .keyPath = chain.root, let call = lookup(in: use.file).call(around: use.chain) {
      return files[use.file].facts.chains[call.chain].rootName == "dependency"
    }
    return sharedContainer(atStartOf: chain, use.file) != nil
  }
}

extension Program {
  /// Whether a test or a suite around it has a trait for a container. What runs before each test of
  /// a suite has it, if all of these tests have.
  func hasTrait(_ test: MemberReference, for container: ContainerIndex) -> Bool {
    let member = member(test)
    if !isTest(member), let suite = owner(of: test),
      tests(of: suite).allSatisfy({ hasTrait($0, for: container) })
    {
      return true
    }
    if hasTrait(member.attributes, test.file, container) { return true }
    return enclosing(Reference(test.file, member.region)).contains { _, region in
      guard case .type(let index) = region.kind else { return false }
      let fact = files[test.file].facts.types[index]
      if hasTrait(fact.attributes, test.file, container) { return true }
      // The suite of an extension is where the type is declared; its outer types count too.
      guard let type = types.type(of: Reference(test.file, index)) else { return false }
      return suites(around: type).contains { suite in
        types.types[suite].parts.contains { part in
          hasTrait(files[part.file].facts.types[part.index].attributes, part.file, container)
        }
      }
    }
  }

  /// A type, and the types in which it is declared.
  private func suites(around type: TypeIndex) -> [TypeIndex] {
    var found = [type]
    var name = types.types[type].name
    let file = types.types[type].file
    while let dot = name.lastIndex(of: ".") {
      name = String(name[..<dot])
      if let outer = types.find(name, from: file) { found.append(outer) }
    }
    return found
  }

  private static let testingTraits: Set = [
    "tags", "enabled", "disabled", "serialized", "timeLimit", "bug", "hidden",
  ]

  private func hasTrait(
    _ attributes: [AttributeFact], _ file: FileIndex, _ container: ContainerIndex
  ) -> Bool {
    attributes.contains { attribute in
      guard ["Test", "Suite", "Testing.Test", "Testing.Suite"].contains(attribute.name),
        let index = attribute.chain
      else { return false }
      let call = files[file].facts.chains[index].links.first?.call
      return (call?.arguments ?? []).contains { argument in
        guard let index = argument.chain else { return false }
        let chain = files[file].facts.chains[index]
        if chain.root == .implicit, let trait = chain.links.first, let name = trait.name {
          // A trait that is neither a container's nor the testing library's may isolate as well.
          return self.container(ofTrait: name, trait.call, from: file).map { $0 == container }
            ?? !Self.testingTraits.contains(name)
        }
        guard chain.rootName != nil, argument.label == nil else { return false }
        let own = chain.links.first?.call.flatMap { taskLocalContainer(in: $0, file) }
        return own.map { $0 == container } ?? true
      }
    }
  }

  /// Whether the hooks of an XCTest class, or the test itself, save or reset a container. A base
  /// class that is not in the program may have such hooks.
  func isolatesByHooks(_ test: MemberReference) -> Bool {
    guard let type = owner(of: test) else { return false }
    if savesOrResetsContainer(test) { return true }
    return lineage(of: type).contains { owner in
      types.types[owner].members.values.joined().contains { reference in
        ["setUp", "tearDown", "invokeTest"].contains {
          self.member(reference).name.hasPrefix($0)
        } && savesOrResetsContainer(reference)
      }
    }
  }

  /// Whether a function, or one of the program that it calls, saves or resets a container.
  private func savesOrResetsContainer(_ function: MemberReference) -> Bool {
    var seen: Set<MemberReference> = []
    var queue = [function]
    while let next = queue.popLast() {
      guard seen.insert(next).inserted, let body = member(next).body else { continue }
      for index in lookup(in: next.file).chains(within: body) {
        let chain = chain(Reference(next.file, index))
        if savesOrResetsContainer(chain, Reference(next.file, index)) { return true }
        queue += (callsOfChain[Reference(next.file, index)] ?? []).flatMap { calls[$0].targets }
      }
    }
    return false
  }

  /// `push`, `pop` and `reset` of a container, its manager, a factory or the singletons, and
  /// `run` and `withValue` of a container.
  private func savesOrResetsContainer(_ chain: Chain, _ reference: ChainReference) -> Bool {
    chain.rootName == "withTestContainer"
      || chain.rootName == "Scope" && chain.links.contains { $0.name == "reset" }
      || chain.links.contains { $0.name == "reset" }
        && (usesOfChain[reference] ?? []).contains {
          if case .reset = uses[$0].operation { true } else { false }
        }
      || (usage.containerUsesOfChain[reference] ?? []).contains { use in
        if case .make = use.operation { return false }
        return use.container != nil || use.operation == .share
      }
  }
}
