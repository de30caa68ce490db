// Factory, MIT licence; see LICENSE
struct UnusedFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unused-factory", .warning, "A factory that nothing names",
    wrong: """
      extension Container {
        var oldParser: Factory<Parser> { self { Parser() } }
      }
      """,
    right: """
      extension Container {}
      """,
    why: """
      Nothing in the program resolves the factory, registers it, or names it. Delete it, or make it \
      `public` if it is for users of a library. Factories that are `public`, `package` or `open` \
      in a library that no executable of the program uses are never reported, nor are declarations \
      with `// periphery:ignore`. If code in other languages uses a factory, name it in `roots` of \
      `factory.yml`.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard program.uses(of: factory).isEmpty, !program.mentionedNames.contains(info.name),
        !program.isPublished(factory), !program.isRequirement(factory),
        !program.isNamedLikeAUsedOne(factory), !program.isNamed(factory, in: roots)
      else { return nil }
      return Finding(
        program.location(of: factory),
        "nothing resolves, registers or names \(program.name(of: factory)). Delete it"
          + (info.kind == .promise ? ", register it" : "")
          + ", or name it under 'roots' in factory.yml if code that is not Swift uses it.")
    }
  }
}
