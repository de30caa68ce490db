// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Factories of the same name")
struct DuplicateFactoryTests {
  private static let duplicates = [
    RuleCase(
      "in two files", "duplicate-factory",
      files: [
        "A.swift": "extension Container { var a: Factory<A> { self { A() } } }",
        "B.swift": "extension Container { var ▶a: Factory<A> { self { B() } } }",
      ]),
    RuleCase(
      "three times", "duplicate-factory",
      """
      extension Container { var a: ParameterFactory<Int, A> { self { A($0) } } }
      extension Container { var ▶a: ParameterFactory<Int, A> { self { A($0) } } }
      extension Container { var ▶a: ParameterFactory<Int, A> { self { A($0) } } }
      """),
  ]

  private static let others = [
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
        func c(_ id: String) -> Factory<A> { self { A() } }
        func c(id: Int) -> Factory<A> { self { A() } }
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
    #expect(notes.map { "\($0.path):\($0.line):\($0.column)" } == ["A.swift:1:27"])
  }
}
