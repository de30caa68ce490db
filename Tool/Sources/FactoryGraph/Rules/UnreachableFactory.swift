// Factory, MIT licence; see LICENSE
struct UnreachableFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unreachable-factory", .warning, "A group of factories that only they themselves use",
    wrong: """
      extension Container {
        var editor: Factory<Editor> { self { Editor() } }
        var history: Factory<History> { self { History() } }
      }

      final class Editor { @LazyInjected(\\.history) var history }  // nothing else needs it
      final class History { @LazyInjected(\\.editor) var editor }
      """,
    right: """
      extension Container {
        var editor: Factory<Editor> { self { Editor() } }
        var history: Factory<History> { self { History() } }
      }

      final class Editor { @LazyInjected(\\.history) var history }
      final class History { @LazyInjected(\\.editor) var editor }

      print(Container.shared.editor().text)
      """,
    why: """
      Other factories use it, but no code outside of factories reaches them, such as `main.swift`, \
      a type with `@main`, a view, `autoRegister` or a test. If code that is not Swift resolves \
      one of them, name that factory in `roots` of `factory.yml`. What only an unused factory needs is a \
      note of its `unused-factory` finding, because deleting that one comes first.
      """)

  func check(_ program: Program) -> [Finding] {
    let unreachable = program.unreachableFactories(roots: roots)
    let goWithOthers =
      unreachable.isEmpty
      ? [] : program.factories(neededBy: program.unusedFactories(roots: roots))
    return unreachable.subtracting(goWithOthers).map { factory in
      let users = Set(
        (program.edgesTo[factory] ?? []).map { program.edges[$0].from }
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
  func unreachableFactories(roots: [String]) -> Set<Int> {
    let reached = reachedFactories(roots: roots)
    return Set(factories.indices.filter { !reached.contains($0) && !uses(of: $0).isEmpty })
  }

  /// The factories that others need, directly or not, without these.
  func factories(neededBy others: [Int]) -> Set<Int> {
    var next: [Int: [Int]] = [:]
    for edge in edges {
      if case .factory(let from) = edge.from { next[from, default: []].append(edge.to) }
    }
    var found: Set<Int> = []
    var queue = others
    while let factory = queue.popLast() {
      for other in next[factory] ?? [] where found.insert(other).inserted { queue.append(other) }
    }
    return found.subtracting(others)
  }

  /// The factories that code outside of factories uses, and those that these use.
  func reachedFactories(roots: [String]) -> Set<Int> {
    var reached: Set<Int> = []
    var queue = factories.indices.filter { isRoot($0, roots) }
    var next: [[Int]] = Array(repeating: [], count: factories.count)
    var usesOfConstructions: Set<Int> = []
    for edge in edges {
      switch edge.from {
      case .factory(let from):
        next[from].append(edge.to)
        usesOfConstructions.insert(edge.use)
      case .code: queue.append(edge.to)
      }
    }
    let run = codeRunOutsideConstructions()
    for (index, use) in uses.enumerated()
    where !usesOfConstructions.contains(index) || run.contains(ownership(of: use).owner) {
      queue.append(use.factory)
    }
    while let factory = queue.popLast() {
      if reached.insert(factory).inserted { queue += next[factory] }
    }
    return reached
  }

  /// The code that other code than constructions runs, directly or through calls.
  private func codeRunOutsideConstructions() -> Set<CodeOwner> {
    let callsOfOwner = Dictionary(grouping: calls) { ownership(of: $0).owner }
    var found: Set<CodeOwner> = []
    var queue = callsOfOwner.filter { !isConstruction($0.key) }.flatMap(\.value)
    while let call = queue.popLast() {
      for owner in codeRun(by: call) where found.insert(owner).inserted {
        queue += callsOfOwner[owner] ?? []
      }
    }
    return found
  }

  private func isConstruction(_ owner: CodeOwner) -> Bool {
    if case .construction = owner { return true }
    return construction.constructed.contains(owner)
  }

  private func isRoot(_ factory: Int, _ roots: [String]) -> Bool {
    let info = factories[factory]
    return isPublished(factory) || isRequirement(factory) || isTest(info.member.file)
      || mentionedNames.contains(info.name)
      || isNamed(factory, in: roots)
  }

  /// Whether a list names a factory: `name`, `Container.name` or `Module.Container.name`.
  func isNamed(_ factory: Int, in names: [String]) -> Bool {
    names.contains {
      [factories[factory].name, name(of: factory), plainID(of: factory)].contains($0)
    }
  }
}
