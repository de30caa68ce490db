// Factory, MIT licence; see LICENSE
struct ScopeInDefinition: Rule {
  let info = RuleInfo(
    "scope-in-definition", .error, "A scope that is created in a definition",
    example: """
      import FactoryKit

      final class Session {}

      + extension Scope {
      +   static let session = Cached()
      + }
      +
      extension Container {
      -   var session: Factory<Session> { self { Session() }.scope(Scope.Cached()) }
      +   var session: Factory<Session> { self { Session() }.scope(.session) }
      }
      """,
    why: """
      The definition runs each time the factory is read, and creates another scope each time. No \
      instance is ever found in the cache, and the container retains every one of these scopes.

      Declare the scope as a `static let`, and name it in the definition. There is no reason to \
      keep it.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.flatMap { info -> [Finding] in
      let facts = program.files[info.member.file].facts
      return info.modifiers.compactMap { modifier in
        guard modifier.name == "scope",
          let argument = facts.chains[modifier.chain].links[modifier.link].call?.arguments.first,
          let index = argument.chain, creates(facts.chains[index])
        else { return nil }
        return Finding(
          Location(info.member.file, argument.range.start),
          "the definition creates a new scope each time the factory is read. Declare it once, as "
            + "'static let' in an extension of Scope.")
      }
    }
  }

  private func creates(_ chain: Chain) -> Bool {
    guard let last = chain.links.last, last.call != nil else { return false }
    if let name = chain.rootName {
      if chain.links.count == 1, last.name == nil { return ScopeName.types.contains(name) }
      let names = chain.links.compactMap(\.name).filter { $0 != "Scope" && $0 != "init" }
      return (name == "Scope" || LibraryModules.kit.contains(name)) && names.count == 1
        && ScopeName.types.contains(names[0])
    }
    return chain.root == .implicit && chain.links.count == 1
      && (last.name == "init" || ScopeName.types.contains(last.name ?? ""))
  }
}
