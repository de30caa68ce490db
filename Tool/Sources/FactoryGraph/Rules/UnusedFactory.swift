// Factory, MIT licence; see LICENSE
struct UnusedFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unused-factory", .warning, "A factory that nothing uses",
    wrong: """
      import FactoryKit

      final class Parser {}

      extension Container {
        var oldParser: Factory<Parser> { self { Parser() } }
        var parser: Factory<Parser> { self { Parser() } }
      }

      func parse() {
        print(Container.shared.parser())
      }
      """,
    right: """
      import FactoryKit

      final class Parser {}

      extension Container {
        var parser: Factory<Parser> { self { Parser() } }
      }

      func parse() {
        print(Container.shared.parser())
      }
      """,
    why: """
      Nothing in the program resolves the factory, registers it, or mentions its name. Readers \
      have to understand it, and the compiler has to compile it, for nothing.

      Delete it. The notes list what only this factory needs, directly or not.

      Keep it if it is for users of a library, and make it `public`: `public`, `package` and \
      `open` factories are not reported in a library that no executable of the program uses. If \
      code that is not Swift uses it, name it under `roots` in `factory.yml`. A declaration with \
      `// periphery:ignore` is not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    let unreachable = program.factories.isEmpty ? [] : program.unreachableFactories(roots: roots)
    var noted: Set<FactoryIndex> = []
    return program.unusedFactories(roots: roots).map { factory in
      let others = program.factories(neededBy: [factory]).intersection(unreachable)
        .subtracting(noted)
      noted.formUnion(others)
      return Finding(
        program.location(of: factory),
        "nothing resolves, registers or names \(program.name(of: factory)). Delete it"
          + (program.factories[factory].kind == .promise ? ", register it" : "")
          + ", or name it under 'roots' in factory.yml if code that is not Swift uses it.",
        notes: others.map { (program.location(of: $0), program.name(of: $0)) }
          .sorted { $0.0 < $1.0 }
          .map { Finding.Note($0.0, "nothing that the program runs reaches \($0.1) either") })
    }
  }
}

extension Program {
  /// The factories that nothing names, in the order of their declarations.
  func unusedFactories(roots: [String]) -> [FactoryIndex] {
    factories.indices.filter { factory in
      uses(of: factory).isEmpty && !mentionedNames.contains(factories[factory].name)
        && !isPublished(factory) && !isRequirement(factory) && !isNamedLikeAUsedOne(factory)
        && !isNamed(factory, in: roots)
    }.sorted { location(of: $0) < location(of: $1) }
  }
}
