// Factory, MIT licence; see LICENSE
struct CaptiveLifetime: Rule {
  let info = RuleInfo(
    "captive-lifetime", .warning, "A factory that keeps an instance with a shorter lifetime",
    example: """
      import FactoryKit

      extension Scope { static let session = Cached() }

      final class Session {}

      extension Container {
        var session: Factory<Session> { self { Session() }.scope(.session) }
      -   var uploader: Factory<Uploader> { self { Uploader(session: self.session()) }.singleton }
      +   var uploader: Factory<Uploader> { self { Uploader() }.singleton }
      }

      final class Uploader {
      -   let session: Session
      -   init(session: Session) { self.session = session }
      +   @DynamicInjected(\\.session) var session
      }
      """,
    why: """
      When the user logs out, the app resets the scope `session`. The singleton still has the \
      session of the first user, and uses it for the next one.

      Resolve the shorter-lived instance when it is used: with `@DynamicInjected`, or from the \
      container in a method. Or give both factories the same scope.

      Keep it if the shorter-lived instance does not change what the other one does, such as a \
      cached formatter.

      A singleton lives longer than a cached instance, and a cached instance longer than one in \
      a custom scope, which the program resets on its own. A singleton \
      may keep a `.cached` instance if, outside tests, nothing resets it or registers its \
      factory after the launch, and all containers are `shared` or its children.

      The process keeps a singleton, so it is built with what the outermost parent has, even if a \
      child container, such as `Container(parent: .shared)` for one request, asks for it first. If it \
      resolves what only children register, the registration of the child is passed over: \
      the singleton gets the parent's instance, or `required()` stops the program. The library \
      logs "passed over". All property wrappers in a singleton do the same. Give the singleton a \
      scope that the child keeps, such as `.cached`, or pass it what belongs to the child when it \
      is used. The rule does not check scopes that children share with their parent.

      What `autoRegister()` and the program's start register is checked like a definition, as are the \
      layers of `wrap` and the members of a group.

      Instances without a scope, and those in `.shared` and `.graph`, live as long as what holds \
      them, so the rule checks what they in turn hold. A wrapper of a local variable is not \
      reported, nor is a local constant of which the code only calls methods and reads \
      properties.
      """)

  func check(_ program: Program) -> [Finding] {
    let needs = program.edgesFrom.mapValues { $0.filter { program.holds($0) } }
    let parts = program.edgesFrom.mapValues { $0.filter { program.resolvesForItself($0) } }
    let cached = CachedLifetime(program)
    return program.factories.indices.flatMap { factory -> [Finding] in
      guard let lifetime = program.lifetime(of: factory) else { return [] }
      let passedOver = lifetime == Self.process ? passedOver(factory, parts, program) : []
      let found = findings(factory, lifetime, needs, cached, program)
      return passedOver.map(\.finding)
        + found.filter { one in !passedOver.contains { $0.factory == one.factory } }.map(\.finding)
    }
  }

  /// The finding about a factory that another one resolves.
  private typealias FindingOfPart = (factory: FactoryIndex, finding: Finding)

  private func findings(
    _ factory: FactoryIndex, _ lifetime: Int, _ needs: [FactoryIndex: [FactoryEdge]],
    _ cached: CachedLifetime, _ program: Program
  ) -> [FindingOfPart] {
    var found: [FindingOfPart] = []
    walk(needs, from: factory) { next, use in
      guard let shorter = program.lifetime(of: next) else { return true }
      let isHarmless =
        program.effectiveScope(of: next)?.name == "cached" && lifetime == Self.process
        && !cached.mayDrop(next)
      if shorter < lifetime, !isHarmless {
        let (long, short) = (program.name(of: factory), program.name(of: next))
        let finding = Finding(
          program.uses[use].location,
          "\(long) is \(program.scopeText(factory)) and keeps an instance of \(short), which is "
            + "\(program.scopeText(next)). Resolve it when it is needed, with @DynamicInjected, "
            + "or give both the same scope.",
          notes: [
            Finding.Note(program.location(of: next), "\(short) is declared here")
          ])
        found.append((next, finding))
      }
      return false
    }
    return found
  }

  /// Visits what a factory needs, the nearest first, with its own use that leads there. The visit says
  /// whether to go on with what that needs.
  private func walk(
    _ edges: [FactoryIndex: [FactoryEdge]], from factory: FactoryIndex,
    _ visit: (FactoryIndex, UseIndex) -> Bool
  ) {
    var seen: Set<FactoryIndex> = [factory]
    var queue = (edges[factory] ?? []).map { ($0.to, $0.use) }
    var position = 0
    while position < queue.count {
      let (next, use) = queue[position]
      position += 1
      if seen.insert(next).inserted, visit(next, use) {
        queue += (edges[next] ?? []).map { ($0.to, use) }
      }
    }
  }

  /// What a singleton resolves although only child containers register it. Whatever it resolves, also in a
  /// cached instance, is the parent's.
  private func passedOver(
    _ factory: FactoryIndex, _ parts: [FactoryIndex: [FactoryEdge]], _ program: Program
  ) -> [FindingOfPart] {
    // A child keeps the instance of what it registers itself.
    if program.registrations(of: factory).contains(where: { program.isOnChild($0) }) { return [] }
    var found: [FindingOfPart] = []
    walk(parts, from: factory) { next, use in
      guard let child = program.registrationsOnChildrenOnly(of: next).first else {
        // Another singleton has findings of its own.
        return program.lifetime(of: next) != Self.process
      }
      found.append((next, passedOver(factory, next, use, child, program)))
      return false
    }
    return found
  }

  private func passedOver(
    _ factory: FactoryIndex, _ next: FactoryIndex, _ use: UseIndex,
    _ registration: FactoryUse, _ program: Program
  ) -> Finding {
    let (long, short) = (program.name(of: factory), program.name(of: next))
    let consequence =
      program.factories[next].definition == .required
      ? ", and there required() stops the program" : ", and the registration is passed over"
    return Finding(
      program.uses[use].location,
      "\(long) is a singleton and resolves \(short), which only child containers register. The "
        + "process keeps \(long), so it is built with what the outermost parent has"
        + "\(consequence). Give \(long) a scope that the child keeps, such as .cached, or pass it "
        + "what belongs to the child when it is used.",
      notes: [
        Finding.Note(program.location(of: next), "\(short) is declared here"),
        Finding.Note(registration.location, "a child container registers it here"),
      ])
  }

  /// The lifetime of singletons.
  static let process = 3
}

extension Program {
  /// Whether the instance that an edge starts from holds the one that it leads to.
  fileprivate func holds(_ edge: FactoryEdge) -> Bool {
    switch uses[edge.use].operation {
    case .resolve: edge.kind == .construct && !isOnlyCalled(uses[edge.use])
    case .add: edge.kind == .construct
    // That of a local variable ends with the function.
    case .wrapper(let name):
      uses[edge.use].property != nil && (edge.kind == .construct || name == "LazyInjected")
    default: false
    }
  }

  /// Whether the factory at the start of an edge resolves the one that it leads to as the owner of its
  /// instance: while it builds that, or with a property wrapper, which remembers the owner.
  fileprivate func resolvesForItself(_ edge: FactoryEdge) -> Bool {
    switch edge.kind {
    case .construct, .dynamic, .weak: return true
    default:
      // The instance with the wrapper may be created later, by a closure that is stored.
      if edge.isConditional { return false }
      if case .wrapper("LazyInjected") = uses[edge.use].operation { return true }
      return false
    }
  }

  /// Whether an instance is the value of a local variable on which code only calls methods and reads
  /// properties, so that the instance ends with the function.
  private func isOnlyCalled(_ use: FactoryUse) -> Bool {
    let facts = files[use.file].facts
    guard
      let variable = lookup(in: use.file).variableOfValue[use.chain].map({ facts.variables[$0] }),
      variable.region == use.region, variable.binding == .constant,
      facts.chains[use.chain].links.count == use.link + 1
    else { return false }
    let region = RegionReference(use.file, variable.region)
    // Code at the top level has globals, and a closure keeps what it captures.
    guard enclosing(region).contains(where: { $0.region.isMember }) else { return false }
    return lookup(in: use.file).chains(within: region.index).allSatisfy { index in
      let chain = facts.chains[index]
      guard chain.rootName == variable.name, variable.scope.contains(chain.place) else {
        return true
      }
      return !chain.links.isEmpty && chain.links.first?.name != nil
        && !enclosing(Reference(use.file, chain.region)).prefix { $0.index != region.index }
          .contains { $0.region.mayKeep }
    }
  }

  /// A number for the lifetime of a factory's instances; nil if they live as long as their holder.
  func lifetime(of factory: FactoryIndex) -> Int? {
    guard let scope = effectiveScope(of: factory) else { return nil }
    switch scope.name {
    case "singleton": return CaptiveLifetime.process
    case "cached": return 2
    case "shared", "graph", "unique": return nil
    default:
      switch scopeType(of: factory) {
      case "Singleton": return CaptiveLifetime.process
      case "Shared", "Graph", "Unique": return nil
      default: return 1
      }
    }
  }

  fileprivate func scopeText(_ factory: FactoryIndex) -> String {
    guard let scope = effectiveScope(of: factory) else { return "unscoped" }
    return switch scope.name {
    case "singleton": "a singleton"
    case "cached": "cached"
    default: "in the scope '\(scope.name)'"
    }
  }
}

extension Region {
  fileprivate var isMember: Bool { if case .member = kind { true } else { false } }

  /// Whether code in it keeps the local variables around it that it uses.
  fileprivate var mayKeep: Bool {
    switch kind {
    case .closure, .localFunction, .local, .type: true
    default: false
    }
  }
}

final class CachedLifetime {
  private let program: Program
  /// Whether code outside tests resets a container or its cached instances, or makes a container
  /// other than the shared one.
  private lazy var areDropped = program.dropsCachedInstances()

  init(_ program: Program) { self.program = program }

  /// Whether something outside tests drops a cached instance of a factory: a reset, a registration
  /// after the launch, or the end of a container. A library's programs may do so too. Nothing of a child is
  /// in a singleton, so children do not count.
  func mayDrop(_ factory: FactoryIndex) -> Bool {
    if !program.isWhole { return true }
    let isDropped = program.uses(of: factory).contains { use in
      if program.isTestCode(use.file) { return false }
      switch use.operation {
      case .reset: return true
      case .register:
        return !program.isInAutoRegister(use) && !program.isOnChild(use)
          && !program.isInPreview(use)
      default: return false
      }
    }
    return isDropped || areDropped
  }
}

extension Program {
  func isInAutoRegister(_ use: FactoryUse) -> Bool {
    enclosingMember(of: Reference(use.file, use.region)).map { member($0).name } == "autoRegister"
  }

  /// Whether code outside tests makes a container other than the shared ones and their children, or resets
  /// cached instances.
  fileprivate func dropsCachedInstances() -> Bool {
    usage.containerUses.contains { use in
      guard !isTestCode(use.chain.file), !isLibraryItself(use.chain.file),
        !isValueOfShared(use.chain)
      else { return false }
      switch use.operation {
      case .make(let isChild): return !isChild
      case .reset(let scope): return scope == nil || scope == "cached"
      case .pop: return true
      case .push, .share: return false
      }
    }
  }

  /// Whether an expression is the initial value of a property `shared`.
  func isValueOfShared(_ chain: ChainReference) -> Bool {
    lookup(in: chain.file).memberOfValue[chain.index].map {
      member(Reference(chain.file, $0)).name == ContainerInfo.sharedName
    } ?? false
  }
}
