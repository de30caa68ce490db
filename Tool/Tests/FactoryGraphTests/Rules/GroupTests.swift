// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Findings that are one mistake")
struct GroupTests {
  private static let containers = """
    final class A: SharedContainer { static let shared = A() }
    final class B: SharedContainer { static let shared = B() }
    final class C: SharedContainer { static var shared: C { C() } }
    """

  private func notes(_ finding: Diagnostic) -> [String] {
    finding.notes.map { "\($0.line): \($0.message)" }
  }

  @Test("Containers that are not task-local are one finding of a program")
  func containers() throws {
    let found = found("container-not-task-local", ["Source.swift": Self.containers])
    #expect(found.map(\.line) == [1])
    #expect(
      notes(try #require(found.first)) == [
        "2: also: B.shared is not task-local", "3: also: C.shared is not task-local",
        "3: not fixed by --fix: the property is not stored",
      ])
  }

  @Test("The fix of the first mends those that have a fix")
  func fix() {
    #expect(
      mended("container-not-task-local", Self.containers) == """
        final class A: SharedContainer { @TaskLocal static var shared = A() }
        final class B: SharedContainer { @TaskLocal static var shared = B() }
        final class C: SharedContainer { static var shared: C { C() } }
        """)
  }

  @Test("What a comment silences is neither noted nor mended")
  func silenced() throws {
    let lines = Self.containers.split(separator: "\n").map(String.init)
    let comment = "// factory:disable container-not-task-local"
    let source = [lines[0], comment, lines[1], comment, lines[2]].joined(separator: "\n")
    let found = found("container-not-task-local", ["Source.swift": source])
    #expect(found.map(\.line) == [1])
    #expect(try #require(found.first).notes == [])
    #expect(mended("container-not-task-local", source).contains(lines[1]))
  }

  @Test("Tests of a suite that share a container are one finding")
  func suites() throws {
    let one = RuleCase(
      "", "shared-state-in-tests",
      """
      extension Container { var a: Factory<A> { self { A() }.singleton } }
      @Suite struct First {
        @Test func a() { Container.shared.a.register { A() } }
        @Test func b() { _ = Container.shared.a() }
      }
      extension First { @Test func c() { Container.shared.a.onTest { A() } } }
      struct Second { @Test func d() { Container.shared.a.register { A() } } }
      @Test func e() { Container.shared.a.register { A() } }
      @Test func f() { Container.shared.a.register { A() } }
      """)
    #expect(one.findings.map(\.line) == [3, 7, 8, 9])
    #expect(
      notes(try #require(one.findings.first)) == [
        "4: also: this test resolves a singleton of Container.shared",
        "6: also: this test changes Container.shared",
      ])
  }

  @Test(
    "Closures of a function that retain the container are one finding, apart by what mends them")
  func captures() {
    let source = """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
        func autoRegister() {
          a.register { A(self.b()) }
          b.register { A(self.a()) }
          a.onTest { A { self.b() } }
          b.onTest { A { [weak self] in self?.b() } }
        }
        func other() { a.register { A(self.b()) } }
      }
      """
    let found = found("captured-container", ["Source.swift": source])
    #expect(found.map(\.line) == [5, 7, 10])
    #expect(
      found.map(notes) == [
        ["6: also: this closure retains 'self'", "8: also: this closure retains 'self'"],
        ["7: not fixed by --fix: a closure in it may run after the container is released"], [],
      ])
    let text = mended("captured-container", source)
    #expect(
      text.contains("a.register { [unowned self] in A(self.b()) }\n    b.register { [unowned"))
    #expect(text.contains("a.onTest { A { self.b() } }"))
    #expect(text.contains("b.onTest { [unowned self] in A { [weak self] in self?.b() } }"))
  }

  @Test(
    "A closure that the stored one runs at once does not outlive the container",
    arguments: [
      ("[1].map { _ in self.b() }", true), ("lock.withLock { self.b() }", true),
      ("{ self.b() }()", true), ("Task { self.b() }", false),
      ("publisher.sink { self.b() }", false),
      ("A(make: { self.b() })", false), ("func f() { self.b() }; f()", false),
    ])
  func nested(_ code: String, _ isMended: Bool) {
    let source = """
      extension Container: AutoRegistering {
        var a: Factory<A> { self { A() } }
        var b: Factory<A> { self { A() } }
        func autoRegister() { a.register { \(code) } }
      }
      """
    #expect(found("captured-container", ["Source.swift": source]).count == 1)
    #expect((mended("captured-container", source) != source) == isMended)
  }
}
