// Factory, MIT licence; see LICENSE
struct ScopeMismatch: Rule {
  let info = RuleInfo(
    "scope-mismatch", .warning, "A scope in a definition that wins over another scope",
    wrong: """
      extension Container {
        var images: Factory<ImageStore> { self { ImageStore() }.cached }
      }

      func setUp(_ container: Container) {
        container.images.singleton  // not used
      }
      """,
    right: """
      extension Container {
        var images: Factory<ImageStore> { self { ImageStore() }.cached.once() }
      }
      """,
    why: """
      The definition runs each time the factory is read, so its scope wins over one that was set \
      elsewhere. Leave one of the two out, or end the definition with `.once()`.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard let modifier = info.bakedModifiers.last(where: { $0.scope != nil }) else {
        return nil
      }
      let other = program.uses(of: factory).first { use in
        guard case .scope(let scope) = use.operation else { return false }
        return scope != modifier.scope && !program.isChainedWithResolution(use)
      }
      guard let other else { return nil }
      return Finding(
        Location(info.member.file, modifier.place),
        "the scope '\(modifier.scope!.name)' of the definition wins over the one that "
          + "\(program.name(of: factory)) is given elsewhere. Leave one of them out, or end the "
          + "definition with '.once()'.",
        notes: [Finding.Note(other.location, "given another scope here")])
    }
  }
}
