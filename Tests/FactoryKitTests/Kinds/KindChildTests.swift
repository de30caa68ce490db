// Factory, MIT licence; see LICENSE
//
// Every kind of factory in a child container.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Every kind of factory in a child", .container) struct KindChildTests {
  private let parent = KindContainer()
  private let child: KindContainer

  init() { child = KindContainer(parent: parent) }

  @Test("A child uses its parent's registration, also a later one", arguments: TestedKind.allCases)
  func registrationOfParent(kind: TestedKind) async throws {
    #expect(try await child.factory(kind)().label == "original 1")
    parent.factory(kind).register("parent")
    #expect(try await child.factory(kind)().label == "parent 1")
  }

  @Test("A child's own registration wins, and stays in the child", arguments: TestedKind.allCases)
  func ownRegistration(kind: TestedKind) async throws {
    parent.factory(kind).register("parent")
    child.factory(kind).register("child")
    #expect(try await child.factory(kind)().label == "child 1")
    #expect(try await parent.factory(kind)().label == "parent 1")
    #expect(try await KindContainer(parent: parent).factory(kind)().label == "parent 1")
    child.factory(kind).reset(.registration)
    #expect(try await child.factory(kind)().label == "parent 1")
  }

  @Test("A child has its own cached instance", arguments: TestedKind.allCases)
  func cached(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    #expect(ofChild !== ofParent)
    #expect(try await child.factory(kind, .cached)() === ofChild)
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test(
    "A child's registration and reset evict its own instance only", arguments: TestedKind.allCases)
  func evicts(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    child.factory(kind, .cached).register("child")
    #expect(await child.factory(kind, .cached).existing() == nil)
    #expect(try await child.factory(kind, .cached)() !== ofChild)
    child.factory(kind, .cached).reset()
    #expect(try await child.factory(kind, .cached)().label == "original 1")
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test("A child's instance stays when its parent is changed", arguments: TestedKind.allCases)
  func stays(kind: TestedKind) async throws {
    let instance = try await child.factory(kind, .cached)()
    parent.factory(kind, .cached).register("parent")
    #expect(try await child.factory(kind, .cached)() === instance)
    child.manager.reset(options: .scope)
    #expect(try await child.factory(kind, .cached)().label == "parent 1")
  }

  @Test(
    "An instance of a shared scope is the same in the parent and all of its children",
    arguments: TestedKind.allCases)
  func sharedScope(kind: TestedKind) async throws {
    let instance = try await child.factory(kind, .session)()
    #expect(try await parent.factory(kind, .session)() === instance)
    #expect(try await KindContainer(parent: parent).factory(kind, .session)() === instance)
    child.manager.reset(scope: KindContainer.session)
    #expect(await child.factory(kind, .session).existing() === instance)
    parent.manager.reset(scope: KindContainer.session)
    #expect(try await child.factory(kind, .session)() !== instance)
  }

  @Test("A singleton that a child registers is the child's", arguments: TestedKind.allCases)
  func ownSingleton(kind: TestedKind) async throws {
    let ofProcess = try await parent.factory(kind, .singleton)()
    child.factory(kind, .singleton).register("child")
    let ofChild = try await child.factory(kind, .singleton)()
    #expect(ofChild.label == "child 1")
    #expect(try await child.factory(kind, .singleton)() === ofChild)
    #expect(try await parent.factory(kind, .singleton)() === ofProcess)
  }

  @Test(
    "A child uses its parent's decorator and layers, and its own", arguments: TestedKind.allCases)
  func decoratorAndLayers(kind: TestedKind) async throws {
    let seen = LockedArray<String>()
    parent.factory(kind).decorator { instance, _ in seen.append("parent: \(instance.label)") }
    parent.factory(kind).wrap("a")
    _ = try await child.factory(kind)()
    child.factory(kind).decorator { instance, _ in seen.append("child: \(instance.label)") }
    child.factory(kind).wrap("b")
    _ = try await child.factory(kind)()
    _ = try await parent.factory(kind)()
    #expect(
      seen.elements
        == ["parent: a(original 1)", "child: b(a(original 1))", "parent: a(original 1)"])
  }

  @Test("A child uses its parent's time to live and clock", arguments: TestedKind.allCases)
  func timeToLive(kind: TestedKind) async throws {
    let clock = ManualClock()
    parent.manager.clock = clock.reading
    parent.factory(kind, .cached).timeToLive(10)
    let instance = try await child.factory(kind, .cached)()
    clock.advance(seconds: 9)
    #expect(try await child.factory(kind, .cached)() === instance)
    clock.advance(seconds: 11)
    #expect(try await child.factory(kind, .cached)() !== instance)
  }

  @Test("push and pop of a child affect the child only", arguments: TestedKind.allCases)
  func pushAndPop(kind: TestedKind) async throws {
    let ofParent = try await parent.factory(kind, .cached)()
    let ofChild = try await child.factory(kind, .cached)()
    child.manager.push()
    child.factory(kind, .cached).register("pushed")
    #expect(try await child.factory(kind, .cached)().label == "pushed 1")
    child.manager.pop()
    #expect(try await child.factory(kind, .cached)() === ofChild)
    #expect(try await parent.factory(kind, .cached)() === ofParent)
  }

  @Test("An error in a child is not cached anywhere", arguments: TestedKind.failing)
  func error(kind: TestedKind) async throws {
    child.factory(kind, .session).register { _ in throw TestError(number: 50) }
    await #expect(throws: TestError(number: 50)) { try await child.factory(kind, .session)() }
    #expect(try await parent.factory(kind, .session)().label == "original 1")
    child.factory(kind, .session).reset()
    let instance = try await child.factory(kind, .session)()
    #expect(try await parent.factory(kind, .session)() === instance)
  }
}
