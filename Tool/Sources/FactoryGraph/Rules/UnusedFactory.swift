// Factory, MIT licence; see LICENSE
struct UnusedFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unused-factory", .warning, "A factory that nothing uses, or only unused ones",
    example: """
      import FactoryKit

      final class Parser {}

      extension Container {
      -   var oldParser: Factory<Parser> { self { Parser() } }
        var parser: Factory<Parser> { self { Parser() } }
      }

      func parse() {
        print(Container.shared.parser())
      }
      """,
    why: """
      Nothing in the program resolves the factory, registers it, or mentions its name, or only \
      factories do that are unused themselves. Readers have to understand it, and the compiler has to \
      compile it, for nothing.

      Delete it, together with those that only it uses, and those that use it and are unused \
      themselves. The notes list them.

      Keep it if it is for users of a library, and make it `public`: `public`, `package` and \
      `open` factories are not reported in a library that no executable of the program uses. If \
      code that is not Swift uses it, name it under `roots` in `factory.yml`. A declaration with \
      `// periphery:ignore` is not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    let unused = program.unusedFactories(roots: roots)
    if unused.isEmpty { return [] }
    let files = FileCopies(program)
    // Another target that compiles the file may use the factory.
    let all = program.declarations(of: files).filter { declaration in
      declaration.copies.allSatisfy(unused.contains)
        && !program.suppressions(at: program.location(of: declaration.original))
          .contains(.periphery)
    }
    let originals = Dictionary(
      uniqueKeysWithValues: all.flatMap { one in one.copies.map { ($0, one.original) } })
    let users = all.map { declaration in
      Set(
        declaration.copies.flatMap { program.edges(toBuildsOf: $0) }.compactMap { edge in
          if case .factory(let user) = edge.from { originals[user] } else { nil }
        }
      ).subtracting([declaration.original])
    }
    let groups = groups(Dictionary(uniqueKeysWithValues: zip(all.map(\.original), users)))
    return zip(all, users).map { declaration, users in
      let factory = declaration.original
      let name = program.name(of: factory)
      let problem =
        program.uses(of: factory).isEmpty
        ? "nothing resolves, registers or names \(name)"
        : users.isEmpty
          ? "only \(name) uses itself" : "only factories that are unused themselves use \(name)"
      return Finding(
        program.location(of: factory),
        problem + ". Delete it"
          + (program.factories[factory].kind == .promise ? ", register it" : "")
          + ", or name it under 'roots' in factory.yml if code that is not Swift uses it.",
        group: groups[factory].map { ("\($0)", problem) })
    }
  }

  /// The first of the unused factories that lead to each one, with which the others can be deleted.
  private func groups(_ users: [FactoryIndex: Set<FactoryIndex>]) -> [FactoryIndex: FactoryIndex] {
    var used: [FactoryIndex: [FactoryIndex]] = [:]
    for (factory, users) in users { for user in users { used[user, default: []].append(factory) } }
    var groups: [FactoryIndex: FactoryIndex] = [:]
    // Circles, which no other factory uses, come last.
    for start in users.keys.sorted(by: {
      (users[$0]!.isEmpty ? 0 : 1, $0) < (users[$1]!.isEmpty ? 0 : 1, $1)
    })
    where groups[start] == nil {
      for factory in Set(reachableFrom: [start], { used[$0] ?? [] }) where groups[factory] == nil {
        groups[factory] = start
      }
    }
    return groups
  }
}

extension Program {
  /// The factories that nothing names, and those that only such ones use.
  fileprivate func unusedFactories(roots: [String]) -> Set<FactoryIndex> {
    if factories.isEmpty { return [] }
    let reached = reachedFactories(roots: roots)
    return Set(
      factories.indices.filter { factory in
        if !uses(of: factory).isEmpty { return !reached.contains(factory) }
        return !isRoot(factory, roots, countsTests: false) && !isNamedLikeAUsedOne(factory)
      })
  }

  private func factoriesNeeded(by factory: FactoryIndex) -> [FactoryIndex] {
    (edgesFrom[factory] ?? []).flatMap { [$0.to] + alternatives(of: $0.to) }
  }

  /// The edges to a factory, and to what is in its place in other builds.
  fileprivate func edges(toBuildsOf factory: FactoryIndex) -> [FactoryEdge] {
    ([factory] + alternatives(of: factory)).flatMap { edgesTo[$0] ?? [] }
  }

  /// The factories that code outside of factories uses, and those that these use.
  private func reachedFactories(roots: [String]) -> Set<FactoryIndex> {
    let usesOfConstructions = Set(edgesFrom.values.joined().map(\.use))
    let run = codeRunOutsideConstructions()
    var starts = factories.indices.filter { isRoot($0, roots, countsTests: true) }
    for edge in edges {
      if case .code = edge.from { starts.append(edge.to) }
    }
    for (index, use) in uses.indexed
    where !usesOfConstructions.contains(index) || run.contains(ownership(of: use).owner) {
      starts.append(use.factory)
    }
    starts += starts.flatMap { alternatives(of: $0) }
    return Set(reachableFrom: starts) { factoriesNeeded(by: $0) }
  }

  /// The code that other code than constructions runs, directly or through calls.
  private func codeRunOutsideConstructions() -> Set<CodeOwner> {
    let callsOfOwner = Dictionary(grouping: calls) { ownership(of: $0).owner }
    let outside = callsOfOwner.filter { !isConstruction($0.key) }.values.joined()
    return Set(reachableFrom: outside.flatMap { codeRun(by: $0) }) { owner in
      (callsOfOwner[owner] ?? []).flatMap { codeRun(by: $0) }
    }
  }

  private func isConstruction(_ owner: CodeOwner) -> Bool {
    if case .construction = owner { return true }
    return construction.constructed.contains(owner)
  }

  /// - Parameter countsTests: whether the factories of tests are roots.
  private func isRoot(_ factory: FactoryIndex, _ roots: [String], countsTests: Bool) -> Bool {
    let info = factories[factory]
    return isPublished(factory) || isRequirement(factory)
      || countsTests && isTest(info.member.file) || isMentioned(factory)
      || isNamed(factory, in: roots)
  }
}
