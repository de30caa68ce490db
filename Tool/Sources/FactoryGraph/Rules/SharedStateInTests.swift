// Factory, MIT licence; see LICENSE
struct SharedStateInTests: Rule {
  let info = RuleInfo(
    "shared-state-in-tests", .warning, "A test that uses the shared container of all tests",
    wrong: """
      import FactoryTesting
      import Testing

      protocol Accounts: Sendable {}
      struct LiveAccounts: Accounts {}
      struct FakeAccounts: Accounts {}

      extension Container {
        var accounts: Factory<any Accounts> { self { LiveAccounts() } }
      }

      @Suite struct AccountTests {
        @Test func loads() {
          Container.shared.accounts.register { FakeAccounts() }
        }
      }
      """,
    right: """
      import FactoryTesting
      import Testing

      protocol Accounts: Sendable {}
      struct LiveAccounts: Accounts {}
      struct FakeAccounts: Accounts {}

      extension Container {
        var accounts: Factory<any Accounts> { self { LiveAccounts() } }
      }

      @Suite(.container) struct AccountTests {
        @Test func loads() {
          Container.shared.accounts.register { FakeAccounts() }
        }
      }
      """,
    why: """
      Tests run in parallel. This test changes what all others resolve, and gets the singletons \
      that they have created. It passes or fails depending on what runs beside it.

      Add the trait `.container`, which gives each test a new container and its own singletons. \
      For a part of a test, use `withTestContainer` or `Container().run { … }`. In XCTest, \
      which runs the tests of a process one after the other, call `push()` and `pop()`, or \
      `reset()`, on the container or its manager.

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
    let (what, why) =
      first.use.isResolution
      ? ("this test resolves a singleton of \(name).shared", "all tests share")
      : ("this test changes \(name).shared", "other tests use at the same time")
    let suite = program.suite(of: test)
    return Finding(
      first.location, "\(what), which \(why). \(advice(kind, name))",
      notes: first.registration.map { [Finding.Note($0, "it is registered here")] } ?? [],
      group: suite.map { ("\($0) \(container)", what) })
  }

  private func advice(_ kind: TestKind, _ name: String) -> String {
    if kind == .xctest {
      return "Call manager.push() in setUp() and manager.pop() in tearDown()."
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
      guard member.name.hasPrefix("test") || member.name.hasPrefix("setUp"),
        lineage(of: type).contains(where: { types.types[$0].inherited.contains("XCTestCase") })
      else { return nil }
      return .xctest
    case .subscripted, .enumCase: return nil
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
    guard let body = member(test).body, let suite = suite(of: test) else { return [] }
    return lookup(in: test.file).chains(in: body).flatMap { chain in
      (callsOfChain[Reference(test.file, chain)] ?? []).compactMap { index in
        let site = calls[index]
        guard site.targets.count == 1, let target = site.targets.first, target != test,
          member(target).kind == .function, !isTest(member(target)), self.suite(of: target) == suite
        else { return nil }
        return (target, Location(site.file, self.chain(Reference(site.file, site.chain)).place))
      }
    }
  }

  fileprivate func suite(of member: MemberReference) -> TypeIndex? {
    self.member(member).owner.flatMap { types.type(of: Reference(member.file, $0)) }
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
