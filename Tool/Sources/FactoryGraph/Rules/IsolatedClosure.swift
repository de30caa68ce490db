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
      that the program has it. `factory migrate --from factory2` moves the attribute. \
      The fix is offered if the property is isolated already, or if all its uses are known to be on the \
      main actor: in a type, function or closure with `@MainActor`, or in the body of a view.
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
        let obstacle = obstacle(factory, member, program)
        if !program.isIsolated(factory) {
          edits.append(Finding.Edit(file, at: member.attributePlace, "@MainActor "))
        }
        return Finding(
          Location(file, closure.mainActorPlace ?? attribute.start),
          "the closure runs on the main actor, but \(program.name(of: factory)) can be resolved "
            + "anywhere, and then calls it there. Isolate the property instead of the closure: "
            + "'@MainActor var', or use MainActorFactory.",
          notes: obstacle?.use.map { [Finding.Note($0, "it is used here")] } ?? [],
          fix: obstacle == nil ? ("Move @MainActor to the property", edits) : nil,
          noFix: obstacle?.reason)
      }
    }
  }

  /// Why there is no fix, and the use that is the reason. Nil if there is one.
  private func obstacle(
    _ factory: FactoryIndex, _ member: MemberFact, _ program: Program
  ) -> (reason: String, use: Location?)? {
    if member.modifiers.contains(where: { $0.hasPrefix("nonisolated") }) {
      return ("the property is nonisolated", nil)
    }
    if program.isIsolated(factory) { return nil }
    let name = program.name(of: factory)
    let mayHaveOtherUses =
      program.isPublished(factory) || program.isRequirement(factory)
      || program.mentionedNames.contains(program.factories[factory].name)
    if mayHaveOtherUses {
      return ("code that is not on the main actor may use \(name)", nil)
    }
    return program.uses(of: factory).filter { !program.isOnMainActor($0) }.map(\.location).min()
      .map { ("a use of \(name) is not known to be on the main actor", $0) }
  }
}
