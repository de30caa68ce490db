// Factory, MIT licence; see LICENSE
//
// What reads and replaces dependencies of swift-dependencies.
import FactoryMigrate
import Testing

@Suite struct DependencyTests {
  private static let client = """
    import Dependencies
    import DependenciesMacros
    @DependencyClient struct Mail { var send: @Sendable (String) -> Void }
    extension Mail: DependencyKey {
      static let liveValue = Mail(send: { print($0) })
      static let testValue = Self()
    }
    extension DependencyValues {
      var mail: Mail {
        get { self[Mail.self] }
        set { self[Mail.self] = newValue }
      }
    }

    """

  private func migrated(_ text: String) -> Migration.MigratedFile {
    migrate(.dependencies, Self.client + text).files[0]
  }

  @Test(
    "A local variable reads a dependency at the moment of its use",
    arguments: [
      ("@Dependency(\\.mail) var mail", "@DynamicInjected(\\.mail) var mail"),
      ("@Dependency(Mail.self) var mail", "@DynamicInjected(\\.mail) var mail"),
      (
        "@Dependency(\\.mail.send) var send",
        "var send: @Sendable (String) -> Void { Container.shared.mail().send }"
      ),
      (
        "@Dependency(\\.date.now) var now: Date",
        "var now: Date { Container.shared.date()() }"
      ),
      ("@Dependency(\\.date.now) var now", "var now: Date { Container.shared.date()() }"),
    ])
  func localVariable(before: String, after: String) {
    let file = migrated("func use() {\n  \(before)\n}\n")
    #expect(file.text.contains("func use() {\n  \(after)\n}\n"))
  }

  @Test("A part of a dependency whose type is not known keeps its form, with a mark")
  func unknownPart() {
    let file = migrated(
      """
      func use() {
        @Dependency(\\.mail.unknown) var unknown
      }

      """)
    #expect(file.text.contains("  @Dependency(\\.mail.unknown) var unknown\n"))
    #expect(file.notes.map(\.kind).contains("a key path names one factory"))
  }

  @Test("A key without a value for tests is marked, unless tests get that of previews")
  func missingTestValue() {
    func kinds(_ more: String, _ tests: String = "import Testing") -> [String] {
      migrated(
        """
        enum NamesKey: DependencyKey {
          static let liveValue = Names()
          \(more)
        }
        extension DependencyValues {
          var names: Names { get { self[NamesKey.self] } set { self[NamesKey.self] = newValue } }
        }
        \(tests)

        """
      ).notes.map(\.kind).filter { $0.hasPrefix("without a testValue") }
    }
    #expect(kinds("").count == 1)
    #expect(kinds("", "").isEmpty)
    #expect(kinds("static let previewValue = Names(1)").isEmpty)
    #expect(kinds("static let testValue = Names(1)").isEmpty)
  }

  @Test("A type that is its own key gets a factory only if something reads it by its type")
  func ownKey() {
    func migrated(_ more: String) -> String {
      self.migrated(
        """
        final class Flags: DependencyKey { static let liveValue = Flags() }
        enum FlagsKey: DependencyKey { static let liveValue: any Flagging = Flags.liveValue }
        extension DependencyValues {
          var main: any Flagging { get { self[FlagsKey.self] } set { self[FlagsKey.self] = newValue } }
        }
        \(more)

        """
      ).text
    }
    #expect(!migrated("").contains("var flags: Factory"))
    #expect(
      migrated("struct A { @Dependency(Flags.self) var flags }").contains(
        "var flags: Factory<Flags> { self { Flags.liveValue }.cached }"))
  }

  @Test("A value of the library has a mark if there are tests, which failed without one")
  func libraryValues() {
    let model = "import Dependencies\nstruct Model { @Dependency(\\.uuid) var uuid }\n"
    let test = "import Testing\n@Test func a() {}\n"
    let kinds = migrate(.dependencies, files: ["A.swift": model, "T.swift": test])["A.swift"]!
      .notes.map(\.kind)
    #expect(kinds == ["a test failed that used … without a value of its own"])
    #expect(migrate(.dependencies, model).files[0].notes.isEmpty)
  }

  @Test(
    "A property reads the dependency of the moment at each use, as overrides may differ",
    arguments: [
      "struct Model { @Dependency(\\.mail) var mail }",
      "final class Model { @Dependency(\\.mail) private var mail }",
      "actor Model { @Dependency(\\.mail) var mail }",
      "enum Model { @Dependency(\\.mail) static var mail }",
      "extension Model { @Dependency(\\.mail) static var mail }",
      "@Dependency(\\.mail) var mail",
      "func f() { @Dependency(\\.mail) var mail; mail() }",
    ])
  func property(code: String) {
    let file = migrated(code + "\n")
    let after = code.replacing("Dependency", with: "DynamicInjected")
    #expect(file.text.contains("\n\(after)\n"))
  }

  @Test(
    "An instance that outlives the operation in which it was made has a mark",
    arguments: [
      ("let model = withDependencies { } operation: { Model() }", true),
      ("let model = try withDependencies { } operation: { try Model() }", true),
      ("withDependencies { } operation: { sut = Model() }", true),
      ("withDependencies { } operation: { self.sut = Model(); run() }", true),
      ("let model = withDependencies { } operation: { let m = Model(); m.run(); return m }", true),
      ("withDependencies { } operation: { let m: Model; m = Model(); m.run() }", false),
      ("withDependencies { } operation: { date = Date() }", false),
      ("let text = withDependencies { } operation: { Model().run() }", false),
      ("withDependencies { } operation: { Model() }\n  run()", false),
    ])
  func escaping(code: String, isMarked: Bool) {
    let file = migrated(
      "struct Model { @Dependency(\\.mail) var mail }\nfunc f() {\n  \(code)\n}\n")
    let kinds = file.notes.map(\.kind)
    #expect(
      kinds.contains(
        "… resolves its dependencies when it reads them, from the container of that moment")
        == isMarked)
  }

  @Test("A value of the library that a mark says to use is declared")
  func markedUse() {
    let file = migrated("struct Model { @Dependency(\\.date.now) var now }\n")
    #expect(file.text.contains("one factory: inject `\\.date`, and write `date()` for `now`"))
    #expect(file.text.contains("  var date: Factory<@Sendable () -> Date>"))
  }

  @Test("A test value stays where tests change its members")
  func changedMember() {
    let file = migrated(
      """
      func test() {
        withDependencies { $0.mail.send = { _ in } } operation: { run() }
      }

      """)
    #expect(file.text.contains(".onTest { Mail.testValue }"))
    #expect(!file.text.contains("container(.strict)"))
  }

  @Test("Without such a change, a strict test takes its place")
  func strictTest() {
    #expect(!migrated("").text.contains("onTest"))
  }

  @Test("Without a test value, tests get that of previews")
  func previewValue() {
    let file = migrated(
      """
      enum NamesKey: DependencyKey {
        static let liveValue = Names(host: "example.org")
        static let previewValue = Names(host: "localhost")
      }
      extension DependencyValues {
        var names: Names { get { self[NamesKey.self] } set { self[NamesKey.self] = newValue } }
      }

      """)
    #expect(file.text.contains(".onTest { NamesKey.previewValue }"))
    #expect(file.text.contains(".onPreview { NamesKey.previewValue }"))
  }

  @Test("A trait of the program's own is marked")
  func ownTrait() {
    let file = migrated(
      """
      import DependenciesTestSupport
      import Testing
      extension Trait where Self == _DependenciesTrait {
        static func dependencies(_ provider: Provider) -> Self { .dependencies(provider.update) }
      }
      @Suite(.dependencies(.default)) struct MailTests {}

      """)
    #expect(file.text.contains("@Suite(.dependencies(.default)) struct MailTests {}"))
    let kinds = file.notes.map(\.kind)
    #expect(kinds.contains("this trait is one of your own"))
    #expect(kinds.contains("this is … now"))
  }

  @Test("A statement that throws or waits in the closure of overrides is marked")
  func throwingOverride() {
    let file = migrated(
      """
      func test() async throws {
        try await withDependencies {
          let text = try load()
          $0.mail = Mail(send: { _ in print(text) })
        } operation: {
          try await run()
        }
      }

      """)
    #expect(file.notes.map(\.kind).contains("this closure can neither throw nor wait"))
  }

  /// A value without a test value, whose members tests change.
  private static let names = """
    import DependenciesTestSupport
    import Testing
    struct Names { var first = "Ada" }
    enum NamesKey: DependencyKey { static let liveValue = Names() }
    extension DependencyValues {
      var names: Names { get { self[NamesKey.self] } set { self[NamesKey.self] = newValue } }
    }
    """

  @Test("A strict test may resolve the live value of which an override changes a member")
  func changedMemberWithoutTestValue() {
    let file = migrated(
      """
      \(Self.names)
      @Suite(.dependencies) struct NameTests {
        @Test(.dependency(\\.mail, Mail(send: { _ in }))) func sends() {}
        @Test func changes() {
          withDependencies { $0.names.first = "Grace" } operation: { run() }
        }
      }

      """)
    #expect(file.text.contains("@Suite(.container(.strict, allowing: \\.names)) struct"))
    #expect(file.text.contains("@Test(.container(.strict, allowing: \\.names) { $0.mail.register"))
  }

  @Test("A test is not strict where its file does not see the factory of such a value")
  func invisibleFactory() {
    let files = migrate(
      .dependencies,
      files: [
        "Sources/Core/Names.swift": """
        import Dependencies
        public struct Names { public var first = "Ada" }
        enum NamesKey: DependencyKey { static let liveValue = Names() }
        extension DependencyValues {
          public var names: Names { get { self[NamesKey.self] } set { self[NamesKey.self] = newValue } }
        }

        """,
        "Tests/CoreTests/Changes.swift": """
        import Core
        import Dependencies
        func change() { withDependencies { $0.names.first = "Grace" } operation: { run() } }

        """,
        "Tests/CoreTests/AllTests.swift": """
        import DependenciesTestSupport
        import Testing
        @Suite(.dependencies) struct AllTests {}

        """,
      ])
    let text = files.text("Tests/CoreTests/AllTests.swift")
    #expect(text.contains("@Suite(.container) struct AllTests {}"))
    #expect(text.contains("// factory:migrate overrides change members of `names`"))
  }

  @Test("What only looks like such a change leaves tests as strict as they are")
  func otherAssignment() {
    let file = migrated(
      """
      \(Self.names)
      @Suite(.dependencies) struct NameTests {
        @Test func changes() {
          var model = Model()
          model.names.first = "Grace"
        }
      }

      """)
    #expect(file.text.contains("@Suite(.container(.strict)) struct NameTests"))
  }

  @Test(
    "Previews get the live value without a value of their own",
    arguments: ["Router()", "liveValue"])
  func repeatedLiveValue(value: String) {
    let file = migrated(
      """
      struct Router {}
      enum RouterKey: DependencyKey {
        static let liveValue = Router()
        static let testValue = Router()
        static let previewValue = \(value)
      }
      extension DependencyValues {
        var router: Router { get { self[RouterKey.self] } set { self[RouterKey.self] = newValue } }
      }

      """)
    #expect(file.text.contains(".onTest { Router() }"))
    #expect(!file.text.contains("onPreview"))
  }
}
