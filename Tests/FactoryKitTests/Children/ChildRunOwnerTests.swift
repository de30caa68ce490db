// Factory, MIT licence; see LICENSE
//
// What a child keeps, and has built inside of `run`, remembers the child.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Later: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
}

extension Container {
  fileprivate var later: Factory<Later> { self { Later() } }
}

@Suite("Instances that a child keeps and builds in `run`", .container) struct ChildRunOwnerTests {
  private let child = Container.child("child")

  @Test("In a synchronous construction")
  func synchronous() {
    let cached = Factory<Later>(child, key: "cached") { [unowned child] in
      Container.shared.run { child.later() }
    }
    #expect(cached.cached().lazy.name == "child")
  }

  @Test("In a synchronous closure of an asynchronous construction")
  func inAsynchronous() async {
    let cached = AsyncFactory<Later, Never>(child, key: "cached") { [child] in
      Container.shared.run { child.later() }
    }
    #expect(await cached.cached().lazy.name == "child")
  }

  @Test("In an asynchronous closure of an asynchronous construction")
  func asynchronous() async {
    let cached = AsyncFactory<Later, Never>(child, key: "cached") { [child] in
      await Container.shared.run { () async in child.later() }
    }
    #expect(await cached.cached().lazy.name == "child")
  }
}
