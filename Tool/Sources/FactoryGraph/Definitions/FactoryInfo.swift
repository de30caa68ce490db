// Factory, MIT licence; see LICENSE
//
// The factories of a program, and what their definitions set.
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
  var type: TypeName
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
