// Factory, MIT licence; see LICENSE
//
// The container of the tests of all kinds: one factory of each.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting

final class KindContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = KindContainer()
  static let session = Scope.Cached()
  static let weakly = Scope.Shared()
  let manager: ContainerManager
  /// How often a factory's own closure was called.
  let calls = Counter()
  private let mustFail = LockedValue(false)
  private let registers: @Sendable (KindContainer) -> Void

  init(registers: @escaping @Sendable (KindContainer) -> Void = { _ in }) {
    manager = ContainerManager()
    self.registers = registers
  }

  /// A child that shares the instances of `session`.
  init(parent: KindContainer) {
    manager = ContainerManager(childOf: parent, sharing: Self.session)
    registers = { _ in }
  }

  func autoRegister() { registers(self) }

  /// Whether the closures throw an error with the number of their call. For kinds that may throw.
  var fails: Bool {
    get { mustFail.withLock { $0 } }
    set { mustFail.withLock { $0 = newValue } }
  }

  func make(_ number: Int = 1) throws(TestError) -> TestService {
    let call = calls.increment()
    if fails { throw TestError(number: call) }
    return TestService("original \(number)")
  }

  /// Reads the factory's definition, as a program does for each resolution.
  func factory(_ kind: TestedKind, _ scope: TestedScope = .unscoped) -> TestedFactory {
    scope.applied(to: kind.factory(in: self), in: self)
  }
}

extension KindContainer {
  var plain: Factory<TestService> { self { try! self.make() } }
  var throwing: ThrowingFactory<TestService, any Error> { self { try self.make() } }
  var typedThrowing: ThrowingFactory<TestService, TestError> {
    self { () throws(TestError) in try self.make() }
  }
  var mainActor: MainActorFactory<TestService> {
    self {
      MainActor.preconditionIsolated()
      return try! self.make()
    }
  }
  var async: AsyncFactory<TestService, any Error> {
    self {
      await Task.yield()
      return try self.make()
    }
  }
  var typedAsync: AsyncFactory<TestService, TestError> {
    self { () async throws(TestError) in
      await Task.yield()
      return try self.make()
    }
  }
  var neverAsync: AsyncFactory<TestService, Never> {
    self {
      await Task.yield()
      return try! self.make()
    }
  }
  var byNumber: ParameterFactory<Int, TestService> { self { try! self.make($0) } }
  var throwingByNumber: ThrowingParameterFactory<Int, TestService, any Error> {
    self { try self.make($0) }
  }
  var typedThrowingByNumber: ThrowingParameterFactory<Int, TestService, TestError> {
    self { (number: Int) throws(TestError) in try self.make(number) }
  }
  var mainActorByNumber: MainActorParameterFactory<Int, TestService> {
    self {
      MainActor.preconditionIsolated()
      return try! self.make($0)
    }
  }
  var asyncByNumber: AsyncParameterFactory<Int, TestService, any Error> {
    self {
      await Task.yield()
      return try self.make($0)
    }
  }
  var typedAsyncByNumber: AsyncParameterFactory<Int, TestService, TestError> {
    self { (number: Int) async throws(TestError) in
      await Task.yield()
      return try self.make(number)
    }
  }
  var neverAsyncByNumber: AsyncParameterFactory<Int, TestService, Never> {
    self {
      await Task.yield()
      return try! self.make($0)
    }
  }
}
