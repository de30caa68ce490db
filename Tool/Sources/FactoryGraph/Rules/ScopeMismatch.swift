// Factory, MIT licence; see LICENSE
struct ScopeMismatch: Rule {
  let info = RuleInfo(
    "scope-mismatch", .warning,
    "A scope in a definition, which overrides the scope that other code sets",
    example: """
      import FactoryKit

      final class ImageStore: Sendable {}

      extension Container {
      -   var images: Factory<ImageStore> { self { ImageStore() }.cached }
      +   var images: Factory<ImageStore> { self { ImageStore() }.cached.once() }
      }

      func setUp(_ container: Container) {
      -   _ = container.images.singleton  // has no effect
      +   _ = container.images.singleton
      }
      """,
    why: """
      A definition runs each time its factory is read, and sets its scope again. So the scope of \
      the definition always wins over one that other code sets.

      The last scope of a definition wins, too: in `.cached.singleton`, the first one has no effect.

      Remove one of the two. If both are needed, end the definition with `.once()`, so that it \
      sets the scope on the first read only.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.flatMap { overwritten($0, program) }
      + program.factories.indices.compactMap { overriding($0, program) }
  }

  /// The scopes that a later one of the same definition replaces.
  private func overwritten(_ factory: FactoryIndex, _ program: Program) -> [Finding] {
    let info = program.factories[factory]
    let scopes = info.modifiers.filter { $0.scope != nil && !$0.isConditional }
    return zip(scopes, scopes.dropFirst()).compactMap { one, next in
      // Another branch of the definition has another chain.
      guard one.chain == next.chain, one.scope != next.scope else { return nil }
      return Finding(
        Location(info.member.file, one.place),
        "the scope '\(one.scope!.name)' of \(program.name(of: factory)) has no effect, because "
          + "'\(next.scope!.name)' follows it in the definition. Leave one of them out.",
        notes: [
          Finding.Note(Location(info.member.file, next.place), "the scope that the factory has")
        ])
    }
  }

  /// The scope that wins over one that the program sets elsewhere.
  private func overriding(_ factory: FactoryIndex, _ program: Program) -> Finding? {
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
