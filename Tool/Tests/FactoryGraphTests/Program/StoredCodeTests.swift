// Factory, MIT licence; see LICENSE
import Testing

@Suite("Code that is stored, or run by something else")
struct StoredCodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var edges: [String]

    init(_ name: String, _ body: String, _ edges: String...) {
      testDescription = name
      self.body = body
      self.edges = edges
    }
  }

  private static let program = """
    struct X {}
    struct A {
      init(_ make: @autoclosure @escaping () -> X) {}
      init(now make: @autoclosure () -> X) {}
      init(make: @escaping () -> X) {}
      init(x: X) {}
      init(list: [X]) {}
    }
    extension Container { var x: Factory<X> { self { X() } } }
    """

  @Test(
    "Forty local functions that call each other are followed once each", .timeLimit(.minutes(1)))
  func manyLocalFunctions() {
    let functions = (0..<40).map { index in
      "func f\(index)() -> X { \((0..<index).map { "_ = f\($0)()" }.joined(separator: "; ")); "
        + "return self.x() }"
    }
    let source =
      Self.program + """

        extension Container {
          var a: Factory<A> { self { \(functions.joined(separator: "\n")); return A(x: f39()) } }
        }
        """
    #expect(Set(edges(source).map { $0.prefix { $0 != ":" } }) == ["a construct x"])
  }

  @Test(
    "A factory's closure, and the edges that it makes",
    arguments: [
      Case("an escaping autoclosure", "A(self.x())", "a lazy x"),
      Case("a part of an escaping autoclosure", "A(true ? self.x() : X())", "a lazy x"),
      Case("an autoclosure that is not stored", "A(now: self.x())", "a construct x"),
      Case("another overload", "A(x: self.x())", "a construct x"),
      Case(
        "a local function that is passed on",
        "func make() -> X { self.x() }; return A(make: make)", "a lazy x"),
      Case(
        "a local function that is called",
        "func make() -> X { self.x() }; return A(x: make())", "a construct x"),
      Case(
        "a local function that is called and passed on",
        "func make() -> X { self.x() }; _ = make(); return A(make: make)", "a construct x"),
      Case(
        "a local function that a stored closure calls",
        "func make() -> X { self.x() }; return A(make: { make() })", "a lazy x"),
      Case(
        "a local function that map calls",
        "func make(_ n: Int) -> X { self.x() }; return A(list: [1].map(make))", "a construct x"),
      Case(
        "a local function that another one calls",
        """
        func make() -> X { self.x() }; func other() -> X { make() }; return A(x: other())
        """, "a construct x"),
      Case(
        "two local functions that call each other, and a call of one",
        """
        func make(_ n: Int) -> X { n > 0 ? other(n) : self.x() }
        func other(_ n: Int) -> X { make(n - 1) }
        return A(x: make(1))
        """, "a construct x"),
      Case(
        "run of a container", "Container(parent: self).run { A(x: self.x()) }", "a construct x"),
      Case(
        "run with the shared container of a type",
        "Container(parent: self, label: \"w\").run(Container.$shared) { A(x: self.x()) }",
        "a construct x"),
      Case(
        "run of something unknown, which may store the closure",
        "things[0].run { A(x: self.x()) }", "a lazy x"),
      Case("a factory's call that is passed on", "A(make: self.x.callAsFunction)", "a lazy x"),
      Case(
        "a local computed variable", "var made: X { self.x() }; return A(x: made)",
        "a construct x"),
      Case(
        "a local function that a registered closure calls",
        "func make() -> X { X() }; func use() -> X { self.x() }; "
          + "self.b.register { A(x: use()) }; return A(x: make())",
        "type:Container register b", "type:Container resolve x"),
    ])
  func edgesOfStoredCode(_ example: Case) {
    let source =
      Self.program + """

        extension Container {
          var b: Factory<A?> { self { nil } }
          var a: Factory<A> { self { \(example.body) } }
        }
        """
    // Without the line.
    let found = edges(source).map { $0.replacing(#/:\d+$/#, with: "") }
    #expect(found == example.edges.sorted())
  }
}
