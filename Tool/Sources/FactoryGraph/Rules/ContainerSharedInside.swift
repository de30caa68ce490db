// Factory, MIT licence; see LICENSE
struct ContainerSharedInside: Rule {
  let info = RuleInfo(
    "container-shared-inside", .warning,
    "A factory that resolves from the shared container instead of its own",
    hasFix: true,
    example: """
      import FactoryKit

      final class Network {}

      final class Repository {
        init(_ network: Network) {}
      }

      extension Container {
        var repository: Factory<Repository> {
      -     self { Repository(Container.shared.network()) }
      +     self { Repository(self.network()) }
        }
        var network: Factory<Network> { self { Network() }.singleton }
      }
      """,
    why: """
      The factory may belong to another container of the same type, such as one that a test creates. \
      It then ignores what is registered there, and uses what the shared container has. A child of the \
      shared container is an exception: while it builds an instance, `Container.shared` resolves as the \
      child.

      Resolve from `self`.

      Keep it if the dependency has to come from the shared container, whichever container the \
      factory belongs to.

      Closures that are stored, and those that are given to `register` and to contexts, are not \
      reported, because they may run elsewhere. Nor are static members, which have no container, \
      and code in `child.run { … }`, in which the child is the shared container.
      """)

  func check(_ program: Program) -> [Finding] {
    definitions(program)
      + program.uses.compactMap { use in
        guard case .resolve = use.operation else { return nil }
        let chain = program.chain(Reference(use.file, use.chain))
        guard let (type, next) = program.sharedContainer(atStartOf: chain, use.file) else {
          return nil
        }
        let root = program.containers[type].name
        let ownership = program.ownership(of: use)
        guard case .construction(let factory) = ownership.owner, !ownership.isDeferred,
          program.factories[factory].container == type,
          // There, `self` is no container.
          program.isOfInstance(factory),
          !program.isInStaticMember(Reference(use.file, use.region)),
          // In `child.run { … }`, it is another container than `self`.
          program.call(sharing: type, around: Reference(use.file, use.region)) == nil
        else { return nil }
        return Finding(
          Location(use.file, chain.place),
          "the factory resolves from \(root).shared instead of its own container. Write "
            + "'self.\(program.factories[use.factory].name)'.",
          fix: fix(chain, next, root, use, program),
          noFix: "the container comes from a variable, or 'self' is something else here")
      }
  }

  /// The definitions that make a factory of the shared container, whichever it is read from.
  private func definitions(_ program: Program) -> [Finding] {
    program.factories.indices.flatMap { factory -> [Finding] in
      let info = program.factories[factory]
      guard program.isOfInstance(factory), program.member(info.member).storage == .computed else {
        return []
      }
      return info.builders.compactMap { builder in
        let file = info.member.file
        var reference = ChainReference(file, builder.chain)
        // `Factory(Container.shared) { … }`
        if let argument = program.chain(reference).links[builder.link].call?.arguments.first?.chain
        {
          reference = Reference(file, argument)
        }
        let chain = program.chain(reference)
        guard let (container, next) = program.sharedContainer(atStartOf: chain, file), next > 0,
          container == info.container
        else { return nil }
        let name = program.containers[container].name
        return Finding(
          Location(file, chain.place),
          "this is the factory of \(name).shared, also if it is read from another container. Write "
            + "'self' instead of '\(name).shared'.",
          fix: (
            "Replace \(name).shared by self",
            [
              Finding.Edit(file, chain.rangeOfShared(endingAt: next - 1), "self")
            ]
          ))
      }
    }
  }

  /// Nil if the container comes from a variable, which other code may use, or if `self` is not the
  /// factory's container.
  private func fix(
    _ chain: Chain, _ next: Int, _ container: String, _ use: FactoryUse, _ program: Program
  ) -> (message: String, edits: [Finding.Edit])? {
    guard next > 0, !program.hasOwnSelf(Reference(use.file, use.region)) else { return nil }
    let edit = Finding.Edit(use.file, chain.rangeOfShared(endingAt: next - 1), "self")
    return ("Replace \(container).shared by self", [edit])
  }
}

extension Chain {
  /// `Container.shared` at the start of the chain.
  fileprivate func rangeOfShared(endingAt link: Int) -> PlaceRange {
    var end = links[link].place
    end.column += ContainerInfo.sharedName.utf8.count
    return PlaceRange(start: range.start, end: end)
  }
}

extension Program {
  fileprivate func isInStaticMember(_ code: RegionReference) -> Bool {
    enclosingMember(of: code).map { member($0).isStatic } ?? false
  }

  /// Whether `self` is not the one of the member around some code: a closure captures it weakly, or
  /// something else has the name.
  fileprivate func hasOwnSelf(_ code: RegionReference) -> Bool {
    enclosing(code).contains { index, region in
      if region.parameters.contains(where: { $0.name == "self" || $0.name == "`self`" }) {
        return true
      }
      if case .closure(let closure) = region.kind,
        closure.captures.contains(where: { $0.name == "self" && $0.specifier == "weak" })
      {
        return true
      }
      return ["self", "`self`"].contains {
        !lookup(in: code.file).variables(named: $0, of: index).isEmpty
      }
    }
  }
}
