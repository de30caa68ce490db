// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Factories of the same name")
struct DuplicateFactoryTests {
  private static let duplicates = [
    RuleCase(
      "overloads by the types of their arguments", "duplicate-factory",
      """
      extension Container {
        func a(_ id: Int) -> Factory<A> { self { A(id) } }
        func ▶a(_ id: String) -> Factory<A> { self { A(id) } }
        func b<T>(of x: T) -> Factory<A> { self { A(x) } }
        func ▶b(of x: Int) -> Factory<A> { self { A(x) } }
        func c(_ x: [Int]) -> ParameterFactory<Int, A> { self { A(x, $0) } }
        func ▶c(_ x: Int) -> ParameterFactory<Int, A> { self { A(x, $0) } }
      }
      """),
    RuleCase(
      "a static and an instance member", "duplicate-factory",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        static var ▶a: Factory<A> { Factory(Container.shared) { A() } }
        static func b() -> Factory<A> { Container.shared { A() } }
        func ▶b() -> Factory<A> { self { A() } }
      }
      """),
    RuleCase(
      "subscripts", "duplicate-factory",
      """
      extension Container {
        subscript(_ id: Int) -> Factory<A> { self { A(id) } }
        ▶subscript(name: String) -> Factory<A> { self { A(name) } }
        subscript(of id: Int) -> Factory<A> { self { A(id) } }
        subscript(id: Double) -> Factory<B> { self { B(id) } }
        subscript(keyed id: Int) -> Factory<A> { self(key: key) { A(id) } }
        subscript(keyed id: String) -> Factory<A> { self(key: other) { A(id) } }
      }
      """),
    RuleCase(
      "equal keys, also of two files and modules", "duplicate-factory",
      [
        SourceModule(
          "Library",
          files: [
            "L.swift":
              "extension Container { public var a: Factory<Int> { self(key: \"k\") { 1 } } }"
          ]
        ),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library"],
          files: [
            "M.swift": """
            let key: StaticString = "k"
            extension Container {
              var ▶b: Factory<Int> { self(key: "k").cached { 1 } }
              var ▶c: Factory<Int> { Factory(self, key: key) { 1 } }
              var ▶d: Factory<Int> { self(key: "k") { 1 }.cached }
              var e: Factory<String> { self(key: "k") { "" } }
              var f: Factory<Int> { self(key: "other") { 1 } }
              func g(_ key: StaticString) -> Factory<Int> { self(key: key) { 1 } }
            }
            """.replacing("self(key: \"k\").cached { 1 }", with: "self(key: \"k\") { 1 }")
          ]),
      ]),
    RuleCase(
      "an equal name", "duplicate-factory",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var ▶b: Factory<A> { Factory(self, name: "a") { A() } }
      }
      """),
  ]

  private static let others = [
    RuleCase(
      "what does not compile", "duplicate-factory",
      files: [
        "A.swift": "extension Container { var a: Factory<A> { self { A() } } }",
        "B.swift": """
        extension Container {
          var a: Factory<A> { self { B() } }
          func b(_ x: Int) -> Factory<A> { self { A(x) } }
        }
        extension Container { func b(_ y: Int) -> Factory<A> { self { A(y) } } }
        """,
      ]),
    RuleCase(
      "generic containers, each of which has its own", "duplicate-factory",
      """
      final class Box<T>: SharedContainer { let manager = ContainerManager() }
      extension Box where T == Int { var a: Factory<A> { self { A() }.singleton } }
      extension Box where T == String { var a: Factory<A> { self { A() }.singleton } }
      """),
    RuleCase(
      "overloads in #if", "duplicate-factory",
      """
      extension Container {
        #if os(iOS)
          func a(_ id: Int) -> Factory<A> { self { A(id) } }
        #else
          func a(_ id: String) -> Factory<A> { self { A(id) } }
        #endif
      }
      """),
    RuleCase(
      "of generic types", "duplicate-factory",
      """
      extension Container {
        func a<T>(_ type: T.Type) -> Factory<T> { self { make() } }
        func a<T: P>(_ type: T.Type) -> Factory<T> { self { make() } }
      }
      """),
    RuleCase(
      "private ones of two files with one key", "duplicate-factory",
      files: [
        "A.swift": "extension Container { private var a: Factory<A> { self(key: \"k\") { A() } } }",
        "B.swift": "extension Container { private var b: Factory<A> { self(key: \"k\") { A() } } }",
      ]),
    RuleCase(
      "in two modules of one program", "duplicate-factory",
      [
        SourceModule(
          "Library",
          files: ["A.swift": "extension Container { var a: Factory<Int> { self { 1 } } }"]),
        SourceModule(
          "App", kind: .executable, dependencies: ["Library"],
          files: ["B.swift": "extension Container { var a: Factory<Int> { self { 2 } } }"]),
      ]),
    RuleCase(
      "in two modules that a third one imports", "duplicate-factory",
      ["One", "Two"].map { name in
        SourceModule(
          name,
          files: [
            "\(name).swift": "extension Container { public var a: Factory<Int> { self { 1 } } }"
          ])
      } + [
        SourceModule(
          "App", kind: .executable, dependencies: ["One", "Two"],
          files: ["App.swift": "import One\nimport Two\nlet a = Container.shared.a()"])
      ]),
    RuleCase(
      "in a file of two targets", "duplicate-factory",
      ["App", "Widget"].map { name in
        SourceModule(
          name, kind: .executable,
          files: ["Shared.swift": "extension Container { var a: Factory<Int> { self { 1 } } }"])
      }),
    RuleCase(
      "several #if in one file", "duplicate-factory",
      """
      extension Container {
        #if DEBUG
          var a: Factory<A> { self { A() } }
        #endif
        #if !DEBUG
          var a: Factory<A> { self { A() } }
        #endif
      }
      """),
    RuleCase(
      "an #if in each of two files", "duplicate-factory",
      files: [
        "A.swift":
          "#if os(iOS)\nextension Container { var a: Factory<A> { self { A() } } }\n#endif",
        "B.swift":
          "#if os(macOS)\nextension Container { var a: Factory<A> { self { B() } } }\n#endif",
      ]),
    RuleCase(
      "conformances in two #if", "duplicate-auto-registering",
      """
      #if DEBUG
        extension Container: @retroactive AutoRegistering { public func autoRegister() {} }
      #endif
      #if !DEBUG
        extension Container: @retroactive AutoRegistering { public func autoRegister() {} }
      #endif
      """),
    RuleCase(
      "clauses of #if", "duplicate-factory",
      """
      extension Container {
        #if os(iOS)
          var a: Factory<A> { self { A() } }
        #elseif os(macOS)
          var a: Factory<A> { self { B() } }
        #else
          var a: Factory<A> { self { C() } }
        #endif
      }
      #if DEBUG
        extension Container { var b: Factory<B> { self { B() } } }
      #else
        extension Container { var b: Factory<B> { self { C() } } }
      #endif
      """),
    RuleCase(
      "different types, names and containers", "duplicate-factory",
      """
      extension Container {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
        func c(_ id: Int) -> Factory<A> { self { A() } }
        func c(_ id: String) -> Factory<B> { self { A() } }
        func c(id: Int) -> Factory<A> { self { A() } }
        var d: ParameterFactory<Int, A> { self { A($0) } }
        static var d: Factory<A> { Container.shared { A() } }
      }
      final class Other: SharedContainer { var a: Factory<A> { self { A() } } }
      extension Other { var b: Factory<A> { self { A() } } }
      """),
    RuleCase(
      "overloads by constraint", "duplicate-factory",
      """
      protocol Feature: SharedContainer {}
      extension Feature where Self: One { var a: Factory<A> { self { A() } } }
      extension Feature where Self: Two { var a: Factory<A> { self { A() } } }
      """),
    RuleCase(
      "a factory of all containers, and a container's own", "duplicate-factory",
      """
      extension SharedContainer { var a: Factory<A> { self { A() } } }
      extension Container { var a: Factory<A> { self { A() } } }
      final class Other: SharedContainer { var a: Factory<A> { self { A() } } }
      """),
    RuleCase(
      "private ones of different files", "duplicate-factory",
      files: [
        "A.swift": "extension Container { private var a: Factory<A> { self { A() } } }",
        "B.swift": "private extension Container { var a: Factory<A> { self { A() } } }",
        "C.swift": "extension Container { fileprivate var a: Factory<A> { self { A() } } }",
      ]),
    RuleCase(
      "private types of one name in different files", "duplicate-factory",
      files: Dictionary(
        uniqueKeysWithValues: ["A", "B"].map { name in
          (
            "\(name).swift",
            """
            private struct Item {}
            extension Container { fileprivate var a: Factory<[Item]> { self { [] } } }
            """
          )
        })),
    RuleCase(
      "a file that an app and its tests compile", "duplicate-factory",
      [
        SourceModule(
          "App", kind: .executable,
          files: ["A.swift": "extension Container { var a: Factory<Int> { self { 1 } } }"]),
        SourceModule(
          "Tests", kind: .test, dependencies: ["App"],
          files: ["A.swift": "extension Container { var a: Factory<Int> { self { 1 } } }"]),
      ]),
    RuleCase(
      "private containers of one name", "duplicate-factory",
      files: [
        "A.swift": "private final class C: SharedContainer { var a: Factory<A> { self { A() } } }",
        "B.swift":
          "private final class C: SharedContainer {}\nextension C { var a: Factory<A> { self "
          + "{ A() } } }",
        "C.swift":
          "struct Tests { final class C: SharedContainer { var a: Factory<A> { self { A() } } } }",
        "D.swift":
          "struct More { final class C: SharedContainer {} }\nextension More.C { var a: "
          + "Factory<A> { self { A() } } }",
      ]),
  ]

  @Test("The later one of two is found, and nothing else", arguments: duplicates + others)
  func places(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("A note stands at the earlier one")
  func note() throws {
    let notes = try #require(Self.duplicates[0].findings.first).notes
    #expect(notes.map { "\($0.path):\($0.line):\($0.column)" } == ["Source.swift:2:8"])
  }
}
