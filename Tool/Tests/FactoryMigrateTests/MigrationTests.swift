// Factory, MIT licence; see LICENSE
import FactoryMigrate
import Testing

@Suite struct ProgramTests {
  @Test(
    "A file that does not import the old library stays as it is",
    arguments: Migration.Source.allCases)
  func unrelated(_ source: Migration.Source) {
    let text =
      "\u{FEFF}import Foundation\r\nextension Container { static let x = Factory { 1 } }\t\n\n"
    let result = migrate(source, text)
    #expect(result.files[0].text.utf8.elementsEqual(text.utf8))
    #expect(!result.files[0].isChanged)
    #expect(result.summary.changedFiles == 0)
  }

  @Test("A file that uses the old library through another module's export is migrated")
  func exported() {
    let result = Migration(from: .factory1).migrate([
      .init(path: "Sources/Core/Exports.swift", text: "@_exported import Factory\n"),
      .init(path: "Sources/App/App.swift", text: "import Core\nlet x = Container.x()\n"),
      .init(path: "Sources/Core/Core.swift", text: "let y = Container.y()\n"),
      .init(path: "Sources/Other/Other.swift", text: "let z = Container.z()\n"),
    ])
    #expect(
      result.files.map(\.text) == [
        "@_exported import FactoryKit\n",
        "import Core\nlet x = Container.shared.x()\n",
        "let y = Container.shared.y()\n",
        "let z = Container.z()\n",
      ])
  }

  @Test("A declaration in one file decides what is written in another")
  func otherFile() {
    let result = migrate(
      .factory1,
      "import Factory\nclass Orders: SharedContainer { static let a = Factory { A() } }\n",
      "import Factory\nclass Pay: Orders { static let b = Factory { B(a()) } }\nlet a = Pay.a()\n")
    #expect(result.files[1].text.contains("self { B(Orders.shared.a()) }"))
    #expect(result.files[1].text.hasSuffix("let a = Orders.shared.a()\n"))
  }

  @Test("An initialiser in one file tells the types of a registration in another")
  func initialiser() {
    let result = migrate(
      .resolver,
      "import Resolver\nextension Resolver {\n  static func a() {\n    register { A() }\n"
        + "    register { B(a: resolve()) }\n  }\n}\n",
      "class A {}\nclass B { init(a: A) {} }\n")
    #expect(result.files[0].text.contains("var b: Factory<B> { self { B(a: self.a()) }.graph }"))
    #expect(!result.files[1].isChanged)
  }

  @Test("A registration of another Resolver than the main one stays, with a note")
  func otherResolver() {
    let result = migrate(
      .resolver,
      "import Resolver\nextension Resolver {\n  static let mock = Resolver(child: main)\n"
        + "  static func a() {\n    register { A() }\n    main.register { B() }\n"
        + "    mock.register { A() }\n  }\n}\n")
    let text = result.files[0].text
    #expect(text.contains("    mock.register { A() }\n"))
    #expect(text.contains("// factory:migrate `mock` is another Resolver"))
    #expect(text.contains("var b: Factory<B>"))
    #expect(!text.contains("Container.shared.a.register"))
  }

  @Test("A function with the name of a registration stays as it is")
  func otherRegister() {
    let code = "func f(t: Table) { t.register(Cell.self, forCellReuseIdentifier: \"cell\") }\n"
    let result = migrate(.resolver, "import Resolver\n" + code)
    #expect(result.files[0].text == "import FactoryKit\n" + code)
  }

  @Test("A list of assemblies is marked")
  func assemblies() {
    let result = migrate(
      .swinject,
      "import Swinject\nfinal class A: Assembly {\n  func assemble(container: Container) {\n"
        + "    container.register(Int.self) { _ in 1 }\n  }\n}\nvar all: [Assembly] = [A()]\n")
    let text = result.files[0].text
    #expect(text.contains("// factory:migrate `Assembly` has no counterpart"))
    #expect(text.contains("var int: Factory<Int>"))
  }

  @Test(
    "A statement that shares its line with a call of an assembly stays",
    arguments: ["live.apply(assembly: A()); go()", "go(); live.apply(assembly: A())"])
  func sharedLine(statements: String) {
    let result = migrate(
      .swinject, "import Swinject\nfunc f() {\n  \(statements)\n  stop()\n}\n")
    #expect(
      result.files[0].text == "import FactoryKit\nfunc f() {\n  go()\n  stop()\n}\n")
  }

  @Test(
    "A name that has the module before it gets the new module",
    arguments: [Migration.Source.factory1, .factory2])
  func qualified(_ source: Migration.Source) {
    let result = migrate(
      source,
      "import Factory\nextension Factory.Container {}\nlet c: Factory.Container? = nil\n"
        + "func f() { Factory.Scope.singleton.reset() }\n")
    #expect(
      result.files[0].text
        == "import FactoryKit\nextension FactoryKit.Container {}\n"
        + "let c: FactoryKit.Container? = nil\n"
        + "func f() { FactoryKit.Scope.singleton.reset() }\n")
  }

  @Test("A factory of 1.x is found below a name with the module")
  func qualifiedStatic() {
    let result = migrate(
      .factory1,
      "import Factory\nextension Factory.Container {\n  static let a = Factory { 1 }\n}\n"
        + "let a = Factory.Container.a()\n")
    #expect(
      result.files[0].text
        == "import FactoryKit\nextension FactoryKit.Container {\n"
        + "  var a: Factory<Int> { self { 1 } }\n}\nlet a = Container.shared.a()\n")
  }

  @Test("A class that only registers for Resolver is marked")
  func registering() {
    let result = migrate(
      .resolver,
      "import Resolver\nfinal class Old: ResolverRegistering {\n"
        + "  static func registerAllServices() {}\n}\n")
    #expect(result.files[0].notes.map(\.kind) == ["only a container registers"])
  }

  @Test("A custom scope of 2.0 becomes a scope")
  func customScope() {
    let code =
      "import Factory\nextension Container {\n  var a: Factory<A> { self { A() }.custom(scope: .x) }\n}\n"
    #expect(migrate(.factory2, code).files[0].text.contains("self { A() }.scope(.x) }"))
  }

  @Test("A registration with arguments of Resolver, which have no types, stays with a mark")
  func arguments() {
    let registration = "register { _, args in A(args()) }"
    let result = migrate(
      .resolver,
      "import Resolver\nextension Resolver {\n  static func a() {\n    \(registration)\n  }\n}\n"
        + "let a: A = Resolver.resolve(args: 5)\n")
    let text = result.files[0].text
    #expect(text.contains("    \(registration)\n"))
    #expect(text.contains("let a: A = Resolver.resolve(args: 5)\n"))
    #expect(
      result.files[0].notes.map(\.kind) == [
        "its arguments have no types", "pass the argument to a …",
      ])
    #expect(!result.summary.description.contains("resolutions:"))
  }

  @Test("An optional resolution with arguments stays as it is, apart from what it passes on")
  func optionalArguments() {
    let text = migrate(
      .resolver,
      "import Resolver\nextension Resolver {\n  static func a() {\n    register { A() }\n  }\n}\n"
        + "let b = Resolver.optional(B.self, args: Resolver.resolve(A.self))\n"
    ).files[0].text
    #expect(text.contains("let b = Resolver.optional(B.self, args: Container.shared.a())\n"))
    #expect(!text.contains("required()"))
  }

  @Test("The old name of a factory that has moved is removed")
  func bridge() {
    let result = migrate(
      .factory1,
      "import Factory\nextension Container {\n  static let a = Factory(\\.a)\n  static let b = Factory { 1 }\n}\n"
        + "let a = Container.a()\n")
    #expect(
      result.files[0].text
        == "import FactoryKit\nextension Container {\n  var b: Factory<Int> { self { 1 } }\n}\n"
        + "let a = Container.shared.a()\n")
    #expect(result.files[0].notes.isEmpty)
  }

  @Test("The summary counts files, rewritten things and notes")
  func summary() {
    let result = migrate(
      .factory1,
      "import Factory\nextension Container {\n  static let a = Factory { 1 }\n"
        + "  static let b = Factory { unknown }\n}\n",
      "let x = 1\n")
    #expect(result.summary.files == 2)
    #expect(result.summary.changedFiles == 1)
    #expect(result.summary.notes == 1)
    #expect(result.summary.rewritten == ["factories": 1])
    #expect(
      result.summary.description == """
        Changed 1 of 2 files.
          factories: 1
        Left 1 place to you: search for `// factory:migrate`.
          1 × the closure does not tell its type
        In Package.swift or Xcode, replace the product Factory by FactoryKit.
        """)
  }

  @Test("A note has the place in the original file")
  func place() {
    let result = migrate(
      .factory1, "import Factory\n\nextension Container {\n\tstatic let b = Factory { u }\n}\n")
    let note = result.files[0].notes[0]
    #expect(note.path == "File0.swift")
    #expect((note.line, note.column) == (4, 2))
  }

  @Test(
    "A file with syntax errors does not stop the migration", arguments: Migration.Source.allCases)
  func broken(_ source: Migration.Source) {
    let imports = ["Factory", "Resolver", "Swinject", "Dependencies"].map { "import \($0)\n" }
    let text =
      imports.joined() + "extension Container { static let x = Factory { \nfunc ( } ) register {"
    let result = migrate(source, text, "")
    #expect(result.files.count == 2)
  }
}

@Suite struct UnifiedDiffTests {
  @Test("Equal texts have no difference")
  func equal() {
    #expect(UnifiedDiff.text("a", old: "x\n", new: "x\n").isEmpty)
  }

  @Test("A change has its context")
  func context() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"
    #expect(
      UnifiedDiff.text("f.swift", old: old, new: new) == """
        --- f.swift
        +++ f.swift
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test("A missing line break at the end is shown")
  func end() {
    #expect(
      UnifiedDiff.text("f", old: "a", new: "b\n") == """
        --- f
        +++ f
        @@ -1 +1 @@
        -a
        \\ No newline at end of file
        +b

        """)
  }
}
