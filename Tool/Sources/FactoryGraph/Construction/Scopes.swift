// Factory, MIT licence; see LICENSE
//
// The seventh step of the pipeline: the scopes of factories, those of their definitions and the default
// ones of their containers.
/// The scopes of a program.
final class Scopes {
  let construction: Construction
  /// The default scopes of containers that have one.
  let defaults: [ContainerIndex: DefaultScope]
  /// What the program's custom scopes are: `Cached`, `Shared` and so on.
  let custom: [ScopeName: [(module: ModuleIndex, type: String)]]
  let unresolved: [Unresolved]

  init(_ construction: Construction) {
    self.construction = construction
    let reader = DefaultScopeReader(construction.execution)
    defaults = reader.defaults
    unresolved = reader.unresolved
    custom = Self.custom(construction.files)
  }

  private static func custom(_ files: Table<SourceFile>) -> [ScopeName: [(
    module: ModuleIndex, type: String
  )]] {
    var found: [ScopeName: [(module: ModuleIndex, type: String)]] = [:]
    for file in files {
      for member in file.facts.members where member.isStatic && member.kind == .property {
        guard let type = scopeType(declaredBy: member, file.facts) else { continue }
        let owner = member.owner.map { file.facts.types[$0].name.lastPart }
        found[ScopeName(name: member.name, owner: owner), default: []]
          .append((file.module, type))
      }
    }
    return found
  }

  private static func scopeType(declaredBy member: MemberFact, _ facts: FileFacts) -> String? {
    if let type = member.type?.name, ScopeName.types.contains(type) { return type }
    guard let value = member.value else { return nil }
    let chain = facts.chains[value]
    let names = [chain.rootName].compactMap { $0 } + chain.links.compactMap(\.name)
    return names.last { ScopeName.types.contains($0) }
  }
}

/// What the scopes of factories can be asked.
protocol HasScopes: HasConstruction {
  var scopes: Scopes { get }
}

extension Scopes: HasScopes {
  var scopes: Scopes { self }
}

extension HasScopes {
  var construction: Construction { scopes.construction }

  /// The scope that the definition or else the container sets; nil if neither sets one, if it is
  /// `.unique`, or if it is not known.
  func effectiveScope(of factory: FactoryIndex) -> ScopeName? {
    let scope =
      if let own = factories[factory].scope {
        own
      } else if !factories[factory].hasUnknownScope,
        case .scope(let scope)? = defaultScope(of: factory)
      {
        scope
      } else {
        ScopeName?.none
      }
    return scope?.name == "unique" ? nil : scope
  }

  /// As the graph names the scope of a factory.
  func scopeText(of factory: FactoryIndex) -> String? {
    let info = factories[factory]
    if info.hasUnknownScope { return "unknown" }
    if info.scope == nil, defaultScope(of: factory) == .unknown { return "unknown" }
    return effectiveScope(of: factory)?.name
  }

  private func defaultScope(of factory: FactoryIndex) -> DefaultScope? {
    let info = factories[factory]
    if info.kind == .group || member(info.member).isStatic { return nil }
    if let own = scopes.defaults[info.container] { return own }
    // Each container that has the factory may have another default.
    let isElsewhere = scopes.defaults.keys.contains {
      containers[$0].parents.contains(info.container)
    }
    return isElsewhere ? .unknown : nil
  }

  /// What the custom scope of a factory is, such as `Cached`; nil if the program does not declare
  /// it. Of several declarations, those that the factory's module sees; if they are of different
  /// types, it may be any, and instances may live as long as their holder.
  func scopeType(of factory: FactoryIndex) -> String? {
    guard let scope = effectiveScope(of: factory), let all = scopes.custom[scope] else {
      return nil
    }
    let module = factories[factory].module
    let own = all.filter { $0.module == module }
    let seen = all.filter { modules[module].dependencies.contains($0.module) }
    let found = Set((own.isEmpty ? seen.isEmpty ? all : seen : own).map(\.type))
    return found.count == 1 ? found.first : "Shared"
  }
}
