// Factory, MIT licence; see LICENSE
//
// `run` and `withValue` while a child builds an instance: the closure of `run` injects from its container, that of
// `withValue` from the child that builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// How code runs with another container as the shared one.
private enum Call: CaseIterable, Sendable {
  case run, withValue, runOfType

  /// From where the closure injects that runs with a container, while a child builds.
  func source(_ container: String, in child: String) -> String {
    self == .withValue ? child : container
  }

  func made(_ container: Container) -> String {
    switch self {
    case .run: container.run { Made().name }
    case .withValue: Container.$shared.withValue(container) { Made().name }
    case .runOfType: container.run(Container.$shared) { Made().name }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func asyncMade(_ container: Container) async -> String {
    let make: @Sendable () async -> String = { await onOtherThread { Made().name } }
    return switch self {
    case .run: await container.run(make)
    case .withValue: await Container.$shared.withValue(container, operation: make)
    case .runOfType: await container.run(Container.$shared, make)
    }
  }
}

extension Container {
  /// A factory whose closure is given.
  fileprivate func building(
    _ make: @escaping @Sendable () async -> [String]
  ) -> AsyncFactory<[String], Never> {
    AsyncFactory(self, key: "building", make)
  }
}

private struct Refusal: Error {}

@Suite("`run` while a child builds", .container) struct ChildRunTests {
  private let child = Container.child("child")
  private let other = Container.child("other")

  @Test(
    "The closure of run injects from its container, that of withValue and the code after it from the child",
    arguments: Call.allCases)
  fileprivate func synchronous(call: Call) {
    let names = ParameterFactory<Container, [String]>(child, key: "names") {
      [Made().name, call.made($0), Made().name]
    }
    #expect(names(other) == ["child", call.source("other", in: "child"), "child"])
    #expect(names(child) == ["child", "child", "child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "So does that of an asynchronous construction", arguments: Call.allCases, [nil, Scope.cached])
  fileprivate func asynchronous(call: Call, scope: Scope?) async {
    let names = child.building { [other] in
      [Made().name, call.made(other), await call.asyncMade(other), Made().name]
    }
    let source = call.source("other", in: "child")
    #expect(await names.scoped(scope)() == ["child", source, source, "child"])
  }

  @Test("run of the container that is the shared one already, in a synchronous construction")
  func sharedAlready() {
    child.made.register {
      #expect(Container.shared.run { Made().name } == "root")
      return Made()
    }
    #expect(child.made().name == "child")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "run of the container that is the shared one already, in an asynchronous construction",
    arguments: [Call.run, .runOfType], [nil, Scope.cached])
  fileprivate func sharedAlready(call: Call, scope: Scope?) async {
    let names = child.building {
      [call.made(.shared), await call.asyncMade(.shared), Made().name]
    }
    #expect(await names.scoped(scope)() == ["root", "root", "child"])
  }

  @Test(
    "run of the container that is the shared one already, in the decorator of an asynchronous factory"
  )
  func sharedAlreadyInDecorator() async {
    let seen = LockedArray<String>()
    let names = child.building { [] }.cached.decorator { _ in
      seen.append(Container.shared.run { Made().name })
      seen.append(Made().name)
    }
    // Once for the new instance, and once for the cached one.
    _ = await names()
    _ = await names()
    #expect(seen.elements == ["root", "child", "root", "child"])
  }

  @Test("run of the child that builds, while that is the shared one")
  func childAlready() async {
    let names = await child.run { [child] in
      await child.building {
        [Made().name, child.run { Made().name }, await child.run { () async in Made().name }]
      }()
    }
    #expect(names == ["child", "child", "child"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Calls that are nested: the innermost one wins, and the next one after it")
  func nested() async {
    let names = child.building { [child, other] in
      await Container.shared.run {
        let first = Made().name
        let inner = await other.run {
          await onOtherThread { Made().name + child.run { Made().name } }
        }
        return [first, inner, Made().name, Container.shared.run { Made().name }]
      }
    }
    #expect(await names() == ["root", "otherchild", "root", "root"])
  }

  @Test("A construction of another child inside the closure injects from that child")
  func construction() async {
    let names = child.building { [child, other] in
      let sync = Container.shared.run { other.made().name + child.made().name + Made().name }
      let async = await Container.shared.run {
        await other.building { [Made().name] }() + [Made().name]
      }
      return [sync] + async + [Made().name]
    }
    #expect(await names() == ["otherchildroot", "other", "root", "child"])
  }

  @Test(
    "After an error is thrown out of the closure, the construction injects from the child again")
  func failure() async {
    let names = child.building {
      #expect(throws: Refusal.self) { try Container.shared.run { throw Refusal() } }
      let first = Made().name
      await #expect(throws: Refusal.self) {
        try await Container.shared.run { () async throws in throw Refusal() }
      }
      return [first, Made().name]
    }
    #expect(await names() == ["child", "child"])
  }

  @Test("run of a custom container in its construction, also if that is the shared one already")
  func customContainer() async {
    let depot = Depot.child("child depot")
    let names = AsyncFactory<[String], Never>(depot, key: "names") { () async in
      let name = { @Sendable in dependency(\Depot.origin).name }
      return [
        name(), Depot.shared.run(Depot.$shared, name),
        await Depot.shared.run(Depot.$shared) { () async in name() }, name(),
      ]
    }
    #expect(await names() == ["child depot", "depot", "depot", "child depot"])
  }
}
