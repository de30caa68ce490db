// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Types as values")
struct TypeExpressionTests {
  private func type(_ text: String) throws -> TypeExpression {
    try #require(FileFacts(parsing: "let x: \(text)").members.first?.type)
  }

  private static let a = TypeExpression("A")
  private static let b = TypeExpression("B")

  @Test(
    "Each form of a type is read",
    arguments: [
      ("A", .named("A", [])), ("Outer.A", .named("Outer.A", [])),
      ("A<B>", .named("A", [b])), ("Outer.A<B>.C", .named("Outer.A.C", [])),
      ("A?", .optional(a)), ("Optional<A>", .optional(a)), ("Swift.Optional<A>", .optional(a)),
      ("A!", .implicitlyUnwrapped(a)), ("[A]", .array(a)), ("[A: B]", .dictionary(a, b)),
      ("()", .tuple([])), ("(A)", .named("A", [])), ("(A, b: B)", .tuple([a, b])),
      ("(A) -> B", .function([a], result: b)),
      ("(A, B) async throws -> A", .function([a, b], result: a)),
      ("A & B", .composition([a, b])), ("some A", .some(a)), ("any A", .any(a)),
      ("A.Type", .metatype(a)), ("(any A).Type", .metatype(TypeExpression(.any(a), text: ""))),
      ("@MainActor A", .attributed(["@MainActor"], a)), ("~A", .other("~A")),
    ] as [(String, TypeExpression.Form)])
  func forms(text: String, form: TypeExpression.Form) throws {
    #expect(try type(text).form == form)
  }

  @Test(
    "An optional function has its parameters and its result",
    arguments: [
      "(A) -> B", "((A) -> B)?", "((A) -> B)!", "@Sendable (A) -> B", "(@Sendable (A) -> B)?",
      "Optional<(A) -> B>",
    ])
  func functions(text: String) throws {
    let function = try #require(try type(text).function)
    #expect(function.parameters == [Self.a])
    #expect(function.result == Self.b)
  }

  @Test(
    "A function among other types is none",
    arguments: ["[(A) -> B]", "A<(A) -> B>", "((A) -> B, A)", "A"])
  func noFunctions(text: String) throws {
    #expect(try type(text).function == nil)
  }

  @Test(
    "A type is optional if its value may be nil",
    arguments: [
      ("A?", true), ("A!", true), ("(any A)?", true), ("@MainActor (A?)", true), ("[A?]", false),
      ("A<B?>", false), ("(A?) -> B?", false), ("A", false),
    ])
  func optionals(text: String, isOptional: Bool) throws {
    #expect(try type(text).isOptional == isOptional)
  }

  @Test(
    "The name is that without optionals, `any` and attributes",
    arguments: [
      ("Outer.A<B>?", "Outer.A"), ("any A", "A"), ("(some A)?", "A"), ("inout A", "A"),
      ("[A]", ""), ("(A) -> B", ""),
    ])
  func names(text: String, name: String) throws {
    #expect(try type(text).base == name)
  }

  @Test("Types are equal however they are spaced, and their text has single spaces")
  func spaces() throws {
    #expect(try type("[A:B]") == type("[ A : /* of */ B ]"))
    #expect(try type("[ A :\n B ]").text == "[ A : B ]")
    #expect(try type("A?") != type("A"))
  }

  @Test("Parameters that are variadic, escaping or autoclosures are told apart")
  func parameters() throws {
    let facts = FileFacts(
      parsing: "func f(_ a: A..., b: @escaping (A) -> B, c: @autoclosure () -> A) {}")
    let types = try #require(facts.members.first?.parameters.map(\.type))
    #expect(types.map { $0?.isVariadic } == [true, false, false])
    #expect(types.map { $0?.element } == [Self.a, types[1], types[2]])
    #expect(types.map { $0?.hasAttribute("@escaping") } == [false, true, false])
    #expect(types.map { $0?.hasAttribute("@autoclosure") } == [false, false, true])
  }

  @Test("Generic parameters are replaced in every form")
  func replacing() throws {
    let all = try type("(A?, [A], [A: A], any A, A.Type, C<A>) -> A!")
    let replaced = all.replacing(["A": Self.b])
    #expect(replaced == (try type("(B?, [B], [B: B], any B, B.Type, C<B>) -> B!")))
    #expect(replaced.names == ["B", "B", "B", "B", "B", "B", "C", "B", "B"])
  }

  @Test(
    "The container of a parameter with an optional function type is known",
    arguments: [
      "(Container) -> Void", "((Container) -> Void)?", "@escaping (Container) -> Void", "Setup",
      "Setup?",
    ])
  func parameterOfFunction(text: String) {
    let program = Program(
      source: """
        import FactoryKit
        typealias Setup = (Container) -> Void
        extension Container { var a: Factory<A> { self { A() } } }
        func setUp(_ body: \(text)) {}
        func use() { setUp { container in _ = container.a() } }
        """)
    #expect(program.graph.edges.map(\.kind) == [.resolve])
  }
}
