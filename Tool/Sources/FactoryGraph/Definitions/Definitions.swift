// Factory, MIT licence; see LICENSE
//
// The second step of the pipeline: the factories of a program.
/// The factories of the containers, with what their definitions say.
final class Definitions {
  let factories: Table<FactoryInfo>
  /// The factories of each container by name. Several of one name differ in their constraints, or
  /// stand in different clauses of `#if`.
  let factoriesOfContainer: [ContainerIndex: [String: [FactoryIndex]]]
  /// The factory of each property or function that is one.
  let factoryOfMember: [MemberReference: FactoryIndex]
  /// The factories whose definition a chain is.
  let factoryOfBuilder: [ChainReference: FactoryIndex]
  /// The factory of each closure of a definition.
  let factoryOfClosure: [RegionReference: FactoryIndex]
  /// The names of all factories.
  let factoryNames: Set<String>
  let unresolved: [Unresolved]

  init(_ program: Program) {
    let reader = DefinitionReader(program)
    factories = reader.factories
    factoriesOfContainer = reader.factoriesOfContainer
    unresolved = reader.unresolved
    factoryNames = Set(factories.map(\.name))
    var members: [MemberReference: FactoryIndex] = [:]
    var builders: [ChainReference: FactoryIndex] = [:]
    var closures: [RegionReference: FactoryIndex] = [:]
    for (index, info) in factories.indexed {
      let file = info.member.file
      members[info.member] = index
      for builder in info.builders { builders[Reference(file, builder.chain)] = index }
      for closure in info.closures { closures[Reference(file, closure)] = index }
    }
    factoryOfMember = members
    factoryOfBuilder = builders
    factoryOfClosure = closures
  }
}

extension HasProgram {
  var definitions: Definitions { program.definitions }
  var factories: Table<FactoryInfo> { definitions.factories }

  /// The factories of a container by name, without those that it has from protocols.
  func factories(of container: ContainerIndex) -> [String: [FactoryIndex]] {
    definitions.factoriesOfContainer[container] ?? [:]
  }

  /// The place of a factory's declaration.
  func location(of factory: FactoryIndex) -> Location {
    let reference = factories[factory].member
    return Location(reference.file, member(reference).place)
  }

  /// Whether a factory is what a function of its container returns.
  func isFunction(_ factory: FactoryIndex) -> Bool {
    member(factories[factory].member).kind == .function
  }

  /// Whether a factory is a member of a container's instances, and no static or global property.
  func isOfInstance(_ factory: FactoryIndex) -> Bool {
    let reference = factories[factory].member
    return !member(reference).isStatic
      && owner(of: reference).flatMap { container(ofType: $0) } != nil
  }

  /// `Container.name`, as messages name a factory.
  func name(of factory: FactoryIndex) -> String {
    "\(containers[factories[factory].container].name).\(factories[factory].name)"
  }

  /// `Module.Container.name`, which several declarations may have.
  func plainID(of factory: FactoryIndex) -> String {
    "\(modules[factories[factory].module].name).\(name(of: factory))"
  }

  /// Whether a list names a factory: `name`, `Container.name` or `Module.Container.name`.
  func isNamed(_ factory: FactoryIndex, in names: [String]) -> Bool {
    names.contains {
      [factories[factory].name, name(of: factory), plainID(of: factory)].contains($0)
    }
  }
}

/// A factory of a container.
struct FactoryInfo {
  /// What the factory's type is, apart from whether it has a parameter.
  typealias Kind = Graph.Factory.Kind

  /// How the factory is defined.
  enum Definition: Equatable {
    /// `self { … }`, `Factory(self) { … }` and the like.
    case closure
    case promised
    case required
    case group
    /// Anything else, such as a call of a function that makes it.
    case unknown
  }

  var container: ContainerIndex
  var name: String
  var member: MemberReference
  var module: ModuleIndex
  /// What it makes, as it is written.
  var type: TypeExpression
  var kind: Kind
  /// `Factory`, `ParameterFactory` and so on.
  var typeName: String
  var isParameterised: Bool
  /// Whether it is a static factory without a container, as 1.x has them.
  var isOfFirstVersion = false
  var definition = Definition.unknown
  /// The chains that define it, with the index of the link that has the closure. More than one if
  /// the definition has branches.
  var builders: [(chain: Int, link: Int)] = []
  /// The closures of the definition.
  var closures: [Int] = []
  /// The chain of the initialiser or function that the definition passes instead of a closure, such
  /// as `Service.init`.
  var passedFunction: ChainReference?
  /// What the definition sets, in order.
  var modifiers: [Modifier] = []
  /// The index of `.once()` among the modifiers.
  var once: Int? { modifiers.firstIndex { $0.name == "once" } }
  /// The scope that the definition sets; nil if it sets none, or if that depends on the build.
  var scope: ScopeName? { hasUnknownScope ? nil : lastScope(modifiers)?.scope }

  /// Whether builds differ in the scope, or branches of the definition do.
  var hasUnknownScope: Bool {
    if lastScope(modifiers)?.isConditional == true { return true }
    let scopes = builders.map { builder in
      lastScope(modifiers.filter { $0.chain == builder.chain })?.scope
    }
    return scopes.contains { $0 != scopes[0] }
  }

  private func lastScope(_ modifiers: [Modifier]) -> Modifier? {
    modifiers.last { $0.scope != nil }
  }
}

typealias FactoryIndex = TableIndex<FactoryInfo>

/// A modifier in a chain, such as `.cached` or `.onTest { … }`.
struct Modifier {
  var name: String
  var place: Place
  var chain: Int
  var link: Int
  var scope: ScopeName?
  /// The contexts that it sets a closure for, such as `test` and `arg("demo")`.
  var contexts: [String] = []
  /// The arguments that should be launch arguments and are no constants.
  var unknownArguments: [Location] = []
  /// The region of its closure.
  var closure: Int?
  /// Whether only some builds have it.
  var isConditional = false
}

/// The name of a scope.
struct ScopeName: Hashable {
  /// `cached`, `shared`, `graph`, `singleton`, `unique` or that of a custom scope.
  var name: String
  /// The type that declares it; nil if the name is written without one.
  var owner: String? = Self.libraryType

  /// The type that `.cached` is a member of.
  static let libraryType = "Scope"

  static let builtIn: Set = ["cached", "shared", "graph", "singleton", "unique"]
  /// The types of custom scopes.
  static let types: Set = ["Cached", "Shared", "Singleton", "Graph", "Unique"]
}

extension ScopeName {
  /// The scope that an expression names: `.session`, `Scope.session` or `session`.
  init?(_ chain: Chain) {
    if chain.links.contains(where: { $0.call != nil }) { return nil }
    if let name = chain.links.last?.name {
      // The type before it, if it is written.
      let owner = chain.links.dropLast().last?.name ?? chain.rootName
      self.init(name: name, owner: owner ?? Self.libraryType)
    } else if let name = chain.rootName {
      self.init(name: name, owner: nil)
    } else {
      return nil
    }
  }
}

/// The types of factories.
enum FactoryTypes {
  /// By name: the kind, the index of the generic argument that the factory makes, and whether it
  /// has a parameter.
  static let all: [String: (kind: Graph.Factory.Kind, product: Int, isParameterised: Bool)] = [
    "Factory": (.factory, 0, false),
    "ParameterFactory": (.parameter, 1, true),
    "ThrowingFactory": (.throwing, 0, false),
    "ThrowingParameterFactory": (.throwing, 1, true),
    "AsyncFactory": (.async, 0, false),
    "AsyncParameterFactory": (.async, 1, true),
    "MainActorFactory": (.mainActor, 0, false),
    "MainActorParameterFactory": (.mainActor, 1, true),
    "FactoryGroup": (.group, 0, false),
  ]

  /// The modifiers that set a context.
  static let contexts: [String: String] = [
    "onTest": "test", "onPreview": "preview", "onDebug": "debug", "onSimulator": "simulator",
    "onDevice": "device", "onArg": "arg", "onArgs": "args", "context": "",
  ]
}
