// Factory, MIT licence; see LICENSE
//
// The factories of the shutdown tests: one of each kind, whose hooks record what they close.
import FactoryTestSupport
import FactoryTesting

final class Resource: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

@MainActor final class ScreenResource {
  let name: String
  init(_ name: String) { self.name = name }
}

enum ShutdownFailure: Error, Equatable { case failed, other }

final class ShutdownContainer: SharedContainer {
  @TaskLocal static var shared = ShutdownContainer()
  let manager = ContainerManager()
  /// The names of what was closed, in this order.
  let closed = LockedArray<String>()
  let built = LockedArray<String>()

  func make(_ name: String) -> Resource {
    built.append(name)
    return Resource(name)
  }
}

extension ShutdownContainer {
  // MARK: Each kind

  var resources: FactoryGroup<Resource> { group() }
  var plain: Factory<Resource> { self { self.make("plain") }.closing(in: self).cached }
  var byNumber: ParameterFactory<Int, Resource> {
    self { self.make("plain \($0)") }.closing(in: self).scopeOnParameters.cached
  }
  var throwing: ThrowingFactory<Resource, ShutdownFailure> {
    self { () throws(ShutdownFailure) in self.make("throwing") }.closing(in: self).cached
  }
  var throwingByNumber: ThrowingParameterFactory<Int, Resource, any Error> {
    self { self.make("throwing \($0)") }.closing(in: self).scopeOnParameters.cached
  }
  var async: AsyncFactory<Resource, any Error> {
    self { self.make("async") }.closing(in: self).cached
  }
  var asyncByNumber: AsyncParameterFactory<Int, Resource, any Error> {
    self { self.make("async \($0)") }.closing(in: self).scopeOnParameters.cached
  }
  var screen: MainActorFactory<ScreenResource> {
    self {
      self.built.append("screen")
      return ScreenResource("screen")
    }.onShutdown { [closed = closed] in closed.append($0.name) }.cached
  }
  var screenByNumber: MainActorParameterFactory<Int, ScreenResource> {
    self { ScreenResource("screen \($0)") }
      .onShutdown { [closed = closed] in closed.append($0.name) }.scopeOnParameters.cached
  }

  // MARK: A chain: the client needs the pool, and the pool the settings

  var settings: Factory<Resource> { self { self.make("settings") }.closing(in: self).cached }
  var pool: AsyncFactory<Resource, any Error> {
    self {
      _ = self.settings()
      return self.make("pool")
    }.closing(in: self).cached
  }
  var repository: AsyncFactory<Resource, any Error> {
    self {
      _ = try await self.pool()
      return self.make("repository")
    }.cached
  }
  var client: AsyncFactory<Resource, any Error> {
    self {
      _ = try await self.repository()
      return self.make("client")
    }.closing(in: self).cached
  }

  // MARK: Without a hook in the definition

  var bare: Factory<Resource> { self { self.make("bare") }.cached }
  var bareScreen: MainActorFactory<ScreenResource> { self { ScreenResource("screen") }.cached }
  var other: Factory<Resource> { self { self.make("other") }.cached }
  var weak: Factory<Resource> { self { self.make("weak") }.shared }
  var single: Factory<Resource> { self { self.make("single") }.singleton }
  var unscoped: Factory<Resource> { self { self.make("unscoped") } }
  var graph: Factory<Resource> { self { self.make("graph") }.graph }
  var optional: Factory<Resource?> { self { nil }.cached }
  var singleByNumber: ParameterFactory<Int, Resource> {
    self { self.make("single \($0)") }.scopeOnParameters.singleton
  }
}

extension FactoryModifying where Product == Resource {
  /// Adds a hook that writes down the name.
  @discardableResult
  func closing(in container: ShutdownContainer) -> Self {
    onShutdown { [closed = container.closed] in closed.append($0.name) }
  }
}

extension AsyncFactory<Resource, any Error> {
  /// Registers a closure that takes until `mayEnd` opens, and opens `hasBegun`.
  func registerSlow(_ name: String, hasBegun: TaskGate, mayEnd: TaskGate) {
    register {
      hasBegun.open()
      await mayEnd.wait()
      return Resource(name)
    }
  }
}

extension ManagedContainer {
  /// Shuts down. Returns the error of the hooks that fail.
  func shutdownError(hookLimit: Double = longHookLimit) async -> ShutdownError? {
    do throws(ShutdownError) {
      try await shutdown(hookLimit: hookLimit)
      return nil
    } catch {
      return error
    }
  }

  func shutdownFailures() async -> [ShutdownFailure] {
    await shutdownError()?.errors.compactMap { $0.error as? ShutdownFailure } ?? []
  }
}

/// The container of one test. Its hooks and registrations retain it, so they are removed at the end.
final class ShutdownContainerOwner: Sendable {
  let container = ShutdownContainer()

  deinit { container.reset() }
}
