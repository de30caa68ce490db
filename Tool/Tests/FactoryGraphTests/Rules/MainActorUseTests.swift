// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("The fix of an isolated closure")
struct MainActorUseTests {
  private static let factory =
    "extension Container { var a: Factory<A> { self { @MainActor in A() } } }\n"

  private func isMended(_ uses: String, kind: ModuleKind = .executable) throws -> Bool {
    let program = Program(modules: [
      SourceModule(
        "App", kind: kind, files: ["A.swift": "import FactoryKit\n" + Self.factory + uses])
    ])
    let found = Checker().check(program).filter { $0.rule == "isolated-closure" }
    #expect(found.count == 1)
    return try #require(found.first).fix != nil
  }

  @Test(
    "It is offered if all uses are certain to be on the main actor",
    arguments: [
      "@MainActor func f() { Container.shared.a() }",
      "@MainActor final class Model { let a = Container.shared.a(); func f() { _ = Container.shared.a() } }",
      "@MainActor final class Model {}\nextension Model { func f() { Container.shared.a() } }",
      "struct Screen: View { var body: some View { Text(Container.shared.a().name) } }",
      "func f() { Task { @MainActor in Container.shared.a() } }",
      "@MainActor func f() { if isOn { [1].forEach { _ in Container.shared.a() } } }",
      "extension Container { @MainActor var b: Factory<B> { self { B(self.a()) } } }",
      "",
    ])
  func certain(_ uses: String) throws {
    #expect(try isMended(uses))
  }

  @Test(
    "It is not offered if a use may be elsewhere",
    arguments: [
      "struct Scheduler: Sendable { var a: A { Container.shared.a() } }",
      "@MainActor func f() { Container.shared.a() }\nfunc g() { Container.shared.a() }",
      "@MainActor func f() { Task.detached { Container.shared.a() } }",
      "@MainActor final class Model { nonisolated func f() { Container.shared.a() } }",
      "@MainActor final class Model { @Audio func f() { Container.shared.a() } }",
      "@MainActor final class Model { struct Inner { let a = Container.shared.a() } }",
      "@MainActor final class Model { @Injected(\\.a) var a }",
      "struct Screen: View { func f() { Container.shared.a() } }",
      "extension Container { var b: Factory<B> { self { B(self.a()) } } }",
      "extension Container { func f() { a.register { @MainActor in A() } } }",
      "func f() { unknown.a() }",
    ])
  func uncertain(_ uses: String) throws {
    #expect(try !isMended(uses))
  }

  @Test("It is not offered for what other programs may use")
  func published() throws {
    let program = Program(modules: [
      SourceModule(
        "Library",
        files: ["A.swift": "import FactoryKit\npublic " + Self.factory])
    ])
    let found = Checker().check(program).filter { $0.rule == "isolated-closure" }
    #expect(found.map { $0.fix == nil } == [true])
  }

  @Test("It is offered for an isolated property, whatever its uses are")
  func isolated() throws {
    let source = """
      extension Container { @MainActor var a: Factory<A> { self { @MainActor in A() } } }
      func f() async { await Container.shared.a() }
      """
    #expect(!mended("isolated-closure", source).contains("@MainActor in"))
  }

  @Test("The message about an isolated property does not say that it should be isolated")
  func message() throws {
    let source = """
      extension Container { @MainActor var a: Factory<A> { self { @MainActor in A() } } }
      """
    let found = try #require(found("isolated-closure", ["Source.swift": source]).first)
    #expect(
      found.message
        == "Container.a is on the main actor, so its closure is as well. Remove '@MainActor in'.")
    #expect(found.fix?.message == "Remove @MainActor")
  }

  @Test("A note shows the first use that is not certain")
  func note() throws {
    let found = found(
      "isolated-closure",
      ["Source.swift": Self.factory + "func f() { Container.shared.a() }"])
    let note = try #require(found.first?.notes.first)
    #expect("\(note.line): \(note.message)" == "2: it is used here")
  }

  @Test(
    "The advice for a registration compiles where it is",
    arguments: [
      ("@MainActor func f() { Container.shared.a.register { @MainActor in A() } }", true),
      ("func f() { Container.shared.a.register { @MainActor in A() } }", false),
      (
        "extension Container: AutoRegistering { func autoRegister() { a.onTest { @MainActor in A() } } }",
        false
      ),
    ])
  func registrationAdvice(code: String, mayIsolateProperty: Bool) throws {
    let source = "extension Container { var a: Factory<A> { self { A() } } }\n" + code + "\n"
    let found = try #require(found("isolated-closure", ["Source.swift": source]).first)
    #expect(found.message.contains("'@MainActor var'") == mayIsolateProperty)
    #expect(found.message.contains("MainActorFactory"))
  }
}
