// Factory, MIT licence; see LICENSE
//
// What the wrappers of a singleton resolve belongs to the process, and what a request does meanwhile belongs to the request.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Part: @unchecked Sendable {
  // Sendable: the properties are never assigned.
  @Injected(\.origin) var origin: Origin
  @Injected(\.other) var other: Origin
}

private final class Kept: @unchecked Sendable {
  // Sendable: the tests use it on one thread at a time.
  @LazyInjected(\.part) var part: Part
  @LazyInjected(\.made) var made: Made
  @WeakLazyInjected(\.cachedPart) var weakPart: Part?
  @WeakLazyInjected(\.graphPart) var weakGraphPart: Part?
  @LazyInjected(\.parts) var parts: [Part]
  @LazyInjected(\Depot.graphPart) var ofCycle: Part
}

private final class Later: @unchecked Sendable {
  // Sendable: the tests use it on one thread at a time.
  @LazyInjected(\.origin) var origin: Origin
  @InjectedContainer var container: Container
}

@MainActor private final class KeptByMainActor {
  @LazyInjected(\.mainPart) var part: Part
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Depot {
  fileprivate var graphPart: Factory<Part> { self { Part() }.graph }
}

extension Container {
  fileprivate var other: Factory<Origin> { self { dependency(\.origin) } }
  fileprivate var part: Factory<Part> { self { Part() } }
  fileprivate var cachedPart: Factory<Part> { self { Part() }.cached }
  fileprivate var graphPart: Factory<Part> { self { Part() }.graph }
  fileprivate var later: Factory<Later> { self { Later() } }
  fileprivate var parts: FactoryGroup<Part> { group().add { Part() } }
  fileprivate var kept: Factory<Kept> { self { Kept() }.singleton }
  @MainActor fileprivate var mainPart: MainActorFactory<Part> { self { @MainActor in Part() } }
  @MainActor fileprivate var keptByMainActor: MainActorFactory<KeptByMainActor> {
    self { @MainActor in KeptByMainActor() }.singleton
  }
}

/// How a request's code is called.
private enum Request: CaseIterable, Sendable {
  case run, constructionInRun, asyncRun, asyncConstructionInRun

  func call(in child: Container, _ body: @escaping @Sendable () -> Void) async {
    switch self {
    case .run: child.run(body)
    case .constructionInRun: child.run { Factory<Void>(child, key: "build") { body() }() }
    case .asyncRun:
      await child.run { () async in
        await Task.yield()
        body()
      }
    case .asyncConstructionInRun:
      await child.run { () async in
        await AsyncFactory<Void, Never>(child, key: "build") { () async in
          await Task.yield()
          body()
        }()
      }
    }
  }
}

@Suite("What the wrappers of a singleton resolve in a request", .container)
struct ChildInjectionRootTests {
  private let kept = Container.shared.kept()
  private let first = Container.child("first")
  private let second = Container.child("second")

  // MARK: resolve() of the lazy wrappers

  @Test(
    "resolve() of a singleton's lazy wrapper stores nothing of the request",
    arguments: Request.allCases)
  fileprivate func resolve(request: Request) async {
    await request.call(in: first) { [kept] in
      kept.$part.resolve()
      kept.$made.resolve()
      kept.$parts.resolve()
    }
    second.run {
      #expect(kept.part.origin.name == "root")
      #expect(kept.part.other.name == "root")
      #expect(kept.made.name == "root")
      #expect(kept.parts.map(\.origin.name) == ["root"])
    }
  }

  @Test("resolve(reset:) of a singleton's lazy wrapper stores nothing of the request")
  func resolveAfterReset() {
    first.run { _ = kept.$part.resolve(reset: .all) }
    #expect(second.run { kept.part.origin.name } == "root")
  }

  @Test("resolve() of a singleton's weak lazy wrapper resolves nothing of the request")
  func resolveWeakly() throws {
    let part = try #require(first.run { kept.$weakGraphPart.resolve() })
    #expect(part.origin.name == "root")
    #expect(kept.weakGraphPart === part)
  }

  @Test("resolve() of a lazy wrapper of a main-actor singleton stores nothing of the request")
  @MainActor func resolveOnMainActor() {
    let kept = Container.shared.keptByMainActor()
    first.run { _ = kept.$part.resolve() }
    #expect(second.run { kept.part.origin.name } == "root")
  }

  // MARK: The graph

  @Test(
    "A singleton's lazy wrapper gets nothing of the request from the graph of a container without a parent"
  )
  func graph() {
    first.run {
      Factory<Void>(first, key: "build") { [kept] in
        // The depot keeps it, and has no parent: the request acts as the outermost of its own parents.
        #expect(Depot.shared.graphPart().origin.name == "root")
        _ = kept.ofCycle
      }()
    }
    #expect(second.run { kept.ofCycle.origin.name } == "root")
  }

  // MARK: What the request does meanwhile

  @Test(
    "While a singleton's lazy wrapper is read, the shared container is the owner, for watchers too")
  func watcher() {
    let seen = LockedArray<String>()
    let watch = Container.shared.manager.watch { _ in seen.append(dependency(\.origin).name) }
    first.run { _ = kept.part }
    withExtendedLifetime(watch) {}
    #expect(Set(seen.elements) == ["root"])
  }

  @Test("run in a watcher wins while a singleton's lazy wrapper is read")
  func runInWatcher() {
    let seen = LockedArray<String>()
    let watch = Container.shared.manager.watch { [second] _ in
      seen.append(second.run { dependency(\.origin).name })
    }
    first.run { _ = kept.part }
    withExtendedLifetime(watch) {}
    #expect(Set(seen.elements) == ["second"])
  }

  // MARK: What a parent keeps

  // MARK: withValue
}
