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
      part of a test. In XCTest, `push()` and `pop()`, or `reset()`, are enough. Code that runs \
      before each test counts: `setUp`, and the initialiser and initial values of a suite. So do \
      functions of the same file that a test calls, and methods that it calls on a shared \
      container, such as `Container.shared.setUpMocks()`, if they register something there. A \
      trait that the rule does not know may isolate the test, so it is taken as one that does.
      """)

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      guard program.usesFactoryKit(file) else { return [] }
      return program.files[file].facts.members.indices.compactMap { index in
        let reference = Reference(file, index)
        guard let kind = program.testKind(of: reference) else { return nil }
        return finding(reference, kind, program)
      }
    }
  }

  private func finding(_ test: Reference, _ kind: TestKind, _ program: Program) -> Finding? {
    if kind == .xctest, program.isolatesByHooks(program.member(test), test.file) { return nil }
    let shared = program.sharedUses(in: test).filter {
      !(kind == .testing && program.hasTrait(test, for: $0.container))
    }
    guard let first = shared.min(by: { $0.location.place < $1.location.place }) else {
      return nil
    }
    let name = program.containers[first.container].name
    return Finding(
      first.location,
      first.isResolution
        ? "this test resolves a singleton of \(name).shared, which all tests share. "
          + advice(kind, name)
        : "this test changes \(name).shared, which other tests use at the same time. "
          + advice(kind, name))
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
