// Factory, MIT licence; see LICENSE
struct UnreachableFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unreachable-factory", .warning, "Factories that only each other use",
    wrong: """
      import FactoryKit

      final class Editor { @LazyInjected(\\.history) var history }
      final class History { @LazyInjected(\\.editor) var editor }

      extension Container {
        var editor: Factory<Editor> { self { Editor() } }
        var history: Factory<History> { self { History() } }
      }
      """,
    right: """
      import FactoryKit

      final class Editor { @LazyInjected(\\.history) var history }
      final class History { @LazyInjected(\\.editor) var editor }

      extension Container {
        var editor: Factory<Editor> { self { Editor() } }
        var history: Factory<History> { self { History() } }
      }

      func openWindow() {
        print(Container.shared.editor().history)
      }
      """,
    why: """
      Other factories use this one, but no code that the program runs resolves any of them: no \
      function, no `main.swift`, no type with `@main`, no view, no `autoRegister` and no test. \
      The code is dead, and each of the factories hides that the others are.

      Delete them together.

      Keep them if code that is not Swift resolves one of them, and name that one under `roots` \
      in `factory.yml`.

      A factory that only an unused one needs is listed in a note of the `unused-factory` \
      finding, because deleting that one comes first.
      """)

  func check(_ program: Program) -> [Finding] {
    let unreachable = program.unreachableFactories(roots: roots)
    let goWithOthers =
      unreachable.isEmpty
      ? [] : program.factories(neededBy: program.unusedFactories(roots: roots))
    return unreachable.subtracting(goWithOthers).map { factory in
      let users = Set(
        program.edges(toBuildsOf: factory).map(\.from)
          .filter { $0 != .factory(factory) }
          .map { program.name(of: $0) })
      let which =
        users.isEmpty
        ? "only it uses itself"
        : "only \(users.sorted().joined(separator: ", ")) \(users.count == 1 ? "uses" : "use") it"
      return Finding(
        program.location(of: factory),
        "nothing that the program runs reaches \(program.name(of: factory)); \(which). Delete them "
          + "together, or name the first one under 'roots' in factory.yml if code that is not Swift "
          + "uses it.")
    }
  }
}

extension Program {
  /// The factories that only other factories use, none of which the program reaches.
  func unreachableFactories(roots: [String]) -> Set<FactoryIndex> {
    let reached = reachedFactories(roots: roots)
    return Set(factories.indices.filter { !reached.contains($0) && !uses(of: $0).isEmpty })
  }

  /// The factories that others need, directly or not, without these.
  func factories(neededBy others: [FactoryIndex]) -> Set<FactoryIndex> {
    Set(reachableFrom: others) { factoriesNeeded(by: $0) }.subtracting(others)
  }

  private func factoriesNeeded(by factory: FactoryIndex) -> [FactoryIndex] {
    (edgesFrom[factory] ?? []).flatMap { [$0.to] + alternatives(of: $0.to) }
  }

  /// The edges to a factory, and to what is in its place in other builds.
  fileprivate func edges(toBuildsOf factory: FactoryIndex) -> [FactoryEdge] {
    ([factory] + alternatives(of: factory)).flatMap { edgesTo[$0] ?? [] }
  }

  /// The factories that code outside of factories uses, and those that these use.
  func reachedFactories(roots: [String]) -> Set<FactoryIndex> {
    let usesOfConstructions = Set(edgesFrom.values.joined().map(\.use))
    let run = codeRunOutsideConstructions()
    var starts = factories.indices.filter { isRoot($0, roots) }
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

  private func isRoot(_ factory: FactoryIndex, _ roots: [String]) -> Bool {
    let info = factories[factory]
    return isPublished(factory) || isRequirement(factory) || isTest(info.member.file)
      || mentionedNames.contains(info.name)
      || isNamed(factory, in: roots)
  }
}
