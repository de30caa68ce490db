// Factory, MIT licence; see LICENSE
import FactoryMigrate
import Testing

@Suite struct DefaultScopeTests {
  private static let assembly = """
    import Swinject
    final class MailAssembly: Assembly {
      func assemble(container: Container) {
        container.register(Mail.self) { _ in Mail() }
      }
    }

    """

  private func mail(_ app: String, tests: String) -> (text: String, notes: [String]) {
    let files = migrate(
      .swinject,
      files: [
        "App/MailAssembly.swift": Self.assembly,
        "App/App.swift": "import Swinject\n\(app)\n",
        "AppTests/MailTests.swift": "import Swinject\nimport XCTest\n\(tests)\n",
      ])
    return (
      files.text("App/MailAssembly.swift"),
      files["App/MailAssembly.swift"]!.notes.map(\.message)
    )
  }

  @Test(
    "The assembler of a test does not decide the scope of the app's factories",
    arguments: ["", ", defaultObjectScope: .transient", ", defaultObjectScope: .weak"])
  func testAssembler(scope: String) {
    let (text, notes) = mail(
      "let assembler = Assembler([MailAssembly()], defaultObjectScope: .container)",
      tests: "let assembler = Assembler([MailAssembly()]\(scope))")
    #expect(text.contains("var mail: Factory<Mail> { self { Mail() }.cached }"))
    #expect(notes.isEmpty)
  }

  @Test("A test is also what is in a folder of tests")
  func folder() {
    let files = migrate(
      .swinject,
      files: [
        "App/MailAssembly.swift": Self.assembly,
        "App/App.swift":
          "import Swinject\nlet a = Assembler([MailAssembly()], defaultObjectScope: .container)\n",
        "AppTests/Support/Helpers.swift": "import Swinject\nlet b = Assembler([MailAssembly()])\n",
      ])
    #expect(files.text("App/MailAssembly.swift").contains("{ self { Mail() }.cached }"))
  }

  @Test("Two containers that differ leave the scope open, with a mark at each factory")
  func differ() {
    let (text, notes) = mail(
      "let a = Container(defaultObjectScope: .container)\nlet b = Container()", tests: "")
    #expect(text.contains("var mail: Factory<Mail> { self { Mail() } }"))
    #expect(notes.count == 1)
    #expect(
      notes[0].hasPrefix("its scope is not known: the default scope is `container` or `graph`"))
  }

  @Test("A scope that cannot be read is not guessed")
  func variable() {
    let (text, notes) = mail(
      "func f(_ scope: ObjectScope) -> Container { Container(defaultObjectScope: scope) }",
      tests: "")
    #expect(text.contains("var mail: Factory<Mail> { self { Mail() } }"))
    #expect(notes.count == 1)
  }

  @Test("If only a test makes a container, another scope than Swinject's own is not taken over")
  func onlyTests() {
    let (_, notes) = mail("", tests: "let a = Container(defaultObjectScope: .container)")
    #expect(notes.count == 1)
  }

  @Test("A registration in a test does not declare what the app registers")
  func testAssembly() {
    let files = migrate(
      .swinject,
      files: [
        "AAppTests/MockAssembly.swift": """
        import Swinject
        final class MockAssembly: Assembly {
          func assemble(container: Container) {
            container.register(Mail.self) { _ in MockMail() }
          }
        }

        """,
        "App/MailAssembly.swift": Self.assembly,
      ])
    #expect(files.text("App/MailAssembly.swift").contains("var mail: Factory<Mail>"))
    #expect(files.text("AAppTests/MockAssembly.swift").contains("container.mail.register"))
  }

  @Test("The default scope that a test of Resolver sets is that of the test only")
  func resolver() {
    let files = migrate(
      .resolver,
      files: [
        "AppTests/T.swift":
          "import Resolver\nimport XCTest\nfunc f() { Resolver.defaultScope = .unique }\n",
        "App/A.swift":
          "import Resolver\nextension Resolver {\n  static func a() {\n    register { Mail() }\n  }\n}\n",
      ])
    #expect(files.text("App/A.swift").contains("var mail: Factory<Mail> { self { Mail() }.graph }"))
    #expect(files["AppTests/T.swift"]!.notes.count == 1)
  }
}
