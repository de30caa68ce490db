// Factory, MIT licence; see LICENSE
//
// The container of the tests of watching.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

final class WatchedContainer: SharedContainer {
  @TaskLocal static var shared = WatchedContainer()
  let manager = ContainerManager()
  let (begun, gate) = (TaskGate(), TaskGate())
}

extension WatchedContainer {
  static let unscopedLine = #line + 1
  var unscoped: Factory<TestService> { self { TestService() } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var shared: Factory<TestService> { self { TestService() }.shared }
  var graph: Factory<TestService> { self { TestService() }.graph }
  var session: Factory<TestService> { self { TestService() }.scope(.watched) }
  var inContext: Factory<TestService> {
    self { TestService() }.onArg("watching-context") { TestService() }
  }
  /// Has two inner resolutions.
  var outer: Factory<[TestService]> { self { [self.middle(), self.cached()] } }
  static let middleLine = #line + 1
  var middle: Factory<TestService> { self { self.unscoped() } }
  /// Resolves `graph` twice.
  var graphs: Factory<[TestService]> { self { [self.graph(), self.graph()] } }
  var number: ParameterFactory<Int, Int> { self { $0 } }
  var numbers: ParameterFactory<Int, Int> { self { $0 }.scopeOnParameters.cached }
  var decorated: Factory<TestService> {
    self { TestService() }.decorator { [unowned self] _ in _ = cached() }
  }
  var throwing: ThrowingFactory<Int, any Error> { self { 1 }.cached }
  var failing: ThrowingFactory<Int, TestError> {
    self { () throws(TestError) in throw TestError(number: 1) }.cached
  }
  var async: AsyncFactory<Int, Never> { self { await self.asyncInner() + self.plain() }.cached }
  var asyncInner: AsyncFactory<Int, Never> { self { self.plain() } }
  var asyncNumber: AsyncParameterFactory<Int, Int, Never> { self { $0 }.scopeOnParameters.cached }
  var asyncWaiting: AsyncFactory<Int, any Error> {
    self { [unowned self] in
      begun.open()
      await gate.wait()
      return 1
    }.cached
  }
  var plain: Factory<Int> { self { 1 } }
  var needed: Factory<any WatchedService> { required() }
  var crossing: Factory<TestService> { self { OtherWatchedContainer.shared.entering() } }
}

protocol WatchedService {}
struct WatchedServiceStub: WatchedService {}

extension Scope {
  static let watched = Cached()
}

/// A container that resolves factories of the other one.
final class OtherWatchedContainer: SharedContainer {
  @TaskLocal static var shared = OtherWatchedContainer()
  let manager = ContainerManager()
}

extension OtherWatchedContainer {
  var entering: Factory<TestService> { self { WatchedContainer.shared.cached() } }
}

/// A container that registers factories when it is first used.
final class RegisteringWatchedContainer: SharedContainer, AutoRegistering, Resolving {
  @TaskLocal static var shared = RegisteringWatchedContainer()
  let manager = ContainerManager()
  var service: Factory<TestService> { self { TestService() } }
  func autoRegister() { service.register { TestService() } }
}

extension ResolutionEvent {
  /// The factory's name without module and container.
  var name: String { String(factory.split(separator: ".").last!) }

  /// What happened, in short.
  var summary: String { "\(depth) \(name) \(kind)" }
}

extension [ResolutionEvent] {
  var summaries: [String] { map(\.summary) }
}

extension ManagedContainer {
  /// The events that a watcher gets during `body`.
  func events(_ body: () throws -> Void) rethrows -> [ResolutionEvent] {
    let events = LockedArray<ResolutionEvent>()
    let watch = manager.watch { events.append($0) }
    defer { watch.cancel() }
    try body()
    return events.elements
  }

  /// The same for asynchronous code.
  func asyncEvents(_ body: () async throws -> Void) async rethrows -> [ResolutionEvent] {
    let events = LockedArray<ResolutionEvent>()
    let watch = manager.watch { events.append($0) }
    defer { watch.cancel() }
    try await body()
    return events.elements
  }
}
