// Factory, MIT licence; see LICENSE
struct UnreachableFactory: Rule {
  /// The factories that the configuration names as roots.
  var roots: [String] = []

  let info = RuleInfo(
    "unreachable-factory", .warning, "A factory that only unused factories use",
    wrong: """
      extension Container {
        var report: Factory<Report> { self { Report(self.printer()) } }  // nothing resolves it
        var printer: Factory<Printer> { self { Printer() } }
      }
      """,
    right: """
      extension Container {
        var report: Factory<Report> { self { Report(self.printer()) } }
        var printer: Factory<Printer> { self { Printer() } }
      }

      print(Container.shared.report().text)
      """,
    why: """
      Other factories use it, but no code outside of factories reaches them, such as `main.swift`, \
      a type with `@main`, a view, `autoRegister` or a test. If code that is not Swift resolves \
      one of them, name that factory in `roots` of `factory.yml`.
      """)

  func check(_ program: Program) -> [Finding] {
    let reached = program.reachedFactories(roots: roots)
    return program.factories.indices.compactMap { factory in
      guard !reached.contains(factory), !program.uses(of: factory).isEmpty else { return nil }
      let users = Set(
        (program.edgesTo[factory] ?? []).map { program.edges[$0].from }
          .filter { $0 != .factory(factory) }
          .map { origin in
            if case .factory(let user) = origin { return program.name(of: user) }
            return program.name(of: origin)
          })
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
    return constructed.contains(owner)
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
