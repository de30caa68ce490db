// Factory, MIT licence; see LICENSE
//
// The scopes of factories: those of their definitions, and the default ones of their containers.
extension Program {
  /// The default scope of a container.
  enum DefaultScope: Hashable {
    /// Nil for `.unique` and `nil`.
    case scope(ScopeName?)
    /// It is set in several ways, or by code that the syntax does not decide.
    case unknown
  }

  /// The scope that the definition or else the container sets; nil if neither sets one, if it is
  /// `.unique`, or if it is not known.
  func effectiveScope(of factory: Int) -> ScopeName? {
    let scope =
      if let own = factories[factory].scope {
        own
      } else if case .scope(let scope)? = defaultScope(of: factory) {
        scope
      } else {
        ScopeName?.none
      }
    return scope?.name == "unique" ? nil : scope
  }

  /// As the graph names the scope of a factory.
  func scopeText(of factory: Int) -> String? {
    if factories[factory].scope == nil, defaultScope(of: factory) == .unknown { return "unknown" }
    return effectiveScope(of: factory)?.name
  }

  private func defaultScope(of factory: Int) -> DefaultScope? {
    let info = factories[factory]
    if info.kind == .group || member(info.member).isStatic { return nil }
    if let own = defaultScopes[info.container] { return own }
    // Each container that has the factory may have another default.
    let isElsewhere = defaultScopes.keys.contains {
      containers[$0].parents.contains(info.container)
    }
    return isElsewhere ? .unknown : nil
  }

  // MARK: Default scopes

  /// Reads the assignments to `defaultScope`, other than those of tests.
  func findDefaultScopes() {
    var ways: [Int: [(scope: DefaultScope, location: Location)]] = [:]
    for file in files.indices where usesFactoryKit(file) && !isTest(file) {
      for assignment in files[file].facts.assignments {
        guard let setting = setting(assignment, file) else { continue }
        let location = Location(file, chain(Reference(file, assignment.target)).place)
        for container in setting.container.map({ [$0] }) ?? Array(containers.indices) {
          ways[container, default: []].append((setting.way, location))
        }
        if setting.way == .unknown {
          unresolved.append(
            (location, "it is not known whether this sets the default scope, or which one"))
        }
      }
    }
    for container in containers.indices {
      let all = ([container] + containers[container].parents).flatMap { ways[$0] ?? [] }
      guard let first = all.first else { continue }
      let isOne = all.allSatisfy { $0.scope == first.scope }
      defaultScopes[container] = isOne ? first.scope : .unknown
      guard !isOne, let other = all.first(where: { $0.scope != first.scope }) else { continue }
      if all.contains(where: { $0.scope == .unknown }) { continue }
      unresolved.append(
        (
          other.location,
          "the default scope of \(containers[container].name) is set to several, so that of its "
            + "factories is not known"
        ))
    }
  }

  /// What an assignment sets, on which container. Nil if it is to something else of that name.
  private func setting(
    _ assignment: AssignmentFact, _ file: Int
  ) -> (container: Int?, way: DefaultScope)? {
    let reference = Reference(file, assignment.target)
    let chain = chain(reference)
    let region = Reference(file, chain.region)
    guard let (container, isItself) = managed(by: reference) else {
      // A property of another type.
      if case .instance = follow(reference, upTo: chain.links.count - 1) { return nil }
      return chain.links.isEmpty ? nil : (nil, .unknown)
    }
    guard isItself, isCertainSetting(region, chain.place, container),
      let value = assignment.value.map({ self.chain(Reference(file, $0)) })
    else { return (container, .unknown) }
    if value.root == .null, value.links.isEmpty { return (container, .scope(nil)) }
    let scope = scopeName(value)
    return (container, scope.map { .scope($0.name == "unique" ? nil : $0) } ?? .unknown)
  }

  /// The container whose manager an assignment changes, and whether that is the shared one, or each.
  private func managed(by reference: Reference) -> (container: Int, isItself: Bool)? {
    let chain = chain(reference)
    let region = Reference(reference.file, chain.region)
    if let link = chain.links.firstIndex(where: { $0.name == "manager" }) {
      guard case .container(let container) = follow(reference, upTo: link) else { return nil }
      let isShared = chain.links.prefix(link).last?.name == Self.sharedName
      return (container, chain.root == .me && link == 0 || isShared)
    }
    guard let name = chain.rootName, chain.links.count < 2 else { return nil }
    if let variable = localVariable(named: name, in: region, at: chain.place) {
      return variable.value.flatMap { managed(by: Reference(reference.file, $0)) }
    }
    if placeOfLocal(named: name, in: region, at: chain.place) != nil { return nil }
    if name == "manager", case .container(let container) = me(in: region) {
      return (container, true)
    }
    let found = globals(named: name, from: reference.file)
    guard found.count == 1, let value = member(found[0]).value else { return nil }
    return managed(by: Reference(found[0].file, value))
  }

  /// Whether code runs once and for sure before the container is used: in `autoRegister`, in an
  /// initialiser of the container, or at launch.
  private func isCertainSetting(_ region: Reference, _ place: Place, _ container: Int) -> Bool {
    for (_, current) in enclosing(region) {
      if case .condition = current.kind { return false }
      if case .member = current.kind { break }
    }
    let ownership = ownership(of: region, at: place)
    guard ownership.timing == .atOnce else { return false }
    switch ownership.owner {
    case .topLevel(let file): return files[file].isMain
    case .member(let reference):
      let member = member(reference)
      guard let owner = member.owner else { return false }
      let fact = files[reference.file].facts.types[owner]
      if let type = types.type(of: Reference(reference.file, owner)),
        containerOfType[type] != nil
      {
        // Of several initialisers, the container may be made by another one.
        let initializers = types.types[type].members["init"] ?? []
        return member.name == "autoRegister" || initializers == [reference]
      }
      let isStart =
        fact.attributes.contains { Self.startAttributes.contains($0.name) }
        || fact.inherited.contains { Self.startTypes.contains($0.name) }
      return isStart && (member.kind == .initializer || Self.startFunctions.contains(member.name))
    default: return false
    }
  }

  private static let startAttributes: Set = ["main", "UIApplicationMain", "NSApplicationMain"]
  private static let startTypes: Set = ["App", "UIApplicationDelegate", "NSApplicationDelegate"]
  private static let startFunctions: Set = [
    "main", "application", "applicationDidFinishLaunching", "applicationWillFinishLaunching",
  ]

  // MARK: Custom scopes

  static let scopeTypes: Set = ["Cached", "Shared", "Singleton", "Graph", "Unique"]

  /// What the custom scope of a factory is, such as `Cached`; nil if the program does not declare
  /// it. Of several declarations, those that the factory's module sees; if they are of different
  /// types, it may be any, and instances may live as long as their holder.
  func scopeType(of factory: Int) -> String? {
    guard let scope = effectiveScope(of: factory), let all = customScopes[scope] else {
      return nil
    }
    let module = factories[factory].module
    let own = all.filter { $0.module == module }
    let seen = all.filter { modules[module].dependencies.contains($0.module) }
    let found = Set((own.isEmpty ? seen.isEmpty ? all : seen : own).map(\.type))
    return found.count == 1 ? found.first : "Shared"
  }

  func findCustomScopes() -> [ScopeName: [(module: Int, type: String)]] {
    var found: [ScopeName: [(module: Int, type: String)]] = [:]
    for file in files {
      for member in file.facts.members where member.isStatic && member.kind == .property {
        guard let type = scopeType(declaredBy: member, file.facts) else { continue }
        let owner = member.owner.map { index in
          let name = file.facts.types[index].name
          return name.split(separator: ".").last.map(String.init) ?? name
        }
        found[ScopeName(name: member.name, owner: owner), default: []]
          .append((file.module, type))
      }
    }
    return found
  }

  private func scopeType(declaredBy member: MemberFact, _ facts: FileFacts) -> String? {
    if let type = member.type?.name, Self.scopeTypes.contains(type) { return type }
    guard let value = member.value else { return nil }
    let chain = facts.chains[value]
    let names = [chain.rootName].compactMap { $0 } + chain.links.compactMap(\.name)
    return names.last { Self.scopeTypes.contains($0) }
  }

  /// The scope that an expression names: `.session`, `Scope.session` or `session`.
  func scopeName(_ chain: Chain) -> ScopeName? {
    if chain.links.contains(where: { $0.call != nil }) { return nil }
    guard let name = chain.links.last?.name else {
      return chain.rootName.map { ScopeName(name: $0, owner: nil) }
    }
    // The type before it, if it is written.
    let owner = chain.links.dropLast().last?.name ?? chain.rootName
    return ScopeName(name: name, owner: owner ?? ScopeName.libraryType)
  }
}
