// Factory, MIT licence; see LICENSE
//
// What others than a child keep does not remember the child either if it was built inside of `run`.
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

/// How the closure of a singleton resolves from a child.
private enum Call: CaseIterable, Sendable {
  case direct, withValue, run, runOfOther

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

@Suite("Singletons with a part that a child builds in `run`", .container)
struct ChildRunCaptivityTests {
  private let child = Container.child("child")

  @Test("The part does not remember the child", arguments: Call.allCases)
  fileprivate func singleton(call: Call) {
    let singleton = Factory<Later>(Container.shared, key: "singleton") { [child] in
      call.later(child)
    }
    #expect(singleton.singleton().lazy.name == "root")
  }

  @Test("Nor does that of a singleton that another child resolves", arguments: Call.allCases)
  fileprivate func ofOtherChild(call: Call) {
    let other = Container.child("other")
    let singleton = Factory<Later>(other, key: "singleton") { [child] in call.later(child) }
    #expect(singleton.singleton().lazy.name == "root")
  }

  @Test("Nor does that of an asynchronous singleton", arguments: Call.allCases)
  fileprivate func asynchronous(call: Call) async {
    let singleton = AsyncFactory<Later, Never>(Container.shared, key: "singleton") { [child] in
      await call.asyncLater(child)
    }
    #expect(await singleton.singleton().lazy.name == "root")
  }
}
