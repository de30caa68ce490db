// Factory, MIT licence; see LICENSE
//
// Wrappers that remember a child do not retain it, and a child that nothing else retains lives as long as it builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class User: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Caller: @unchecked Sendable {
  // Sendable: the tests use it on one thread.
  @Injected(\.greeting) var greeting: @Sendable (Int) -> String
}

/// Reads its wrappers in its initialiser.
private final class Reader: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.user) var lazy: User
  @DynamicInjected(\.user) var dynamic: User
  private(set) var names: [String] = []

  init() { names = [lazy.name, dynamic.name] }
}

extension Container {
  fileprivate var user: Factory<User> { self { User("root") } }
  fileprivate var greeting: ParameterFactory<Int, String> { self { "\(self.user().name) \($0)" } }
  fileprivate var caller: Factory<Caller> { self { Caller() }.cached }
  fileprivate var reader: Factory<Reader> { self { Reader() } }
  fileprivate var asyncReader: AsyncFactory<Reader, Never> { self { () async in Reader() } }
}

private func child(_ name: String) -> Container {
  let child = Container(parent: .shared)
  child.user.register { User(name) }
  return child
}

@Suite("Lifetimes of injection in a child", .container) struct ChildInjectionLifetimeTests {
  @Test("Wrappers that an initialiser reads use a child that nothing but the call retains")
  func temporary() async {
    #expect(child("child").reader().names == ["child", "child"])
    #expect(await child("child").asyncReader().names == ["child", "child"])
  }
}
