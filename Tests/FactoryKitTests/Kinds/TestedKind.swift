// Factory, MIT licence; see LICENSE
//
// The arguments of the tests of all kinds: the kinds of factory, the scopes and the contexts.
import FactoryKitTestSupport
import FactoryTesting

/// A kind of factory; for those with a parameter, also how it caches.
enum TestedKind: CaseIterable, Sendable {
  case plain, throwing, typedThrowing, mainActor, async, typedAsync, neverAsync
  // One instance for all parameters.
  case byNumber, throwingByNumber, typedThrowingByNumber, mainActorByNumber
  case asyncByNumber, typedAsyncByNumber, neverAsyncByNumber
  // An instance for each parameter.
  case perNumber, throwingPerNumber, typedThrowingPerNumber, mainActorPerNumber
  case asyncPerNumber, typedAsyncPerNumber, neverAsyncPerNumber

  /// The kinds whose closures may throw.
  static let failing: [Self] = [
    .throwing, .typedThrowing, .async, .typedAsync, .throwingByNumber, .typedThrowingByNumber,
    .asyncByNumber, .typedAsyncByNumber, .throwingPerNumber, .typedThrowingPerNumber,
    .asyncPerNumber, .typedAsyncPerNumber,
  ]

  static let withOneForAll: [Self] = [
    .byNumber, .throwingByNumber, .typedThrowingByNumber, .mainActorByNumber, .asyncByNumber,
    .typedAsyncByNumber, .neverAsyncByNumber,
  ]

  static let withOnePerNumber: [Self] = [
    .perNumber, .throwingPerNumber, .typedThrowingPerNumber, .mainActorPerNumber, .asyncPerNumber,
    .typedAsyncPerNumber, .neverAsyncPerNumber,
  ]

  /// The factory as it is declared, without a scope.
  func factory(in container: KindContainer) -> TestedFactory {
    TestedFactory(declared(in: container))
  }

  private func declared(in container: KindContainer) -> any FactoryOfTestedKind {
    switch self {
    case .plain: container.plain
    case .throwing: container.throwing
    case .typedThrowing: container.typedThrowing
    case .mainActor: container.mainActor
    case .async: container.async
    case .typedAsync: container.typedAsync
    case .neverAsync: container.neverAsync
    case .byNumber: container.byNumber
    case .throwingByNumber: container.throwingByNumber
    case .typedThrowingByNumber: container.typedThrowingByNumber
    case .mainActorByNumber: container.mainActorByNumber
    case .asyncByNumber: container.asyncByNumber
    case .typedAsyncByNumber: container.typedAsyncByNumber
    case .neverAsyncByNumber: container.neverAsyncByNumber
    case .perNumber: container.byNumber.scopeOnParameters
    case .throwingPerNumber: container.throwingByNumber.scopeOnParameters
    case .typedThrowingPerNumber: container.typedThrowingByNumber.scopeOnParameters
    case .mainActorPerNumber: container.mainActorByNumber.scopeOnParameters
    case .asyncPerNumber: container.asyncByNumber.scopeOnParameters
    case .typedAsyncPerNumber: container.typedAsyncByNumber.scopeOnParameters
    case .neverAsyncPerNumber: container.neverAsyncByNumber.scopeOnParameters
    }
  }
}

/// The scopes, and two custom ones.
enum TestedScope: CaseIterable, Sendable {
  case unscoped, unique, cached, shared, graph, singleton, session, weakly, byDefault

  /// The scopes that cache an instance after the resolution that has created it.
  static let caching: [Self] = [.cached, .shared, .singleton, .session, .weakly, .byDefault]
  /// The scopes that cache none.
  static let creating: [Self] = [.unscoped, .unique, .graph]
  static let weak: [Self] = [.shared, .weakly]

  func applied(to factory: TestedFactory, in container: KindContainer) -> TestedFactory {
    switch self {
    case .unscoped: return factory
    case .byDefault:
      container.manager.defaultScope = .cached
      return factory
    case .unique: return factory.unique
    case .cached: return factory.cached
    case .shared: return factory.shared
    case .graph: return factory.graph
    case .singleton: return factory.singleton
    case .session: return factory.scope(KindContainer.session)
    case .weakly: return factory.scope(KindContainer.weakly)
    }
  }
}

/// A context, and how it becomes active.
enum TestedContext: CaseIterable, Sendable {
  case arg, args, preview, test, debug, simulator, device

  static let argument = "kind tests: argument"

  /// Not `.test`: tests that run at the same time may depend on that context.
  static let deniable = allCases.filter { $0 != .test }

  var type: FactoryContextType {
    switch self {
    case .arg: .arg(Self.argument)
    case .args: .args(["kind tests: other", Self.argument])
    case .preview: .preview
    case .test: .test
    case .debug: .debug
    case .simulator: .simulator
    case .device: .device
    }
  }

  /// Makes the context active or inactive.
  func set(_ holds: Bool, in context: inout FactoryContext) {
    switch self {
    case .arg, .args: context.arguments = holds ? ["program", Self.argument] : ["program"]
    case .preview: context.isPreview = holds
    case .test: context.isTest = holds
    case .debug: context.isDebug = holds
    case .simulator: context.isSimulator = holds
    case .device: context.isSimulator = !holds
    }
  }

  /// Whether this build heeds the context.
  var isHeeded: Bool {
    #if DEBUG
      true
    #else
      ![.preview, .test, .debug].contains(self)
    #endif
  }
}
