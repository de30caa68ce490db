// Factory, MIT licence; see LICENSE
//
// What the tests of injection in children inject: an instance that names the container which has registered it.
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
  static func child(
    _ name: String, of parent: Container = .shared, label: String? = nil
  ) -> Container {
    let child = Container(parent: parent, label: label)
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
  init(parent: Depot, sharing scope: Scope) {
    manager = ContainerManager(childOf: parent, sharing: scope)
  }
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
