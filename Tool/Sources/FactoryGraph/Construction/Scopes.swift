// Factory, MIT licence; see LICENSE
//
// The seventh step of the pipeline: the scopes of factories, those of their definitions and the default
// ones of their containers.
/// The scopes of a program.
final class Scopes {
  /// The default scopes of containers that have one.
  let defaults: [ContainerIndex: DefaultScope]
  /// What the program's custom scopes are: `Cached`, `Shared` and so on.
  let custom: [ScopeName: [(module: ModuleIndex, type: String)]]
  let unresolved: [Unresolved]

  init(_ program: Program) {
    let reader = DefaultScopeReader(program)
    defaults = reader.defaults
    unresolved = reader.unresolved
    custom = Self.custom(program.files)
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

extension HasProgram {
  var scopes: Scopes { program.scopes }

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

/// The default scope of a container.
enum DefaultScope: Hashable {
  /// Nil for `.unique` and `nil`.
  case scope(ScopeName?)
  /// It is set in several ways, or by code that the syntax does not decide.
  case unknown
}

/// Reads the assignments to `defaultScope`.
struct DefaultScopeReader: HasProgram {
  let program: Program
  /// The default scopes of containers that have one.
  private(set) var defaults: [ContainerIndex: DefaultScope] = [:]
  private(set) var unresolved: [Unresolved] = []

  init(_ program: Program) {
    self.program = program
    findDefaults()
  }

  /// Reads the assignments to `defaultScope`, other than those of tests.
  private mutating func findDefaults() {
    var ways: [ContainerIndex: [(scope: DefaultScope, location: Location)]] = [:]
    for file in files.indices where usesFactoryKit(file) && !isTest(file) {
      for assignment in files[file].facts.assignments {
        guard let setting = setting(assignment, file) else { continue }
        let location = Location(file, chain(Reference(file, assignment.target)).place)
        for container in setting.container.map({ [$0] }) ?? Array(containers.indices) {
          ways[container, default: []].append((setting.way, location))
        }
        if setting.way == .unknown {
          unresolved.append(Unresolved(location, .defaultScope))
        }
      }
    }
    for container in containers.indices {
      let all = ([container] + containers[container].parents).flatMap { ways[$0] ?? [] }
      guard let first = all.first else { continue }
      let isOne = all.allSatisfy { $0.scope == first.scope }
      defaults[container] = isOne ? first.scope : .unknown
      guard !isOne, let other = all.first(where: { $0.scope != first.scope }) else { continue }
      if all.contains(where: { $0.scope == .unknown }) { continue }
      unresolved.append(
        Unresolved(other.location, .defaultScopes(container: containers[container].name)))
    }
  }

  /// What an assignment sets, on which container. Nil if it is to something else of that name.
  private func setting(
    _ assignment: AssignmentFact, _ file: FileIndex
  ) -> (container: ContainerIndex?, way: DefaultScope)? {
    let reference = ChainReference(file, assignment.target)
    let chain = chain(reference)
    let region = RegionReference(file, chain.region)
    guard let (container, isItself) = managed(by: reference) else {
      // A property of another type.
      if case .instance = follow(reference, upTo: chain.links.count - 1) { return nil }
      return chain.links.isEmpty ? nil : (nil, .unknown)
    }
    guard isItself, isCertainSetting(region, chain.place, container),
      let value = assignment.value.map({ self.chain(Reference(file, $0)) })
    else { return (container, .unknown) }
    if value.root == .null, value.links.isEmpty { return (container, .scope(nil)) }
    let scope = ScopeName(value)
    return (container, scope.map { .scope($0.name == "unique" ? nil : $0) } ?? .unknown)
  }

  /// The container whose manager an assignment changes, and whether that is the shared one, or each.
  private func managed(by reference: ChainReference) -> (container: ContainerIndex, isItself: Bool)?
  {
    let chain = chain(reference)
    let region = RegionReference(reference.file, chain.region)
    if let link = chain.links.firstIndex(where: { $0.name == "manager" }) {
      guard case .container(let container) = follow(reference, upTo: link) else { return nil }
      let isShared = chain.links.prefix(link).last?.name == ContainerInfo.sharedName
      return (container, chain.root == .me && link == 0 || isShared)
    }
    guard let name = chain.rootName, chain.links.count < 2 else { return nil }
    if let container = container(ofManagerMadeIn: region),
      localVariable(named: name, in: region, at: chain.place)?.value.map({
        self.chain(Reference(reference.file, $0)).rootName == "ContainerManager"
      }) == true
    {
      return (container, true)
    }
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

  /// The container whose `manager` some code makes: `let manager = { … }()`.
  private func container(ofManagerMadeIn region: RegionReference) -> ContainerIndex? {
    guard let property = enclosingMember(of: region), member(property).name == "manager",
      member(property).kind == .property, case .container(let container) = me(in: region)
    else { return nil }
    return container
  }

  /// Whether code runs once and for sure before the container is used: in `autoRegister`, in an
  /// initialiser of the container, or at launch.
  private func isCertainSetting(
    _ region: RegionReference, _ place: Place, _ container: ContainerIndex
  ) -> Bool {
    for (_, current) in enclosing(region) {
      if case .condition = current.kind { return false }
      if case .member = current.kind { break }
    }
    let ownership = ownership(of: region, at: place)
    guard ownership.timing == .atOnce else { return false }
    switch ownership.owner {
    case .topLevel(let file): return files[file].isMain
    case .storage(let type): return self.container(ofType: type) != nil
    case .member(let reference):
      let member = member(reference)
      if let type = owner(of: reference), self.container(ofType: type) != nil {
        // Of several initialisers, the container may be made by another one.
        let initializers = ownMembers(named: "init", of: type)
        return member.name == "autoRegister" || initializers == [reference]
          || member.name == "manager" && member.storage == .lazyStored
      }
      return isStart(reference)
    default: return false
    }
  }
}
