// Factory, MIT licence; see LICENSE
//
// What a child is asked for inside of `run`, in a construction: `run` starts over, so the child is itself, and what it
// builds remembers it.
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

/// How the closure of a singleton asks a child for a part.
private enum Call: CaseIterable, Sendable {
  case direct, withValue, run, runOfOther

  /// The origin of the part's lazy wrapper.
  var origin: String {
    switch self {
    case .direct, .withValue: "root"
    case .run, .runOfOther: "child"
    }
  }

  func later(_ child: Container) -> Later {
    switch self {
    case .direct: child.later()
    case .withValue: Container.$shared.withValue(.child("other")) { child.later() }
    case .run: Container.shared.run { child.later() }
    case .runOfOther: Container.child("other").run { child.later() }
    }
  }

  func asyncLater(_ child: Container) async -> Later {
    switch self {
    case .direct: child.later()
    case .withValue:
      await Container.$shared.withValue(.child("other")) { () async in child.later() }
    case .run: await Container.shared.run { () async in child.later() }
    case .runOfOther: await Container.child("other").run { () async in child.later() }
    }
  }
}

@Suite("Singletons that ask a child for a part", .container) struct ChildPartOfSingletonTests {
  private let child = Container.child("child")

  @Test("In `run`, the child builds the part; otherwise the process does", arguments: Call.allCases)
  fileprivate func singleton(call: Call) {
    let singleton = Factory<Later>(Container.shared, key: "singleton") { [child] in
      call.later(child)
    }
    #expect(singleton.singleton().lazy.name == call.origin)
  }

  @Test("So it is in an asynchronous singleton", arguments: Call.allCases)
  fileprivate func asynchronous(call: Call) async {
    let singleton = AsyncFactory<Later, Never>(Container.shared, key: "singleton") { [child] in
      await call.asyncLater(child)
    }
    #expect(await singleton.singleton().lazy.name == call.origin)
  }
}
