// Factory, MIT licence; see LICENSE
//
// The container of the tests of child containers.
import FactoryTestSupport
import FactoryTesting

/// An instance, with what it was built with.
final class Piece: Sendable {
  let name: String
  let parts: [Piece]

  init(_ name: String, _ parts: [Piece]) {
    self.name = name
    self.parts = parts
  }

  convenience init(_ name: String, _ parts: Piece...) { self.init(name, parts) }
}

final class FamilyContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = FamilyContainer()
  let manager: ContainerManager
  let registrations = Counter()
  /// The instances whose shutdown hooks were called.
  let closed = LockedArray<Piece>()

  init() { manager = ContainerManager() }

  init(parent: FamilyContainer, sharing scopes: Scope...) {
    // A variadic parameter cannot be passed on.
    switch scopes.count {
    case 0: manager = ContainerManager(childOf: parent)
    case 1: manager = ContainerManager(childOf: parent, sharing: scopes[0])
    default: manager = ContainerManager(childOf: parent, sharing: scopes[0], scopes[1])
    }
  }

  func autoRegister() {
    registrations.increment()
    registered.register { Piece("by autoRegister") }
  }
}

extension Scope {
  static let ofFamily = Cached()
  static let ofFamilyWeak = Shared()
}

extension FamilyContainer {
  var registered: Factory<Piece> { self { Piece("own closure") } }
  var user: Factory<Piece> { self { Piece("definition") } }
  var page: Factory<Piece> { self { Piece("page", self.user()) } }
  var cached: Factory<Piece> { self { Piece("cached") }.cached }
  var cachedPage: Factory<Piece> { self { Piece("cachedPage", self.user()) }.cached }
  var session: Factory<Piece> { self { Piece("session") }.scope(.ofFamily) }
  var weak: Factory<Piece> { self { Piece("weak") }.scope(.ofFamilyWeak) }
  var sessionPage: Factory<Piece> { self { Piece("sessionPage", self.user()) }.scope(.ofFamily) }
  var single: Factory<Piece> { self { Piece("single") }.singleton }
  var fixed: Factory<Piece> { self { Piece("fixed") }.cached.once() }
  var plain: Factory<Piece> { self { Piece("plain") } }
  var inTests: Factory<Piece> {
    self { Piece("live") }.onArg("family-tests") { Piece("in tests") }
  }
  var byNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)") }.scopeOnParameters.scope(.ofFamily)
  }
  var singleByNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)") }.scopeOnParameters.singleton
  }
  var timed: Factory<Piece> { self { Piece("timed") }.cached }
  var database: AsyncFactory<Piece, Never> {
    self { Piece("database") }.scope(.ofFamily)
  }
  var throwing: ThrowingFactory<Piece, any Error> { self { Piece("throwing") } }
}
