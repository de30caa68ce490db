// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Circles that may not be run through")
struct CircleSeverityTests {
  /// What `circular-dependency` finds if the code of `a` needs `b`, which always needs `a`.
  private func found(_ code: String, _ more: String = "") -> [Diagnostic] {
    FactoryGraphTests.found(
      "circular-dependency",
      [
        "Source.swift": """
        extension Container {
          var a: Factory<N> { self { \(code) } }
          var b: Factory<N> { self { N(self.a()) } }
        }
        func surely(_ make: () throws -> N) rethrows -> N { print(1); return try make() }
        func evaluated(_ value: @autoclosure () -> N) -> N { value() }
        func perhaps(_ make: () -> N) -> N { if let old { return old }; return make() }
        func perhaps(make: () -> N) -> N { old ?? make() }
        func passed(_ make: () -> N) -> N { perhaps(make) }
        func logged(_ value: @autoclosure () -> N) -> N { if isOn { print(value()) }; return N(nil) }
        protocol Making {}
        extension Container: Making { func required(_ make: () -> N) -> N { old } }
        \(more)
        """
      ])
  }

  @Test(
    "A circle through code that may not run is a warning",
    arguments: [
      "flag ? N(self.b()) : N(nil)", "flag ? N(nil) : N(self.b())", "cached ?? self.b()",
      "flag && self.b().isGood ? N(nil) : N(nil)", "N(flag || self.b().isGood)",
      "if flag { return self.b() }; return N(nil)",
      "if flag { return N(nil) } else { return self.b() }",
      "if flag { return N(nil) }; return self.b()",
      "if flag, self.b().isGood { return N(nil) }; return N(nil)",
      "guard flag else { return self.b() }; return N(nil)",
      "guard flag else { return N(nil) }; return self.b()",
      "guard flag else { throw E() }; return self.b()",
      "switch kind { case .one: return self.b(); default: return N(nil) }",
      "for _ in list { _ = self.b() }; return N(nil)",
      "while flag { _ = self.b() }; return N(nil)",
      "do { try f() } catch { _ = self.b() }; return N(nil)",
      "lazy var b = self.b(); return N(nil)",
      "var b: N { self.b() }; return N(nil)",
      "value?.make(self.b()); return N(nil)",
      "func make() -> N { flag ? self.b() : N(nil) }; return make()",
      "func make() -> N { self.b() }; return flag ? make() : N(nil)",
      "if #available(macOS 20, *) { return self.b() }; return N(nil)",
      "let list: [Int] = load(); return N(list.map { _ in self.b() }.first)",
      "[1].forEach { _ in _ = self.b() }; return N(nil)",
      "(0..<count).map { _ in self.b() }[0]",
      "let one: N? = load(); return one.map { N(self.b(), $0) } ?? N(nil)",
      "Dictionary(grouping: list) { _ in self.b() }; return N(nil)",
      "perhaps { self.b() }", "perhaps(make: { self.b() })", "logged(self.b())",
      "passed { self.b() }", "required { self.b() }",
    ])
  func conditional(_ code: String) {
    let found = found(code)
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message) == [
        "circular dependency if the code that needs them runs: Container.a → Container.b → "
          + "Container.a. Let one of them resolve the next with @LazyInjected, or move what both "
          + "need to another type."
      ])
    #expect(
      found.map { $0.notes.map(\.message) } == [
        ["Container.b is needed here, if this code runs", "Container.a is needed here"]
      ])
  }

  @Test(
    "The advice names a wrapper only if one can inject a factory of the circle",
    arguments: [
      (
        "AsyncFactory<N, Never>", "await self.b()", "AsyncFactory<N, Never>", "await self.a()",
        false
      ),
      ("ThrowingFactory<N, E>", "try self.b()", "ThrowingFactory<N, E>", "try self.a()", false),
      ("ThrowingFactory<N, E>", "self.b()", "Factory<N?>", "try? self.a()", true),
      ("ParameterFactory<Int, N>", "self.b(1)", "MainActorFactory<N>", "self.a(1)", true),
    ])
  func advice(a: String, needsB: String, b: String, needsA: String, isWrapper: Bool) {
    let found = FactoryGraphTests.found(
      "circular-dependency",
      [
        "Source.swift": """
        extension Container {
          var a: \(a) { self { N(\(needsB)) } }
          var b: \(b) { self { N(\(needsA)) } }
        }
        """
      ])
    let advice =
      isWrapper
      ? "Let one of them resolve the next with @LazyInjected, or move what both need to another type."
      : "Let one of them resolve the next in the method that uses it, or move what both need to "
        + "another type."
    #expect(
      found.map(\.message) == [
        "circular dependency: Container.a → Container.b → Container.a. \(advice)"
      ])
  }

  @Test(
    "A circle through code that surely runs is an error",
    arguments: [
      "N(self.b())",
      "if self.b().isGood { return N(nil) }; return N(nil)",
      "guard self.b().isGood else { return N(nil) }; return N(nil)",
      "self.b() ?? N(nil)", "self.b().isGood ? N(nil) : N(nil)",
      "for _ in self.b().list { f() }; return N(nil)",
      "switch self.b() { default: return N(nil) }",
      "repeat { _ = self.b() } while flag; return N(nil)",
      "do { return try N(self.b()) } catch { return N(nil) }",
      "list.forEach { if $0 { return } }; return self.b()",
      "func make() -> N { if flag { return N(nil) }; return N(nil) }; _ = make(); return self.b()",
      "func make() -> N { self.b() }; _ = make(); return flag ? make() : N(nil)",
      "defer { _ = self.b() }; return N(nil)",
      "surely { self.b() }", "evaluated(self.b())",
    ])
  func certain(_ code: String) {
    #expect(found(code).map(\.severity) == [.error])
  }

  @Test("A circle of a definition that a registration may replace is a warning")
  func registered() {
    let found = found(
      "N(self.b())",
      """
      extension Container: AutoRegistering {
        func autoRegister() { b.register { N(nil) } }
      }
      """)
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.notes.last?.message
        == "Container.a is needed here, if the registration in Source.swift:14 does not replace "
        + "the definition")
  }

  @Test("Code that a branch calls is no more certain than the branch")
  func functions() {
    let found = found("flag ? make() : N(nil)", "func make() -> N { Container.shared.b() }")
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("The configuration can make every circle an error")
  func configured() {
    let program = Program(modules: [
      SourceModule(
        "App", kind: .executable,
        files: [
          "A.swift": """
          import FactoryKit
          extension Container { var a: Factory<N> { self { flag ? self.a() : N() } } }
          extension Container { var b: Factory<N> { self { flag ? self.c() : N() } } }
          extension Container { var c: Factory<N> { self { self.b() } } }
          """
        ])
    ])
    let found = Checker(severities: ["circular-dependency": .error]).check(program)
      .filter { $0.rule == "circular-dependency" }
    #expect(!found.isEmpty && found.allSatisfy { $0.severity == .error })
  }

  @Test("A circle that certainly is one hides those that need code that may not run")
  func both() {
    let found = found(
      "N(self.b())", "extension Container { var c: Factory<N> { self { flag ? a() : N(nil) } } }")
    #expect(found.map(\.severity) == [.error])
  }
}
