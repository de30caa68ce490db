// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Where a local name is visible")
struct NameScopeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The body of a factory's closure. A name hides the factory `x` where `hidden` is, and does not
    /// where `x()` is.
    var body: String
    /// How many times `x()` resolves the factory.
    var count: Int

    init(_ name: String, _ body: String, resolves count: Int = 1) {
      testDescription = name
      self.body = body
      self.count = count
    }
  }

  @Test(
    "A name hides a factory in its own statement only",
    arguments: [
      Case("if let", "if let x = value { use(x()) }; return A(x())"),
      Case("if let, in else", "if let x = value { use(x()) } else { use(x()) }; return A()"),
      Case(
        "if let, in a later condition", "if let x = value, x() { use(x()) }; return A()",
        resolves: 0),
      Case("if let, a pair", "if let (x, y) = value { use(x(), y) }; return A(x())"),
      Case("if var", "if var x = value { use(x()) }; return A(x())"),
      Case("if case", "if case .some(let x) = value { use(x()) }; return A(x())"),
      Case("if case let", "if case let x? = x() { use(x()) }; return A()"),
      Case("while let", "while let x = value { use(x()) }; return A(x())"),
      Case("while case", "while case let x? = value { use(x()) }; return A(x())"),
      Case("for", "for x in x() { use(x()) }; return A()"),
      Case("for, where", "for x in list where x() { use(x()) }; return A(x())"),
      Case("for case", "for case let x? in list { use(x()) }; return A(x())"),
      Case("for, a pair", "for (index, x) in list { use(x()) }; return A(x())"),
      Case("catch", "do { try f() } catch let x { use(x()) }; return A(x())"),
      Case("catch case", "do { try f() } catch Failure.one(let x) { use(x()) }; return A(x())"),
      Case("switch", "switch value { case .some(let x): use(x()); default: use(x()) }; return A()"),
      Case(
        "switch, where",
        "switch value { case let x? where x(): use(x()); case nil: break }; return A(x())"),
      Case("do", "do { let x = { 1 }; use(x()) }; return A(x())"),
      Case("repeat", "repeat { let x = { 1 }; use(x()) } while x(); return A()"),
      Case("guard let", "guard let x = value else { return A(x()) }; return A(x())"),
      Case(
        "guard let, in a later condition",
        "guard let x = value, x() else { return A() }; return A(x())", resolves: 0),
      Case(
        "guard in a block",
        "if flag { guard let x = value else { return A() }; use(x()) }; return A(x())"),
      Case("guard case", "guard case let x? = value else { return A(x()) }; return A(x())"),
      Case("a closure's parameter", "let f = { (x: F) in x() }; return A(f, x())"),
      Case("a closure's list", "let f = { [x = value] in x() }; return A(f, x())"),
      Case("a name in its own value", "let x = x(); return A(x())"),
      Case("a local function", "func x() -> X { X() }; return A(x())", resolves: 0),
      Case(
        "a local function of a block",
        "if flag { use(x()); func x() -> X { X() } }; return A(x())"),
    ])
  func hidden(_ one: Case) {
    let source = """
      extension Container {
        var x: Factory<X> { self { X() } }
        var a: Factory<A> { self { \(one.body) } }
      }
      """
    #expect(edges(source).filter { $0.hasPrefix("a ") }.count == one.count)
  }

  @Test("A name that if let binds does not hide the registration in the next line")
  func registration() {
    #expect(
      edges(
        """
        extension Container: AutoRegistering {
          var api: Factory<API?> { promised() }
          func autoRegister() {
            if let api = override { use(api) }
            api.register { API() }
          }
        }
        """) == ["type:Container register api:5"])
  }

  @Test("The names of statements at the top level of a file are local to them")
  func topLevel() {
    #expect(
      edges(
        """
        extension Container { var x: Factory<X> { self { X() } } }
        let container = Container.shared
        for container in others { container.x() }
        if let container = other { container.x() }
        do { let container = Other(); container.x() }
        container.x()
        """, path: "main.swift") == ["type:main resolve x:6"])
  }
}
