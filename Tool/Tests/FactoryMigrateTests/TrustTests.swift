// Factory, MIT licence; see LICENSE
//
// What a migration must not do without a word: each of these programs was changed silently once.
import FactoryMigrate
import Foundation
import Testing

/// A key with a property.
private func client(_ name: String, _ values: String = "") -> String {
  """
  import Dependencies
  public struct \(name): Sendable { public var run: @Sendable () -> Void = {} }
  extension \(name): DependencyKey {
    public static let liveValue = Self()
    \(values)
  }
  extension DependencyValues {
    public var \(name.lowercased()): \(name) {
      get { self[\(name).self] }
      set { self[\(name).self] = newValue }
    }
  }

  """
}

@Suite struct SharedDependencyTests {
  private static func reducer(_ key: String) -> String {
    "import ComposableArchitecture\n@Reducer struct Feature { @Dependency(\\.\(key)) var value }\n"
  }

  /// A file that stays and one that does not, which read the same value of the library, and a test.
  private static func clocked(_ test: String) -> [String: Migration.MigratedFile] {
    migrate(
      .dependencies,
      files: [
        "Sources/App/Feature.swift": reducer("date"),
        "Sources/App/Clocked.swift":
          "import Dependencies\nstruct Clocked { @Dependency(\\.date) var date }\n",
        "Sources/App/Ids.swift":
          "import Dependencies\nstruct Ids { @Dependency(\\.uuid) var uuid }\n",
        "Tests/AppTests/A.swift":
          "@testable import App\nimport Dependencies\nimport XCTest\nfunc a() { \(test) }\n",
        "Tests/AppTests/B.swift": """
        @testable import App
        import Dependencies
        import XCTest
        func b() { withDependencies { $0.uuid = .constant(id) } operation: { run() } }

        """,
      ])
  }

  @Test(
    "A test that overrides a value of the library for a file that stays is left, with what it tests",
    arguments: [
      "withDependencies { $0.date = .constant(day) } operation: { run() }",
      "withDependencies { $0.date.now = day } operation: { run() }",
      "withDependencies { values in values.date = .constant(day) } operation: { run() }",
      "let s = TestStore(initialState: 0) { Feature() } withDependencies: { $0.date.now = day }",
      "func at(_ day: Date, in values: inout DependencyValues) { values.date = .constant(day) }",
    ])
  func builtIn(override: String) {
    let files = Self.clocked(override)
    #expect(!files["Tests/AppTests/A.swift"]!.isChanged)
    #expect(
      files["Tests/AppTests/A.swift"]!.refusal!.hasPrefix(
        "`date` is overridden for Feature.swift"))
    #expect(!files["Sources/App/Clocked.swift"]!.isChanged)
    #expect(files["Sources/App/Ids.swift"]!.isChanged)
    #expect(files["Tests/AppTests/B.swift"]!.isChanged)
  }

  @Test(
    "An assignment to something else of the same name overrides nothing",
    arguments: [
      "formatter.date = day", "items.forEach { $0.date = day }", "let days = items.map(\\.date)",
      "withDependencies { $0.uuid = .constant(id) } operation: { items.forEach { $0.date = day } }",
      "withDependencies { $0.uuid = .constant(id) } operation: { page.date = day }",
    ])
  func otherAssignment(code: String) {
    let files = Self.clocked(code)
    #expect(files["Tests/AppTests/A.swift"]!.refusal == nil)
    #expect(files["Sources/App/Clocked.swift"]!.isChanged)
  }

  @Test("A test of another module may override the same value of the library")
  func otherModule() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/App/Feature.swift": Self.reducer("date"),
        "Sources/Core/Clocked.swift":
          "import Dependencies\nstruct Clocked { @Dependency(\\.date) var date }\n",
        "Tests/CoreTests/A.swift": """
        @testable import Core
        import Dependencies
        import XCTest
        func a() { withDependencies { $0.date = .constant(day) } operation: { run() } }

        """,
      ])
    #expect(files["Tests/CoreTests/A.swift"]!.isChanged)
    #expect(files["Sources/Core/Clocked.swift"]!.isChanged)
  }

  @Test(
    "A nested type is one key, however it is named",
    arguments: [
      "extension Clients.Socket: TestDependencyKey { static let testValue = Self() }",
      "extension Clients { struct Other { @Dependency(Socket.self) var socket } }",
      """
      extension DependencyValues {
        var socket: Clients.Socket {
          get { self[Clients.Socket.self] }
          set { self[Clients.Socket.self] = newValue }
        }
      }
      """,
    ])
  func nested(code: String) {
    let files = migrate(
      .dependencies,
      files: [
        "Clients.swift": "enum Clients { struct Socket {} }\n",
        "Live.swift": """
        import ComposableArchitecture
        extension Clients.Socket: DependencyKey { static let liveValue = Self() }

        """,
        "Other.swift": "import Dependencies\n\(code)\n",
      ])
    #expect(!files["Other.swift"]!.isChanged)
    #expect(files["Other.swift"]!.refusal != nil)
  }

  @Test("Equal names in modules that do not see each other are different types and dependencies")
  func equalNames() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/App/Feature.swift": Self.reducer("client"),
        "Sources/App/Client.swift": client("Client"),
        "Sources/App/User.swift": "struct User { let name: Client }\n",
        "Sources/Server/Client.swift": client("Client"),
        "Sources/Server/User.swift":
          "import Dependencies\nstruct User { @Dependency(\\.client) var client }\n",
      ])
    #expect(!files["Sources/App/Client.swift"]!.isChanged)
    #expect(files["Sources/Server/Client.swift"]!.refusal == nil)
    #expect(
      files.text("Sources/Server/Client.swift").contains("public var client: Factory<Client>"))
    #expect(files.text("Sources/Server/User.swift").contains("@DynamicInjected(\\.client)"))
  }

  @Test("Keys of the same name in two modules have their own values")
  func equalKeys() {
    func key(_ value: Int) -> String {
      """
      import Dependencies
      private enum LimitKey: DependencyKey { static let liveValue = \(value) }
      extension DependencyValues {
        var limit\(value): Int {
          get { self[LimitKey.self] }
          set { self[LimitKey.self] = newValue }
        }
      }

      """
    }
    let files = migrate(
      .dependencies,
      files: [
        "Sources/A/A.swift": key(1), "Sources/A/B.swift": key(2), "Sources/C/C.swift": key(3),
      ])
    for (path, value) in [
      ("Sources/A/A.swift", 1), ("Sources/A/B.swift", 2), ("Sources/C/C.swift", 3),
    ] {
      #expect(files.text(path).contains("var limit\(value): Factory<Int> { self {"))
      #expect(!files.text(path).contains("required()"))
    }
  }
}

@Suite struct BuildConditionTests {
  private func migrated(_ values: String, _ more: String = "") -> Migration.MigratedFile {
    migrate(.dependencies, client("Mail", values) + more).files[0]
  }

  @Test(
    "A value under #if keeps its condition",
    arguments: [
      ("#if DEBUG\n    static let testValue = Self()\n  #endif", "", "DEBUG", "onTest"),
      ("#if os(iOS)\n  static let previewValue = Mail {}\n  #endif", "", "os(iOS)", "onTest"),
      (
        "", "#if DEBUG && os(iOS)\nextension Mail { static let testValue = Mail {} }\n#endif\n",
        "DEBUG && os(iOS)", "onTest"
      ),
    ])
  func condition(values: String, more: String, condition: String, modifier: String) {
    let text = migrated(values, more).text
    let name = values.contains("previewValue") ? "previewValue" : "testValue"
    #expect(
      text.contains(
        """
              #if \(condition)
              .\(modifier) { Mail.\(name) }
              #endif
        """))
    #expect(text.contains("      .once()\n"))
  }

  @Test("Nested conditions are all kept")
  func nested() {
    let text = migrated(
      """
      #if DEBUG
          #if os(iOS)
            static let testValue = Mail {}
          #endif
        #endif
      """
    ).text
    #expect(
      text.contains(
        "      #if DEBUG\n      #if os(iOS)\n      .onTest { Mail.testValue }\n      #endif\n"))
  }

  @Test("A value that each clause declares needs no condition")
  func always() {
    let text = migrated(
      """
      #if DEBUG
          static let testValue = Mail {}
        #else
          static let testValue = Mail()
        #endif
      """
    ).text
    #expect(text.contains("      .onTest { Mail.testValue }\n      .once()"))
    #expect(!text.contains("      #if"))
  }

  @Test("What only #else compiles is left out, with a mark")
  func otherwise() {
    let file = migrated(
      """
      #if os(Linux)
          static let other = 1
        #else
          static let testValue = Mail {}
        #endif
      """)
    #expect(!file.text.contains(".onTest { Mail.testValue }\n      .once()"))
    #expect(file.notes.map(\.kind) == ["its testValue is compiled under a condition"])
  }

  @Test("A live value under #if is left, with a mark")
  func live() {
    let property =
      "var age: Int { get { self[AgeKey.self] } set { self[AgeKey.self] = newValue } }"
    let file = migrate(
      .dependencies,
      """
      import Dependencies
      enum AgeKey: DependencyKey {
        #if os(iOS)
          static let liveValue = 1
        #endif
      }
      extension DependencyValues { \(property) }

      """
    ).files[0]
    #expect(file.text.contains(property))
    #expect(file.notes.map(\.kind) == ["its live value is compiled under a condition"])
  }

  @Test("A key without a property keeps the condition as well")
  func ownKey() {
    let text = migrate(
      .dependencies,
      """
      import Dependencies
      final class Flags: DependencyKey {
        static let liveValue = Flags()
        #if DEBUG
          static let testValue = Flags(1)
        #endif
      }
      struct A { @Dependency(Flags.self) var flags }

      """
    ).files[0].text
    #expect(text.contains("\n#if DEBUG\n.onTest { Flags.testValue }\n#endif\n.once()"))
  }
}

@Suite struct UnimplementedTests {
  @Test(
    "A client without closures is no value for tests, however its value names the type",
    arguments: ["Self()", "APIClient()", "APIClient.init()", "App.APIClient()"])
  func client(value: String) {
    let text = migrate(
      .dependencies,
      files: [
        "Sources/App/APIClient.swift": """
        import Dependencies
        @DependencyClient struct APIClient { var run: () -> Void }
        extension APIClient: DependencyKey {
          static let liveValue = APIClient { print(1) }
          static let testValue = \(value)
        }
        extension DependencyValues {
          var api: APIClient {
            get { self[APIClient.self] }
            set { self[APIClient.self] = newValue }
          }
        }

        """
      ]
    ).text("Sources/App/APIClient.swift")
    #expect(text.contains("var api: Factory<APIClient>"))
    #expect(!text.contains("onTest"))
  }
}

@Suite struct ReexportTests {
  @Test(
    "A name of a module that swift-dependencies exported gets its import",
    arguments: [
      ("let box = LockIsolated(1)", "ConcurrencyExtras"),
      ("var ids: ActorIsolated<Int>?", "ConcurrencyExtras"),
      ("func f() async { await Task.megaYield() }", "ConcurrencyExtras"),
      ("func f() { reportIssue(\"no\") }", "IssueReporting"),
      ("let run: () -> Void = unimplemented(\"run\")", "IssueReporting"),
      ("let clock = TestClock()", "Clocks"),
      ("let queue: AnySchedulerOf<DispatchQueue>", "CombineSchedulers"),
    ])
  func imports(code: String, module: String) {
    let text = migrate(.dependencies, "import Dependencies\n\(code)\n").files[0].text
    #expect(text == "import \(module)\nimport FactoryKit\n\(code)\n")
  }

  @Test(
    "A name that the program declares, or that is gone, needs no import",
    arguments: [
      "struct LockIsolated<T> {}\nlet box = LockIsolated<Int>()",
      "extension Mode { var isTesting: Bool { true } }\nfunc f(_ mode: Mode) { print(mode.isTesting) }",
      "func reportIssue(_ text: String) {}\nfunc f() { reportIssue(\"no\") }",
    ])
  func own(code: String) {
    let text = migrate(.dependencies, "import Dependencies\n\(code)\n").files[0].text
    #expect(text == "import FactoryKit\n\(code)\n")
  }

  @Test(
    "A member that the program declares in another file is not one of the module",
    arguments: [
      "let client = APIClient.unimplemented", "let client: APIClient = .unimplemented",
      "extension APIClient { static let other = unimplemented }",
      "func f() async { await APIClient.megaYield() }",
    ])
  func member(code: String) {
    let files = migrate(
      .dependencies,
      files: [
        "Client.swift": """
        struct APIClient { static func megaYield() async {} }
        extension APIClient { static let unimplemented = Self() }

        """,
        "Use.swift": "import Dependencies\n\(code)\n",
      ])
    #expect(files.text("Use.swift") == "import FactoryKit\n\(code)\n")
  }

  @Test("A member of that name hides no function outside of its type")
  func hidden() {
    let code = """
      struct APIClient { var run: () -> Void }
      extension APIClient { static let unimplemented = Self {} }
      let run: () -> Void = unimplemented("run")

      """
    let text = migrate(.dependencies, "import Dependencies\n\(code)").files[0].text
    #expect(text == "import IssueReporting\nimport FactoryKit\n\(code)")
  }

  @Test("A module under its earlier name, or imported already, is not imported again")
  func imported() {
    let code = "func f() { unimplemented() }\nlet box = LockIsolated(1)\n"
    let imports = "import ConcurrencyExtras\nimport XCTestDynamicOverlay\n"
    let text = migrate(.dependencies, "\(imports)import Dependencies\n\(code)").files[0].text
    #expect(text == "\(imports)import FactoryKit\n\(code)")
  }
}

@Suite struct NestedTypeTests {
  @Test(
    "The type of a part of a dependency is written as the code around it needs it",
    arguments: [
      ("var sms: Sms", "sms", "Settings.Sms"), ("var all: [Sms?]", "all", "[Settings.Sms?]"),
      ("var table: [String: Sms]", "table", "[String: Settings.Sms]"),
      ("var send: @Sendable (Sms) -> Void", "send", "@Sendable (Settings.Sms) -> Void"),
      ("var name: Name", "name", "String"),
      ("var other: Foundation.URL", "other", "Foundation.URL"),
      ("var deep: Sms.Kind", "deep", "Settings.Sms.Kind"),
    ])
  func part(member: String, name: String, type: String) {
    let text = migrate(
      .dependencies,
      """
      import Dependencies
      struct Settings {
        struct Sms { enum Kind { case one } }
        typealias Name = String
        \(member)
      }
      extension Settings: DependencyKey { static let liveValue = make() }
      extension DependencyValues {
        var settings: Settings { get { self[Settings.self] } set { self[Settings.self] = newValue } }
      }
      func use() {
        @Dependency(\\.settings.\(name)) var part
      }

      """
    ).files[0].text
    #expect(text.contains("  var part: \(type) { Container.shared.settings().\(name) }\n"))
  }

  @Test("The type of an initialiser's parameter as well")
  func parameter() {
    let text = migrate(
      .resolver,
      """
      import Resolver
      final class Mail { struct Box {}; init(box: Box) {} }
      extension Resolver {
        static func registerAll() {
          register { Mail.Box() }
          register { Mail(box: resolve()) }
        }
      }

      """
    ).files[0].text
    #expect(text.contains("self { Mail(box: self.box()) }"))
    #expect(!text.contains("required()"))
  }
}

@Suite struct OperationTests {
  @Test(
    "An operation that creates an object for later has a mark",
    arguments: [
      ("scheduler.configure()", true), ("self.scheduler.configure()", true),
      ("runner.configure()", false), ("runner.show(app)", false), ("unknown.configure()", false),
      ("configureAll()", true), ("window.show(makeScreen())", true),
      ("list.append(Model())", true), ("screen = makeScreen()", true),
      ("let made = makeScreen(); window.show(made)", true),
      ("scheduler.once()", false), ("scheduler.local()", false),
      ("let own = Scheduler(); own.configure()", false), ("Scheduler().configure()", false),
      ("XCTAssertEqual(Model().uuid(), id)", false), ("XCTAssertEqual(1, 1)", false),
      ("let made = makeScreen(); made.model.run()", false), ("_ = makeScreen()", false),
      ("if let made = findScreen() { screen = made }", true),
      ("guard let made = findScreen() else { return }; window.show(made)", true),
      ("if let made = findScreen() { made.model.run() }", false),
      ("screen = isNew ? makeScreen() : nil", true), ("screen = old ?? makeScreen()", true),
      ("screens += [makeScreen()]", true), ("isOpen = old == makeScreen()", false),
      ("isOpen = makeScreen() == old ? true : false", false),
      ("let all = [makeScreen()]; all[0].model.run()", false),
      ("let all = [\"a\": makeScreen()]; screens = all", true),
      ("findScreen()?.model.run()", false), ("var made = old; made = makeScreen()", false),
      ("var made = old; made = makeScreen(); screen = made", true),
    ])
  func later(code: String, isMarked: Bool) {
    #expect(isNoted("withDependencies { } operation: { \(code) }") == isMarked)
  }

  @Test(
    "So has one whose value is such an object",
    arguments: [
      ("let screen = withDependencies { } operation: { makeScreen() }", true),
      ("let screen = withDependencies { } operation: { Screen(model: Model()) }", true),
      ("let screen = try await withDependencies { } operation: { try await makeScreen() }", true),
      ("let count = withDependencies { } operation: { XCTUnwrap(count(of: list)) }", false),
      ("let run = withDependencies { } operation: { makeScreen().model.run() }", false),
    ])
  func value(code: String, isMarked: Bool) { #expect(isNoted(code) == isMarked) }

  @Test(
    "The value may come from a branch or an operand",
    arguments: [
      ("if b { makeScreen() } else { old }", true),
      ("if b { old } else if c { makeScreen() } else { other }", true),
      ("switch b { case 1: makeScreen(); default: old }", true),
      ("let c = if b { makeScreen() } else { old }; return c", true),
      ("b ? makeScreen() : old", true), ("old == makeScreen()", false),
      ("makeScreen() == old ? 1 : 2", false), ("if b { makeScreen() }; return 1", false),
    ])
  func branch(code: String, isMarked: Bool) {
    #expect(isNoted("let a = withDependencies { } operation: { \(code) }") == isMarked)
  }

  @Test("A value may go through many variables", .timeLimit(.minutes(1)))
  func variables() {
    let chain = (1..<60).map { "let a\($0) = Screen(a\($0 - 1), a\($0 - 1))" }
    let code = (["let a0 = makeScreen()"] + chain + ["screen = a59"]).joined(separator: "; ")
    #expect(isNoted("withDependencies { } operation: { \(code) }"))
  }

  @Test("Four times as many functions take far less than sixteen times as long")
  func growth() {
    /// The processor time of this thread, in seconds.
    func time(_ count: Int) -> Double {
      func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let functions = (1...count).reversed().map { "func f\($0)() -> Model { f\($0 - 1)() }\n" }
      let text =
        "import Dependencies\nstruct Model { @Dependency(\\.uuid) var uuid }\n"
        + functions.joined() + "func f0() -> Model { Model() }\n"
        + "let model = withDependencies { } operation: { f\(count)() }\n"
      let start = now()
      let file = migrate(.dependencies, text).files[0]
      let end = now()
      #expect(file.notes.map(\.message).contains { $0.hasPrefix("`Model` resolves its") })
      return end - start
    }
    let few = time(250)
    #expect(time(1000) < few * 9)
  }

  private func isNoted(_ code: String) -> Bool {
    let file = migrate(
      .dependencies,
      """
      import Dependencies
      final class Model { @Dependency(\\.uuid) var uuid; func run() {} }
      struct Screen { let model: Model }
      let scheduler = Scheduler()
      final class Scheduler {
        var model: Model?
        func configure() { model = Model() }
        func once() { Model().run() }
        func local() { let model = Model(); model.run() }
      }
      final class Runner { func configure() {}; func show(_ app: App) { app.add(Model()) } }
      let runner = Runner()
      func configureAll() { scheduler.configure() }
      func makeScreen() -> Screen { Screen(model: Model()) }
      func findScreen() -> Screen? { Screen(model: Model()) }
      func test() {
        \(code)
      }

      """
    ).files[0]
    return file.notes.contains { $0.message.contains("resolves its dependencies when it reads") }
  }
}
