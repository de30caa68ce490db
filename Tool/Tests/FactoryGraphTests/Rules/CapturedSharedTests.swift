// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Closures that the shared container keeps")
struct CapturedSharedTests {
  private static let app = """
    @main struct Shop: App {}
    extension Container: AutoRegistering {
      var a: Factory<A> { self { A() } }
      var b: Factory<B> { self { B() } }
      func autoRegister() { a.register { A(self.b()) } }
    }
    """

  @Test(
    "An app whose code makes no other container has no finding about self",
    arguments: [
      ("", 0), ("let one = Container.shared", 0),
      ("extension Container { static let shared = Container() }", 0),
      ("func make() -> Container { Container() }", 1), ("let one: Container = .init()", 1),
      ("let child = Container(parent: .shared)", 1), ("import FactoryTesting", 1),
      ("final class Other: SharedContainer {}; let other = Other()", 0),
    ])
  func sharedOnly(_ more: String, count: Int) {
    #expect(
      found("captured-container", ["App.swift": Self.app, "More.swift": more]).count == count)
  }

  @Test("A library does not know which containers its programs make")
  func library() {
    let source = Self.app.replacing("@main struct Shop: App {}", with: "")
    #expect(found("captured-container", ["App.swift": source]).count == 1)
  }

  private static func objects(_ name: String, _ source: String, _ more: String = "") -> RuleCase {
    RuleCase(
      name, "captured-container",
      files: [
        "Factories.swift": """
        extension Container {
          var a: Factory<A> { self { A() } }
          var coordinator: Factory<Coordinator> { self { Coordinator() } }
        }
        """, "Source.swift": source, "More.swift": more,
      ])
  }

  private static let objects = [
    objects(
      "an object that others of its class replace",
      """
      final class Screen: UIViewController {
        let model = A()
        override func viewDidLoad() {
          Container.shared.a.register { ▶self.model }
          Container.shared.a.onTest { [▶self] in model }
          Container.shared.a.register { let make = { ▶self.model }; return make() }
        }
      }
      """),
    objects(
      "what retains no object, or one that the process keeps",
      """
      final class Screen {
        let model = A()
        func load(_ other: Container) {
          Container.shared.a.register { [weak self] in self?.model ?? A() }
          Container.shared.a.register { [unowned self] in model }
          Container.shared.a.register { [model] in model }
          Container.shared.a.onPreview { self.model }
          other.a.register { self.model }
        }
        static func load() { Container.shared.a.register { self.make() } }
        static func make() -> A { A() }
      }
      struct Value { let model = A(); func load() { Container.shared.a.register { self.model } } }
      final class Session {
        static let current = Session()
        func load() { Container.shared.a.register { self.model } }
      }
      final class Delegate: NSObject, UIApplicationDelegate {
        func load() { Container.shared.a.register { self.model } }
      }
      @main final class Main { func load() { Container.shared.a.register { self.model } } }
      final class Coordinator { func load() { Container.shared.a.register { self.model } } }
      """,
      """
      import XCTest
      final class Tests: XCTestCase {
        override func setUp() { Container.shared.a.register { self.mock } }
      }
      """),
  ]

  @Test("An object that a registration on shared retains is found", arguments: objects)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("The message says what keeps the object")
  func message() throws {
    let finding = try #require(Self.objects[0].findings.first)
    #expect(
      finding.message
        == "Container.shared stores this closure, which retains 'self', an instance of Screen, for "
        + "the rest of the process. Write '[weak self]', or register what the closure needs of it.")
    #expect(finding.fix == nil)
  }
}
