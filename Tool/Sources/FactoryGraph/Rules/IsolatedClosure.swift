// Factory, MIT licence; see LICENSE
struct IsolatedClosure: Rule {
  let info = RuleInfo(
    "isolated-closure", .warning, "A factory whose closure is isolated instead of its property",
    hasFix: true,
    wrong: """
      extension Container {
        var model: Factory<ContentModel> { self { @MainActor in ContentModel() } }
      }
      """,
    right: """
      extension Container {
        @MainActor var model: Factory<ContentModel> { self { ContentModel() } }
      }
      """,
    why: """
      Code that is not on the main actor could resolve the factory, and the closure would run \
      there. With the property isolated, the compiler asks for the main actor where the factory \
      is resolved. A `MainActorFactory` can also be registered from other actors. \
      In Factory 2, a closure of a main actor's type has to be isolated, so the rule is silent where \
      `Package.resolved`, `Package.swift`, an Xcode project or `factory: 2` in `factory.yml` says \
      that the program has it. `factory migrate --from factory2` moves the attribute.
      """)

  func check(_ program: Program) -> [Finding] {
    // In 2.x, the closure has to be isolated.
    if let version = program.libraryVersion, version < 3 { return [] }
    return program.factories.indices.flatMap { factory -> [Finding] in
      let info = program.factories[factory]
      let file = info.member.file
      return info.closures.compactMap { region in
        guard case .closure(let closure) = program.files[file].facts.regions[region].kind,
          let attribute = closure.mainActor
        else { return nil }
        let member = program.member(info.member)
        var edits = [Finding.Edit(file, attribute, "")]
        let isIsolated =
          info.typeName.hasPrefix("MainActor")
          || member.attributes.contains { $0.name == "MainActor" }
        if !isIsolated {
          edits.append(Finding.Edit(file, at: member.attributePlace, "@MainActor "))
        }
        return Finding(
          Location(file, closure.mainActorPlace ?? attribute.start),
          "the closure runs on the main actor, but \(program.name(of: factory)) can be resolved "
            + "anywhere, and then calls it there. Isolate the property instead of the closure: "
            + "'@MainActor var', or use MainActorFactory.",
          fix: member.modifiers.contains { $0.hasPrefix("nonisolated") }
            ? nil : ("Move @MainActor to the property", edits),
          noFix: "the property is nonisolated")
      }
    }
  }
}
