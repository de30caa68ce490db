// Factory, MIT licence; see LICENSE
struct SharedStateInTests: Rule {
  let info = RuleInfo(
    "shared-state-in-tests", .warning, "A test that changes the shared container of all tests",
    wrong: """
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
      Tests run in parallel. Without a container of its own, a test changes what others see, and \
      gets singletons that they have made. The trait `.container` gives each test a new container \
      and its own singletons; `withTestContainer` and `Container.$shared.withValue` do so for a \
      part of a test. In XCTest, `push()` and `pop()`, or `reset()`, of the container or its manager \
      are enough. One finding stands for all tests of a suite. Code that runs before each test counts: `setUp`, and the initialiser and initial \
      values of a suite. \
      The rule reports the direct form only: what a test itself writes on `Container.shared`, or \
      on a constant with this value. It does not follow the functions that a test calls, nor look \
      into closures. A trait that it does not know may isolate the test, and so may the hooks of a \
      base class that is not in the program, so they are taken as if they do.
      """)

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      guard program.usesFactoryKit(file) else { return [] }
      return program.files[file].facts.members.indices.compactMap { index in
        let test = MemberReference(file, index)
        return program.testKind(of: test).flatMap { finding(test, $0, program) }
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
    let suite = program.member(test).owner.flatMap {
      program.types.type(of: Reference(test.file, $0))
    }
    return Finding(
      first.location, "\(what), which \(why). \(advice(kind, name))",
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

  /// The registrations and contexts on shared containers that a test itself writes, and the
  /// resolutions of singletons.
  fileprivate func sharedUses(in test: MemberReference) -> [(use: FactoryUse, location: Location)] {
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
      return (use, use.property == nil ? Location(use.file, place) : use.location)
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
