// Factory, MIT licence; see LICENSE
struct ScopeMismatch: Rule {
  let info = RuleInfo(
    "scope-mismatch", .warning,
    "A scope in a definition, which overrides the scope that other code sets",
    wrong: """
      import FactoryKit

      final class ImageStore: Sendable {}

      extension Container {
        var images: Factory<ImageStore> { self { ImageStore() }.cached }
      }

      func setUp(_ container: Container) {
        _ = container.images.singleton  // has no effect
      }
      """,
    right: """
      import FactoryKit

      final class ImageStore: Sendable {}

      extension Container {
        var images: Factory<ImageStore> { self { ImageStore() }.cached.once() }
      }

      func setUp(_ container: Container) {
        _ = container.images.singleton
      }
      """,
    why: """
      A definition runs each time its factory is read, and sets its scope again. So the scope of \
      the definition always wins over one that other code sets.

      Remove one of the two. If both are needed, end the definition with `.once()`, so that it \
      sets the scope on the first read only.
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
