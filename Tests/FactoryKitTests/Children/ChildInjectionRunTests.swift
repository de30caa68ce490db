// Factory, MIT licence; see LICENSE
//
// What the process keeps has nothing of a request, although it is built or first used while the request's container is
// the shared one.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class User: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Service: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @InjectedContainer var container: Container
}

private final class Later: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.user) var user: User
  @LazyInjected(\.greeting) var greeting: @Sendable (Int) -> String
}

private struct Whole: Sendable {
  let part: Service
}

extension Container {
  fileprivate var user: Factory<User> { self { User("root") } }
  fileprivate var greeting: ParameterFactory<Int, String> { self { "\(self.user().name) \($0)" } }
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var single: Factory<Service> { self { Service() }.singleton }
  fileprivate var asyncSingle: AsyncFactory<Service, Never> {
    self { () async in Service() }.singleton
  }
  fileprivate var later: Factory<Later> { self { Later() }.singleton }
}

private func child(_ name: String) -> Container {
  let child = Container(parent: .shared)
  child.user.register { User(name) }
  return child
}

@Suite("What the process keeps, in run of a child", .container)
struct ChildInjectionRunTests {
  @Test("A singleton that is built in a request's run does not retain the request's container")
  func released() {
    weak var request: Container?
    do {
      let first = child("first")
      request = first
      _ = first.run { dependency(\.single) }
    }
    #expect(request == nil)
  }
}
