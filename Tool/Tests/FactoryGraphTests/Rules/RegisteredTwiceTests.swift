// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Registrations and layers that later ones replace")
struct RegisteredTwiceTests {
  private static func one(_ name: String, _ source: String) -> RuleCase {
    RuleCase(
      name, "registered-twice",
      "extension Container { var a: Factory<A> { self { A() } }; var b: Factory<A> { self { A() } } }\n"
        + source)
  }

  private static let wiring = """
    extension Container { public var a: Factory<A?> { promised() } }
    public func wire() { Container.shared.%a.register { A() } }
    """

  private static func modules(_ name: String, _ main: String, _ wiring: String) -> RuleCase {
    RuleCase(
      name, "registered-twice",
      [
        SourceModule("Library", files: ["L.swift": wiring]),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library"], files: ["main.swift": main]),
      ])
  }

  private static let cases = [
    modules(
      "by two modules, the app first", "Container.shared.a.register { B() }\nwire()",
      wiring.replacing("%a.register", with: "a.▶register")),
    modules(
      "by two modules, the library first", "wire()\nContainer.shared.a.▶register { B() }",
      wiring.replacing("%", with: "")),
    modules(
      "by a library that does not run", "Container.shared.a.register { B() }",
      wiring.replacing("%", with: "")),
    modules(
      "under a condition", "if demo { wire() }\nContainer.shared.a.register { B() }",
      wiring.replacing("%", with: "")),
    one(
      "autoRegister and the start of the app",
      """
      extension Container: AutoRegistering { func autoRegister() { a.register { A() }; b { A() } } }
      struct Main: App { init() { setUp() } }
      func setUp() { Container.shared.a.▶register { A(1) }; Container.shared.▶b { A() } }
      """),
    one(
      "twice in one function, and three times",
      """
      @main struct Main {
        static func main() {
          Container.shared.a.register { A() }
          Container.shared.a.▶register { A(1) }
          Container.shared.a.▶register { A(2) }
        }
      }
      """),
    one(
      "other registrations",
      """
      extension Container: AutoRegistering {
        func autoRegister() {
          a.register { A() }
          a.onTest { A() }
          #if DEBUG
            a.register { A(1) }
          #endif
          if isOn { a.register { A(2) } }
          Task { a.register { A(3) } }
          guard !done else { return }
          b.register { A() }
        }
      }
      @main struct Main {
        static func main() {
          let child = Container(parent: .shared)
          child.a.register { A(4) }
          Container.preview { $0.a.register { A(5) } }
        }
        func later() { Container.shared.a.register { A(6) } }
      }
      """),
    one(
      "with a reset somewhere",
      """
      @main struct Main {
        static func main() {
          Container.shared.a.register { A() }
          Container.shared.a.reset()
          Container.shared.a.register { A(1) }
        }
      }
      """),
    RuleCase(
      "of functions with arguments, and by two programs", "registered-twice",
      [
        SourceModule(
          "Library",
          files: [
            "L.swift":
              "extension Container { public func f(_ k: Int) -> Factory<A> { self { A() } }\n"
              + "public var a: Factory<A> { self { A() } } }"
          ])
      ]
        + ["One", "Two"].map {
          SourceModule(
            $0, kind: .executable, dependencies: ["Library"],
            files: [
              "\($0)/main.swift": "Container.shared.f(1).register { A() }\n"
                + "Container.shared.f(2).register { A() }\nContainer.shared.a.register { A() }"
            ])
        }),
    one(
      "on containers that are not known to be the shared one",
      """
      @main final class Main {
        let child = Container(parent: .shared)
        init() {
          Container.shared.a.register { A() }
          self.child.a.register { A(1) }
          wire(child)
        }
      }
      func wire(_ container: Container) { container.a.register { A(2) } }
      """),
    // Layers
    one(
      "a layer through one helper",
      """
      func log(_ name: String) { Container.shared.a.wrap { Logged($0, name) } }
      @main struct Main { static func main() { log("one"); ▶log("two") } }
      """),
    one(
      "a layer through a method of the container",
      """
      extension Container: AutoRegistering {
        func autoRegister() { log("one"); ▶log("two") }
        func log(_ name: String) { a.wrap { Logged($0, name) } }
      }
      """),
    one(
      "layers that stay, or are the same",
      """
      func log(_ name: String) { Container.shared.a.wrap { Logged($0, name) } }
      func same(_ name: String) { print(name); Container.shared.b.wrap { Logged($0) } }
      func wrap<T>(_ factory: Factory<T>, _ n: Int) { factory.wrap { Logged($0, n) } }
      extension Container { func own(_ name: String) { b.wrap { Logged($0, name) } } }
      @main struct Main {
        static func main() {
          log("one")
          if isOn { log("two") }
          same("one"); same("two")
          wrap(Container.shared.a, 1); wrap(Container.shared.b, 2)
          Container.shared.a.wrap { Logged($0, "a") }
          Container.shared.a.wrap { Logged($0, "b") }
          Container.shared.own("a")
          Container().own("b")
        }
      }
      """),
  ]

  @Test("The later one is found, and nothing else", arguments: cases)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("A note stands at the earlier one")
  func note() {
    let finding = Self.cases[0].findings[0]
    #expect(
      finding.notes.map { "\($0.path):\($0.line) \($0.message)" } == [
        "main.swift:1 the registration that is lost"
      ])
  }
}
