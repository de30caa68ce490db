// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Tests that share containers")
struct SharedStateTests {
  private static let factories = """
    extension Container {
      var a: Factory<A> { self { A() } }
      var one: Factory<A> { self { A() }.singleton }
    }
    public final class Other: SharedContainer {
      @TaskLocal public static var shared = Other()
      public let manager = ContainerManager()
    }
    extension Other { var o: Factory<A> { self { A() } } }
    """

  private static func tests(_ name: String, _ source: String, _ more: String = "") -> RuleCase {
    RuleCase(
      name, "shared-state-in-tests",
      [
        SourceModule("App", files: ["A.swift": factories]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"],
          files: ["T.swift": source, "More.swift": more]),
      ])
  }

  static let wrong = [
    tests(
      "a registration, a context and a singleton",
      """
      @Test func a() { ▶Container.shared.a.register { B() }; Container.shared.a.onTest { B() } }
      @Test("name") func b() { ▶Container.shared.a.onTest { B() } }
      @Test func c() async throws { #expect(try await ▶Container.shared.one().isOn) }
      @Test(arguments: [1, 2]) func d(_ x: Int) { _ = dependency(▶\\.one) }
      struct Suite { @Test func e() { ▶FactoryKit.Container.shared.a { B() } } }
      """),
    tests(
      "a trait of another container, or none that isolates",
      """
      @Test(.other) func a() { ▶Container.shared.a.register { B() } }
      @Suite(.serialized, .tags(.fast)) struct S {
        @Test(.enabled(if: true)) func b() { ▶Container.shared.a.register { B() } }
      }
      @Test(.container) func c() { ▶Other.shared.o.register { B() } }
      """,
      "extension Trait where Self == ContainerTrait<Other> { static var other: Self { Self() } }"),
    tests(
      "code that runs before each test of a suite",
      """
      @Suite struct S {
        let one = ▶Container.shared.one()
        init() { ▶Container.shared.a.register { B() } }
        @Test(.container) func a() {}
        @Test func b() {}
      }
      """),
    tests(
      "a wrapper in a suite",
      "@Suite struct S { ▶@Injected(\\.one) var one; @Injected(\\.a) var a; @Test func b() {} }"),
    tests(
      "a variable with the shared container",
      "@Test func a() { let c = Container.shared; ▶c.a.register { B() } }"),
    tests(
      "local wrappers and subscripts",
      """
      @Test func a() { ▶@Injected(\\.one) var one; one.run() }
      @Test func b() { @Injected(\\.a) var a; ▶Container.shared[keyPath: \\.one]().run() }
      @Test func c() { ▶Container.shared[keyPath: \\.a].register { B() } }
      """),
    tests(
      "XCTest without push and pop",
      """
      final class T: XCTestCase {
        override func setUp() { ▶Container.shared.a.register { B() } }
        func testA() { ▶Container.shared.one().run() }
        func helper() { Container.shared.a.register { B() } }
      }
      """),
    tests(
      "a function of the suite that registers",
      """
      @Suite struct S {
        @Test func a() { _ = ▶makeModel() }
        @Test func b() { if isOn { let model = ▶self.makeModel(); model.run() } }
        @Test func c() { ▶Self.setUpMocks() }
        func makeModel() -> Model { Container.shared.a.register { B() }; return Model() }
        static func setUpMocks() { Container.shared.a.onTest { B() } }
      }
      final class T: XCTestCase {
        func testA() { ▶register(B()) }
        private func register(_ b: B) { Container.shared.a.register { b } }
      }
      """),
    tests(
      "XCTest that pops a navigation stack, which is no container",
      """
      final class T: XCTestCase {
        let router = Router()
        override func tearDown() { router.pop(); other.reset() }
        func testA() { ▶Container.shared.a.register { B() } }
      }
      final class Router { func pop() {} }
      """),
  ]

  static let right = [
    tests(
      "a context of previews, which tests do not have",
      "@Test func a() { Container.shared.a.onPreview { B() } }"),
    tests(
      "what functions and closures do",
      """
      func fake() { Container.shared.a.register { B() } }
      @Test func a() { fake(); Container.shared.setUpMocks() }
      @Test func b() { Container.shared.with { $0.a.register { B() } } }
      @Test func c() { let change = { Container.shared.a.register { B() } }; change() }
      @Test func d() { func change() { Container.shared.a.register { B() } }; change() }
      """,
      "extension Container { func setUpMocks() { a.register { B() } } }"),
    tests(
      "functions of a suite that it does not certainly call, or that share nothing",
      """
      @Suite struct S {
        @Test func a() { use { makeModel() }; deeper(); resolve(); isolate(); Other.fake() }
        @Test(.container) func b() { makeModel() }
        func makeModel() { Container.shared.a.register { B() } }
        func deeper() { makeModel() }
        func resolve() { Container.shared.one().run() }
        func isolate() { withTestContainer { Container.shared.a.register { B() } } }
        enum Other { static func fake() { Container.shared.a.register { B() } } }
      }
      """),
    tests(
      "XCTest with a base class that is not in the program",
      """
      final class One: SnapshotCase { func testA() { Container.shared.a.register { B() } } }
      final class Two: Kit.IsolatedCase { func testA() { Container.shared.a.register { B() } } }
      """),
    tests(
      "traits",
      """
      @Test(.container) func a() { Container.shared.a.register { B() } }
      @Test("name", .tags(.fast), .container) func b() { Container.shared.one().run() }
      @Test(.container { $0.a.register { B() } }) func c() { Container.shared.a.register { B() } }
      @Test(.container, .other) func d() { Other.shared.o.register { B() } }
      @Suite(.container) struct S {
        @Test func e() { Container.shared.a.register { B() } }
        @Suite struct Inner { @Test func f() { Container.shared.a.register { B() } } }
        init() { Container.shared.a.register { B() } }
      }
      extension S { @Test func g() { Container.shared.a.register { B() } } }
      extension S { struct More { @Test func h() { Container.shared.a.register { B() } } } }
      @Test(ContainerTrait(shared: Other.$shared, container: .init())) func i() {
        Other.shared.o.register { B() }
      }
      @Testing.Test(.container) func j() { Container.shared.a.register { B() } }
      """,
      """
      extension Trait where Self == ContainerTrait<Other> {
        static var other: ContainerTrait<Other> { .init(shared: Other.$shared, container: .init()) }
      }
      """),
    tests(
      "a trait of the program that isolates by itself, or one of another package",
      """
      @Suite(.fresh) struct S { @Test func a() { Container.shared.a.register { B() } } }
      @Test(.someoneElses) func b() { Container.shared.a.register { B() } }
      @Test(FreshContainer()) func c() { Container.shared.a.register { B() } }
      """,
      """
      struct FreshContainer: TestTrait, SuiteTrait, TestScoping {
        func provideScope(for t: Test, testCase: Test.Case?, performing f: () async throws -> Void)
          async throws { try await Container.$shared.withValue(Container()) { try await f() } }
      }
      extension Trait where Self == FreshContainer { static var fresh: Self { Self() } }
      """),
    tests(
      "code that runs before tests that all have a trait",
      """
      @Suite struct S {
        let one = Container.shared.one()
        init() { Container.shared.a.register { B() } }
        @Test(.container) func a() {}
        @Test("name", .container) func b() {}
      }
      struct Model { let one = Container.shared.one(); init() { Container.shared.a { B() } } }
      """),
    tests(
      "singletons of the test's own",
      "@Test func a() { Scope.$singleton.withValue(Scope.singleton.clone()) { "
        + "_ = Container.shared.one() } }"),
    tests(
      "closures that isolate",
      """
      @Test func a() { Container.$shared.withValue(Container()) { Container.shared.a.register { \
      B() } } }
      @Test func r() { Container().run { Container.shared.a.register { B() } } }
      @Test func b() async { await withTestContainer { Container.shared.a.register { B() } } }
      @Test func c() { withTestContainer(shared: Other.$shared) { Other.shared.o.register { B() \
      } } }
      """),
    tests(
      "a function of the program that isolates",
      """
      @Test func a() async { await isolated { Container.shared.a.register { B() } } }
      """,
      """
      func isolated(_ body: () -> Void) { Container.$shared.withValue(Container()) { body() } }
      """),
    tests(
      "containers of their own, and resolutions that share nothing",
      """
      @Test func a() { let c = Container(); c.a.register { B() }; c.one().run() }
      @Test func b() { Container.shared.a().run() }
      @Test func c(container: Container) { container.a.register { B() } }
      struct Helper { func testing() { Container.shared.a.register { B() } } }
      func testHelper() { Container.shared.a.register { B() } }
      """),
    tests(
      "XCTest with push and pop, reset, or a fresh container",
      """
      final class One: XCTestCase {
        override func setUp() { super.setUp(); Container.shared.manager.push(); \
        Container.shared.a.register { B() } }
        override func tearDown() { Container.shared.manager.pop(); super.tearDown() }
        func testA() { Container.shared.a.register { B() } }
      }
      final class Two: XCTestCase {
        override func tearDownWithError() throws { Container.shared.reset() }
        func testA() { Container.shared.a.register { B() } }
      }
      final class Three: Base { func testA() { Container.shared.a.register { B() } } }
      final class Four: XCTestCase {
        func testA() { addTeardownBlock { Container.shared.reset() }; \
        Container.shared.a.register { B() } }
        func testB() { defer { Container.shared.a.reset() }; Container.shared.a.register { B() } }
      }
      final class Run: XCTestCase { override func invokeTest() { Container().run { f() } }
        func testA() { Container.shared.a.register { B() } }
      }
      final class Five: XCTestCase {
        override func invokeTest() { Container.$shared.withValue(Container()) { \
        super.invokeTest() } }
        func testA() { Container.shared.a.register { B() } }
      }
      final class Six: XCTestCase {
        override func setUp() async throws { cleanUp() }
        func cleanUp() { resetContainers() }
        func testA() { Container.shared.a.register { B() } }
      }
      """,
      """
      class Base: XCTestCase { override func setUp() { Container.shared.manager.reset() } }
      func resetContainers() { Container.shared.reset(); Scope.singleton.reset() }
      """),
  ]

  @Test("A base class that is not in the program is listed as unresolved")
  func unknownBase() {
    let one = Self.tests(
      "",
      """
      final class One: SnapshotCase { func testA() { Container.shared.a.register { B() } } }
      final class Two: XCTestCase { func testA() { Container.shared.a.register { B() } } }
      final class Model: Store { func run() { Container.shared.a.register { B() } } }
      class Base: SnapshotCase {}
      final class Three: Base { func testA() { _ = Container.shared.a() } }
      final class Four: Base { override func setUp() { Container.shared.a.register { B() } } }
      final class Five: Base { func testA() { print() } }
      final class Six: XCTest.XCTestCase { func testA() { Container.shared.a.register { B() } } }
      """)
    #expect(
      one.program.graph.unresolved.map { "\($0.line):\($0.column) \($0.reason)" }
        == [
          (1, "One"), (5, "Three"), (6, "Four"),
        ].map {
          "\($0):13 the class SnapshotCase is not in the program, so it is not known whether it "
            + "isolates the tests of \($1)"
        })
  }

  @Test(
    "The message says what happens in the framework of the test",
    arguments: [
      (
        "@Test func t() { Container.shared.a.register { B() } }",
        "this test changes Container.shared, which other tests use at the same time. Add the trait "
          + "'.container' to the test or to its suite."
      ),
      (
        "final class T: XCTestCase { func testA() { Container.shared.a.register { B() } } }",
        "this test changes Container.shared, and the registration outlives the test: later tests get "
          + "it. Call Container.shared.manager.push() in setUp() and Container.shared.manager.pop() in "
          + "tearDown()."
      ),
      (
        "final class T: XCTestCase { func testA() { Other.shared.o.register { B() } } }",
        "this test changes Other.shared, and the registration outlives the test: later tests get it. "
          + "Call Other.shared.manager.push() in setUp() and Other.shared.manager.pop() in tearDown()."
      ),
      (
        "final class T: XCTestCase { func testA() { Container.shared.one() } }",
        "this test resolves a singleton of Container.shared, and the instance outlives the test: later "
          + "tests get it. Call Scope.singleton.reset() in tearDown()."
      ),
    ])
  func messages(_ source: String, _ message: String) throws {
    #expect(Self.tests("", source).findings.map(\.message) == [message])
  }

  @Test("One note shows the registration in a function of the suite")
  func registrationInFunction() throws {
    let one = Self.tests(
      "",
      """
      @Suite struct S {
        @Test func a() { makeModel() }
        @Test func b() { makeModel() }
        func makeModel() { Container.shared.a.register { B() } }
      }
      """)
    let finding = try #require(one.findings.first)
    #expect(one.findings.count == 1)
    #expect(
      finding.notes.map { "\($0.line):\($0.column) \($0.message)" } == [
        "4:22 it is registered here", "3:20 also: this test changes Container.shared",
      ])
  }

  @Test("The first line that shares is found, and nothing else", arguments: wrong + right)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }
}
