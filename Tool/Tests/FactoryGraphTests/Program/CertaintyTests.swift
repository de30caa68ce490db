// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("What is certain, and what is not")
struct CertaintyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: String
    var isCertain: Bool

    init(_ name: String, _ source: String, isCertain: Bool) {
      testDescription = name
      self.source = source
      self.isCertain = isCertain
    }
  }

  private static let declarations = """
    final class N { init() {}; init(_ n: N) {}; var list: [N] = []; let names = ["a"] }
    struct Box { init(_ text: String) { _ = Container.shared.a() }; init(_ number: Int) {} }
    protocol Service {}
    struct One: Service {}; struct Two: Service {}
    func make(_ one: One) -> N { Container.shared.a() }
    func make(_ two: Two) -> N { N() }
    func pick(_ value: some Any) -> N { Container.shared.a() }
    func pick(_ value: some Hashable) -> N { N() }
    func fetch() -> [Int] { [] }
    """

  /// A circle of `a` and `b`, if the code of `b` needs `a`.
  private static func program(_ code: String) -> Program {
    Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "Source.swift": """
          import FactoryKit
          \(declarations)
          extension Container {
            var a: Factory<N> { self { N(self.b()) } }
            var b: Factory<N> { self { \(code) } }
            var numbers: Factory<[Int]> { self { [] } }
            var ids: [Int] { [1] }
          }
          """
        ])
    ])
  }

  private static let closures: [(String, String, Bool)] = [
    ("an array literal", "[1].map { _ in self.a() }[0]", true),
    ("a dictionary literal", "[1: 2].mapValues { _ in self.a() }[1]!", true),
    ("a range", "(0..<3).map { _ in self.a() }[0]", true),
    ("a chain of functions", "[1].filter { $0 > 0 }.sorted().map { _ in self.a() }[0]", true),
    ("a local array", "let list = [1]; return list.map { _ in self.a() }[0]", true),
    ("a local of a type", "let list: [Int] = load(); return list.map { _ in self.a() }[0]", true),
    ("a local optional", "let one: Int? = load(); return one.map { _ in self.a() }!", true),
    ("an optional in parentheses", "(value?.count).map { _ in self.a() }!", true),
    ("an optional attempt", "(try? load()).map { _ in self.a() }!", true),
    ("a property", "ids.map { _ in self.a() }[0]", true),
    ("a property of an instance", "N().list.map { _ in self.a() }[0]", true),
    ("an inferred property of an instance", "N().names.map { _ in self.a() }[0]", true),
    ("a function", "fetch().map { _ in self.a() }[0]", true),
    ("a factory", "self.numbers().map { _ in self.a() }[0]", true),
    ("an initialiser", "Array(load()).map { _ in self.a() }[0]", true),
    ("a local optional array", "let l: [Int]? = load(); return l?.map { _ in self.a() }", true),
    ("what a local optional has", "let p: P? = load(); return p?.map { _ in self.a() }", false),
    ("a member of an optional", "let n: N? = load(); return n!.list.map { _ in self.a() }", true),
    (
      "what an element has",
      "let l: [P] = load(); return l.first?.map { _ in self.a() }", false
    ),
    ("an optional element", "let l: [P] = load(); return l.first.map { _ in self.a() }!", true),
    (
      "what may be unwrapped implicitly",
      "let p: P! = load(); return p.map { _ in self.a() }", false
    ),
    ("a zip of sequences", "zip(one, two).map { _ in self.a() }", false),
    ("an optional chain's member", "value?.publisher.map { _ in self.a() }", false),
    ("an unknown value", "publisher.map { _ in self.a() }", false),
    ("an unknown function", "load().flatMap { _ in self.a() }", false),
    ("a lazy collection", "[1].lazy.map { _ in self.a() }", false),
    (
      "a type of another program",
      "let one: Publisher = load(); return one.filter { self.a() }", false
    ),
    ("another function", "publisher.handleEvents { self.a() }", false),
    ("a call in the closure", "func f() -> N { self.a() }; return publisher.map { f() }", false),
    ("a lock", "lock.withLock { self.a() }", true),
    ("a queue", "let q = DispatchQueue(label: \"q\"); return q.sync { self.a() }", true),
    ("the main queue", "DispatchQueue.main.sync { self.a() }", true),
    ("another function with the name of a queue's", "api.sync { self.a() }", false),
    ("a method with the name of a function", "page.measure { self.a() }", false),
  ]

  private static let overloads: [(String, String, Bool)] = [
    ("a text", "_ = Box(\"\"); return N()", true),
    ("a declared text", "let text: String = load(); _ = Box(text); return N()", true),
    ("a type of the program", "make(One())", true),
    ("what nothing tells", "make(load())", false),
    ("constraints", "pick(load())", false),
  ]

  @Test("A circle is an error only if its code is certain to run", arguments: closures + overloads)
  func circles(_ name: String, _ code: String, _ isCertain: Bool) {
    let program = Self.program(code)
    let found = Checker().check(program).filter { $0.rule == "circular-dependency" }
    #expect(found.count == (isCertain ? 1 : 0), "\(name)")
    let graph = program.graph
    let kinds = graph.edges.filter { $0.from == "App.Container.b" && $0.to.hasSuffix(".a") }
      .map(\.kind)
    #expect(kinds == [isCertain ? .construct : .lazy], "\(name)")
    #expect(graph.unresolved.count == (isCertain ? 0 : 1), "\(name): \(graph.unresolved)")
  }

  @Test(
    "Literals and declared types rule overloads out",
    arguments: ["_ = Box(1); return N()", "make(Two())", "let n = 1; _ = Box(n); return N()"])
  func otherOverload(_ code: String) {
    let graph = Self.program(code).graph
    #expect(graph.edges.filter { $0.from == "App.Container.b" }.isEmpty)
    #expect(graph.unresolved.isEmpty)
  }

  @Test("A closure that runs later is known to, and is not listed")
  func later() {
    let program = Self.program(
      """
      Task { self.a() }; publisher.sink { _ in self.a() }
      queue.async { self.a() }; let f = { self.a() }
      await withTaskCancellationHandler { f() } onCancel: { _ = self.a() }; return N()
      """)
    let graph = program.graph
    #expect(graph.unresolved.isEmpty)
    let kinds = graph.edges.filter { $0.from == "App.Container.b" }.map(\.kind)
    #expect(kinds == Array(repeating: .lazy, count: 5))
  }

  @Test("What is not certain says why")
  func reasons() {
    #expect(
      Self.program("publisher.map { _ in self.a() }").graph.unresolved.map(\.reason) == [
        "'map' is not declared in the program, so it is not known whether it runs its closure at "
          + "once and whether the construction needs Container.a"
      ])
    #expect(
      Self.program("make(load())").graph.unresolved.map(\.reason) == [
        "the call may mean several functions 'make', so it is not known whether the construction "
          + "needs Container.a"
      ])
  }

  @Test("Functions that return factories are told apart by the types of arguments")
  func factoryFunctions() {
    let source = """
      extension Container {
        func item(_ id: Int) -> Factory<N> { self { N() } }
        func item(_ name: String) -> Factory<N> { self { N(self.a()) } }
        var a: Factory<N> { self { N(self.item("").resolve()) } }
        var b: Factory<N> { self { N(self.item(1)()) } }
        var c: Factory<N> { self { N(self.item(load())()) } }
      }
      """
    #expect(
      edges(source) == [
        "a construct item(Source:3):4", "b construct item(Source:2):5",
        "c lazy item(Source:2):6", "item(Source:3) construct a:3",
      ])
  }
}
