// Factory, MIT licence; see LICENSE
struct CircularDependency: Rule {
  let info = RuleInfo(
    "circular-dependency", .error, "Factories that need each other to be created",
    example: """
      import FactoryKit

      final class Parser {
        init(_ lexer: Lexer) {}
      }

      final class Lexer {
      -   init(_ parser: Parser) {}
      +   @LazyInjected(\\.parser) var parser
      }

      extension Container {
        var parser: Factory<Parser> { self { Parser(self.lexer()) } }
      -   var lexer: Factory<Lexer> { self { Lexer(self.parser()) } }
      +   var lexer: Factory<Lexer> { self { Lexer() } }
      }
      """,
    why: """
      To create one of them, the program needs the other, and for that again the first. The \
      first resolution stops the program.

      Let one of them resolve the other when it first uses it, with `@LazyInjected`, or with \
      `@WeakLazyInjected` if the two would retain each other. No wrapper injects an asynchronous or \
      throwing factory: resolve it in the method that uses it. Or move what both need to a third type.

      There is no reason to keep a circular dependency. What `autoRegister()` and the program's start \
      register counts, as do the layers of `wrap` and the members of a group. Resolutions that do not \
      run during the construction do not: those in closures that are only stored, in decorators, and in \
      closures for contexts and previews.

      If the circle needs code that may not run, it is a warning, and the notes say which code \
      that is: the branches of `if`, `switch` and `?:`, what follows `??`, `&&` and `||`, the body \
      of a loop, what follows a `return`, a local variable that is lazy or computed, a closure for \
      the elements of a collection or the value of an optional, which may have none, a closure that \
      a function of the program may not call, and a definition or a registration that a registration may replace.
      """)

  func check(_ program: Program) -> [Finding] {
    let all = program.edgesFrom.mapValues { edges in
      edges.filter { $0.kind == .construct && !program.isRecursion($0) }
    }
    let certain = all.mapValues { edges in edges.filter { program.doubt(about: $0) == nil } }
    let errors = groups(certain).compactMap { group in
      finding(group, certain, program).map { (group, $0) }
    }
    let known = Set(errors.flatMap(\.0))
    // What needs a circle that certainly is one has that mistake, whatever else it has.
    let warnings = groups(all).filter { known.isDisjoint(with: $0) }.compactMap { group in
      finding(group, all, program)
    }
    return errors.map(\.1) + warnings
  }

  private func groups(_ next: [FactoryIndex: [FactoryEdge]]) -> [[FactoryIndex]] {
    StronglyConnected.groups(next.mapValues { $0.map(\.to) })
  }

  private func finding(
    _ group: [FactoryIndex], _ next: [FactoryIndex: [FactoryEdge]], _ program: Program
  ) -> Finding? {
    let members = Set(group)
    // A circle that no build has is none: the search goes on with the next factory.
    let starts = group.sorted { order($0, program) < order($1, program) }
    guard
      let (first, chain) = starts.lazy.compactMap({ start in
        shortestCircle(from: start, members, next, program).map { (start, $0) }
      }).first
    else { return nil }
    let path = ([first] + chain.map(\.to)).map { program.name(of: $0) }.joined(separator: " → ")
    let doubts = chain.map { program.doubt(about: $0) }
    let notes = zip(chain, doubts).map { edge, doubt in
      let condition = doubt.map { ", \($0)" } ?? ""
      return Finding.Note(
        program.uses[edge.use].location, "\(program.name(of: edge.to)) is needed here\(condition)")
    }
    let isCertain = doubts.allSatisfy { $0 == nil }
    // No wrapper injects what can throw or is asynchronous.
    let isInjectable = chain.contains {
      ![.throwing, .async].contains(program.factories[$0.to].kind)
    }
    var finding = Finding(
      program.location(of: first),
      "circular dependency\(isCertain ? "" : " if the code that needs them runs"): \(path). Let one "
        + "of them resolve the next \(isInjectable ? "with @LazyInjected" : "in the method that uses it"), "
        + "or move what both need to another type.",
      notes: notes)
    finding.severity = isCertain ? .error : .warning
    return finding
  }

  private func order(_ factory: FactoryIndex, _ program: Program) -> (String, Place) {
    let location = program.location(of: factory)
    return (program.files[location.file].path, location.place)
  }

  /// The edges on the shortest way from a factory back to itself, without those that one build
  /// cannot have together.
  private func shortestCircle(
    from start: FactoryIndex, _ members: Set<FactoryIndex>,
    _ next: [FactoryIndex: [FactoryEdge]], _ program: Program
  ) -> [FactoryEdge]? {
    // The requirements of a way are those of all its edges; most have none.
    var ways = [(factory: start, edges: [FactoryEdge](), requirements: [BuildCondition]())]
    var seen: Set<FactoryIndex> = []
    var position = 0
    while position < ways.count {
      let (factory, edges, requirements) = ways[position]
      position += 1
      for edge in next[factory] ?? [] where members.contains(edge.to) {
        let use = program.uses[edge.use]
        let more = program.requirements(of: Reference(use.file, use.region))
        if more.contains(where: { requirements.contains(where: $0.excludes) }) { continue }
        if edge.to == start { return edges + [edge] }
        if seen.insert(edge.to).inserted {
          ways.append((edge.to, edges + [edge], requirements + more))
        }
      }
    }
    return nil
  }
}

extension Program {
  /// Why it is not certain that a construction makes an edge; nil if it is.
  fileprivate func doubt(about edge: FactoryEdge) -> String? {
    if edge.isConditional { return "if this code runs" }
    guard case .factory(let from) = edge.from else { return nil }
    let own = edge.override.map { uses[$0] }
    // Layers wrap the instances of all closures.
    if let own, !own.isRegistration, factories[from].kind != .group { return nil }
    guard let other = registrations(of: from).first(where: { $0.location != own?.location }) else {
      return nil
    }
    let what = own?.isRegistration == true ? "this one" : "the definition"
    return "if the registration in \(files[other.file].path):\(other.place.line) does not replace "
      + what
  }

  /// Whether a resolution may end a circle: one with a computed parameter, or one that a factory
  /// makes of itself with any parameter or from another container of its type. The arguments of a
  /// function that returns a factory count as parameters.
  fileprivate func isRecursion(_ edge: FactoryEdge) -> Bool {
    let use = uses[edge.use]
    if factories[edge.to].isParameterised || !argumentsOfName(use).isEmpty {
      return edge.from == .factory(edge.to) || hasComputedArgument(use)
    }
    guard edge.from == .factory(edge.to) else { return false }
    guard case .construction = ownership(of: use).owner else { return false }
    let chain = chain(Reference(use.file, use.chain))
    return chain.root == .me && chain.links.first?.name != factories[edge.to].name
  }

  /// Whether a factory is called with an argument that is no name and no literal, such as `n - 1`.
  private func hasComputedArgument(_ use: FactoryUse) -> Bool {
    let chain = chain(Reference(use.file, use.chain))
    guard chain.links.indices.contains(use.link) else { return false }
    let arguments = argumentsOfName(use) + (chain.links[use.link].call?.arguments ?? [])
    return arguments.contains { argument in
      guard let index = argument.chain else { return true }
      let links = files[use.file].facts.chains[index].links
      return links.contains { $0.call != nil }
    }
  }
}
