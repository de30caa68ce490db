// Factory, MIT licence; see LICENSE
//
// The containers of the tests of children, and their instances: one that names the container which has registered it,
// and one with parts.
import FactoryTestSupport
import FactoryTesting
import Foundation

/// An instance with the name of the container that has registered it.
final class Origin: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// Injects when it is created.
final class Made: Sendable {
  private let origin: Origin = dependency(\.origin)
  var name: String { origin.name }
}

extension Container {
  var origin: Factory<Origin> { self { Origin("root") } }
  var cachedOrigin: Factory<Origin> { self { Origin("root") }.cached }
  var made: Factory<Made> { self { Made() } }

  /// A child with an `Origin` of its own.
  static func child(_ name: String, of parent: Container = .shared) -> Container {
    let child = Container(parent: parent)
    child.register(name)
    return child
  }

  func register(_ name: String) {
    origin.register { Origin(name) }
    cachedOrigin.register { Origin(name) }
  }
}

/// A second container type with children.
final class Depot: SharedContainer {
  @TaskLocal static var shared = Depot()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(manager: ContainerManager) { self.manager = manager }
  init(parent: Depot) { manager = ContainerManager(childOf: parent) }
}

extension Depot {
  var origin: Factory<Origin> { self { Origin("depot") } }
  var cachedOrigin: Factory<Origin> { self { Origin("depot") }.cached }

  /// A child with an `Origin` of its own.
  static func child(_ name: String, of parent: Depot = .shared) -> Depot {
    let child = Depot(parent: parent)
    child.register(name)
    return child
  }

  func register(_ name: String) {
    origin.register { Origin(name) }
    cachedOrigin.register { Origin(name) }
  }
}

extension AsyncFactory {
  /// The factory with a scope, if there is one.
  func scoped(_ scope: Scope?) -> Self { scope.map { self.scope($0) } ?? self }
}

/// Runs a closure in the calling task, on a thread of its own.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
func onOtherThread<Result: Sendable>(
  _ body: @Sendable () async -> Result
) async -> Result {
  let before = ThreadReference()
  return await withTaskExecutorPreference(TaskThread()) {
    precondition(!before.isCurrent)
    return await body()
  }
}

/// Identifies a thread. Retains it, so that no other one gets the same address.
struct ThreadReference: @unchecked Sendable {
  // Sendable: only compared.
  private let thread: Thread

  init() { thread = Thread.current }

  var isCurrent: Bool { thread === Thread.current }
}

// MARK: A family

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
  /// The instances of the family whose shutdown hooks were called.
  let closed: LockedArray<Piece>

  init() {
    manager = ContainerManager()
    closed = LockedArray()
  }

  init(parent: FamilyContainer) {
    manager = ContainerManager(childOf: parent)
    closed = parent.closed
  }

  init(parent: FamilyContainer, sharing scope: Scope) {
    manager = ContainerManager(childOf: parent, sharing: scope)
    closed = parent.closed
  }

  func autoRegister() {
    registrations.increment()
    registered.register { Piece("by autoRegister") }
  }
}

extension Scope {
  static let ofFamily = Cached()
}

extension FamilyContainer {
  var registered: Factory<Piece> { self { Piece("own closure") } }
  var user: Factory<Piece> { self { Piece("definition") } }
  var cached: Factory<Piece> { self { Piece("cached") }.cached }
  var session: Factory<Piece> { self { Piece("session") }.scope(.ofFamily) }
  var single: Factory<Piece> { self { Piece("single") }.singleton }
  var fixed: Factory<Piece> { self { Piece("fixed") }.cached.once() }
  var plain: Factory<Piece> { self { Piece("plain") } }
  var byNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)") }.scopeOnParameters.scope(.ofFamily)
  }
  var singleByNumber: ParameterFactory<Int, Piece> {
    self { Piece("\($0)") }.scopeOnParameters.singleton
  }
}
