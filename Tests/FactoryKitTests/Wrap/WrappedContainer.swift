// Factory, MIT licence; see LICENSE
//
// The factories that the tests of `wrap` resolve.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A layer around another service: its label shows both.
func layer(_ name: String, _ inner: TestService) -> TestService {
  TestService("\(name)(\(inner.label))")
}

final class WrappedContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = WrappedContainer()
  static let session = Scope.Cached()
  let manager = ContainerManager()
  /// How often a closure was called.
  let built = Counter()
  let prefix = LockedValue("first")
  private let registers: @Sendable (WrappedContainer) -> Void

  init(registers: @escaping @Sendable (WrappedContainer) -> Void = { _ in }) {
    self.registers = registers
  }

  func autoRegister() { registers(self) }

  func make(_ label: String = "original") -> TestService {
    built.increment()
    return TestService(label)
  }
}

extension WrappedContainer {
  var plain: Factory<TestService> { self { self.make() } }
  var cached: Factory<TestService> { self { self.make() }.cached }
  var singleton: Factory<TestService> { self { self.make() }.singleton }
  var graph: Factory<TestService> { self { self.make() }.graph }
  var graphTwice: Factory<Bool> { self { self.graph() === self.graph() } }
  var session: Factory<TestService> { self { self.make() }.scope(Self.session) }
  var timed: Factory<TestService> { self { self.make() }.cached.timeToLive(1000) }
  var protocolTyped: Factory<any TestServiceType> { self { self.make() }.cached }
  var optional: Factory<TestService?> { self { nil }.cached }
  var asyncCached: AsyncFactory<TestService, any Error> { self { self.make() }.cached }
  var screen: MainActorFactory<MainScreen> { self { MainScreen() }.cached }
  var screenByTitle: MainActorParameterFactory<String, MainScreen> { self { MainScreen($0) } }

  // Definitions that wrap.
  var defined: Factory<TestService> {
    self { self.make() }.cached.wrap { layer("inner", $0) }.wrap { layer("outer", $0) }
  }
  var definedSingleton: Factory<TestService> {
    self { self.make() }.singleton.wrap { layer("defined", $0) }
  }
  /// The layer captures something new on every read.
  var capturing: Factory<TestService> {
    let prefix = prefix.withLock { $0 }
    return self { self.make() }.cached.wrap { layer(prefix, $0) }
  }
  var keyed: Factory<TestService> {
    let prefix = prefix.withLock { $0 }
    return Factory(self, key: "wrapped key") { self.make() }.cached.wrap { layer(prefix, $0) }
  }
  var once: Factory<TestService> {
    self { self.make() }.cached.wrap { layer("once", $0) }.once()
  }
}

extension WrappedContainer {
  /// The same call site, whatever the prefix is.
  func wrapCached(_ prefix: String) { cached.wrap { layer(prefix, $0) } }
}

extension Trait where Self == ContainerTrait<WrappedContainer> {
  static var wrappedContainer: Self {
    .init(shared: WrappedContainer.$shared, container: WrappedContainer())
  }
}
