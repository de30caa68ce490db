// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Code that asks the shared container for what a child has")
struct ChildCodeTests {
  private static func app(_ name: String, _ model: String, _ code: String) -> RuleCase {
    RuleCase(
      name, "container-shared-in-child-code",
      """
      final class Model { \(model) }
      extension Container {
        var user: Factory<User> { required() }
        var other: Factory<User?> { promised() }
        var model: Factory<Model> { self { Model() } }
        var store: Factory<Model> { self { Model() }.singleton }
      }
      func open() { let c = Container(parent: .shared); c.user.register { User() } }
      \(code)
      """)
  }

  private static let marked = "func user() -> User { ▶Container.shared.user() }"
  private static let unmarked = "func user() -> User { Container.shared.user() }"

  private static let wrong: [RuleCase] = [
    app("in a method", marked, ""),
    app("in a closure that is stored", "let user = { ▶Container.shared.user() }", ""),
    app(
      "in an initial value of what no factory builds", "",
      "final class Screen { let user = ▶Container.shared.user() }"),
    app(
      "in a hook", "",
      "func a(_ c: Container) { c.model.onShutdown { _ in ▶Container.shared.user() } }"),
    app(
      "in functions", "func a() { _ = ▶Container.shared.user.resolve() }",
      "func b() { let c = Container.shared; _ = ▶c.user() }"),
    app(
      "of a promise", "",
      """
      func c(_ x: Container) { let c = Container(parent: x); c.other.register { User() } }
      func d() { _ = ▶Container.shared.other() }
      """),
    app(
      "other functions named run, withValue and container", marked,
      """
      func a() async { await MainActor.run { print(1) }; $number.withValue(1) { print(2) } }
      func b(_ app: App) { app.run(); _ = app.container; try? shell.run("ls") }
      """),
    app(
      "previews register it, too", marked,
      "#Preview(traits: .container { $0.user.register { User() } }) { Text(\"\") }"),
  ]

  @Test(
    "What only children register, where nothing makes a child the shared container",
    arguments: wrong)
  func found(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  private static let right: [RuleCase] = [
    app("injected", "@Injected(\\.user) var user; @LazyInjected(\\.user) var later", ""),
    app("resolved by what a child builds", "let user = Container.shared.user()", ""),
    app("resolved by what its initialiser calls", "init() { _ = user() }; \(unmarked)", ""),
    app(
      "resolved by a registered closure, and what it calls", "",
      """
      func a(_ c: Container) {
        c.model.register { Model(Container.shared.user()) }
        c.store.onTest { make() }
        c.model.decorator { $0.user = Container.shared.user() }
      }
      func make() -> Model { Model(Container.shared.user()) }
      """),
    app("registered there", unmarked, "func a() { Container.shared.user.register { User() } }"),
    app(
      "registered where it may be", unmarked,
      "func a(_ c: Container) { c.user.register { User() } }"),
    app("passed on", unmarked, "func a() { setUp(Container.shared.user) }"),
    app("with a context", unmarked, "func a() { Container.shared.user.onDebug { User() } }"),
    app("run", unmarked, "func a() { Container(parent: .shared).run { _ = Model() } }"),
    app("run of something unknown", unmarked, "func a() { windows[0].run { _ = Model() } }"),
    app("run with a function", unmarked, "func a(_ c: Container) { c.run(work) }"),
    app("withValue", unmarked, "func a(_ c: Container) { Container.$shared.withValue(c) { b() } }"),
    app("a view's container", unmarked, "func a(_ c: Container) { RootView().container(c) }"),
    app("a wrapper of a singleton", "@DynamicInjected(\\.user) var user", ""),
  ]

  @Test(
    "Nothing is found where the shared container may have it, or act as a child", arguments: right)
  func silent(_ one: RuleCase) {
    #expect(one.findings == [])
  }

  @Test("The message names the container, and notes where the child registers")
  func message() throws {
    let finding = try #require(Self.app("", Self.marked, "").findings.first)
    #expect(
      finding.message
        == "only child containers register Container.user, and when this code runs, nothing makes "
        + "one of them Container.shared. Use @Injected in a type that the child builds, or resolve it "
        + "from the child."
    )
    #expect(finding.notes.map { "\($0.line):\($0.column)" } == ["3:7", "8:58"])
  }

  @Test(
    "The closure of a preview's trait registers on the container of the trait",
    arguments: [
      ".container { $0.x.register { X() } }", ".container { c in c.x { X() } }",
      ".modifier(ContainerPreview { $0.x.register { X() } })",
      ".container(Custom.$shared, Custom()) { $0.y.register { X() } }",
      ".modifier(ContainerPreview(Custom.$shared, Custom()) { $0.y.register { X() } })",
    ])
  func previews(_ trait: String) {
    let source = """
      final class Custom: SharedContainer { var y: Factory<X> { self { X() } } }
      extension Container { var x: Factory<X> { self { X() } } }
      #Preview("One", traits: \(trait)) { Text("") }
      """
    let name = trait.contains("Custom") ? "App.Custom.y" : "x"
    #expect(edges(source) == ["type:main register \(name):3"])
  }

  @Test(
    "In run, the shared container is not the factory's own", arguments: ["", "Custom.$shared, "])
  func insideRun(_ argument: String) {
    let type = argument.isEmpty ? "Container" : "Custom"
    let one = RuleCase(
      "", "container-shared-inside",
      """
      final class Custom: SharedContainer { @TaskLocal static var shared = Custom() }
      extension \(type) {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { B(▶\(type).shared.a()) } }
        var c: Factory<A> {
          self { let child = \(type)(parent: .shared)
            return child.run(\(argument)operation: { C(\(type).shared.a()) }) }
        }
      }
      """)
    #expect(one.found == one.expected)
  }
}
