// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Frames of their own": what is a construction of its container, what is part of none, and to
// what the rule does not apply.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Records in `autoRegister` what it resolves.
private final class Registering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Registering()
  let manager: ContainerManager
  /// Runs in `autoRegister` of a container without a parent.
  let body: @Sendable (Registering) -> Void

  init(_ body: @escaping @Sendable (Registering) -> Void = { _ in }) {
    manager = ContainerManager()
    self.body = body
  }

  init(parent: Registering) {
    manager = ContainerManager(childOf: parent)
    body = { _ in }
  }

  var user: Factory<String> { self { "nobody" } }
  var plain: Factory<String> { self { self.user() } }

  func autoRegister() { body(self) }
}

/// Two containers of different types that are a family.
private final class House: SharedContainer {
  @TaskLocal static var shared = House()
  let manager = ContainerManager()
}

private final class Room: SharedContainer {
  @TaskLocal static var shared = Room(.shared)
  let manager: ContainerManager
  init(_ house: House) { manager = ContainerManager(childOf: house) }
}

extension SharedContainer {
  fileprivate var houseSingle: Factory<Origin> { self { Origin("single") }.singleton }
  fileprivate var houseCached: Factory<Origin> { self { Origin("cached") }.cached }
}

extension Container {
  fileprivate var inner: Factory<Origin> { self { Origin("inner") } }
  fileprivate var single: Factory<Piece> { self { Piece("single") }.singleton }
  fileprivate var cached: Factory<Piece> { self { Piece("cached") }.cached }
  fileprivate var asyncSingle: AsyncFactory<Piece, Never> {
    self { () async in Piece("single") }.singleton
  }
  fileprivate var asyncCached: AsyncFactory<Piece, Never> {
    self { () async in Piece("cached") }.cached
  }
  fileprivate var team: FactoryGroup<Origin> { group().add(\.cachedOrigin) }
}

/// What code asks and injects.
private func names(_ root: Container, _ request: Container) -> [String] {
  [root.origin().name, request.origin().name, dependency(\.origin).name]
}

private let allOfRoot = ["root", "root", "root"]
private let allOfRequest = ["request", "request", "request"]

@Suite("The rule of owners: frames of their own", .container) struct OwnFrameTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  private let request = Container.child("request")
  private let other = Container.child("other")
  private let seen = LockedArray<[String]>()

  /// A closure that records what it asks and injects.
  private var record: @Sendable () -> Void {
    { [seen, unowned root, unowned request] in seen.append(names(root, request)) }
  }

  // MARK: autoRegister

  @Test("autoRegister is a frame of its container", arguments: RuleKind.allCases)
  func autoRegister(kind: RuleKind) async throws {
    let record = record
    let registering = Registering { _ in record() }
    _ = try await kind.origin(in: request) {
      _ = registering.plain()
      return Origin("")
    }
    #expect(seen.elements == [allOfRoot])
  }

  @Test("In a parent's autoRegister, its child acts as the parent")
  func autoRegisterOfParent() {
    let users = LockedArray<String>()
    let userOfChild = LockedValue<(@Sendable () -> String)?>(nil)
    let parent = Registering { parent in
      users.append(parent.user())
      if let user = userOfChild.withLock({ $0 }) { users.append(user()) }
    }
    let child = Registering(parent: parent)
    child.user.register { "child's" }
    userOfChild.withLock { $0 = { [unowned child] in child.user() } }
    parent.manager.reset()
    #expect(child.plain() == "child's")
    #expect(users.elements == ["nobody", "nobody", "nobody"])
  }

  // MARK: Decorators and layers

  @Test("A decorator is a frame of the container that keeps the instance")
  func decorator() async {
    root.single.decorator { [record] _ in record() }
    root.asyncSingle.decorator { [record] _ in record() }
    root.cached.decorator { [record] _ in record() }
    root.asyncCached.decorator { [record] _ in record() }
    await other.run { () async in
      // Each for the new instance, and for the one that exists.
      for _ in 1...2 { _ = (request.single(), await request.asyncSingle()) }
      for _ in 1...2 { _ = (request.cached(), await request.asyncCached()) }
    }
    let expected = [allOfRoot, allOfRequest].flatMap { Array(repeating: $0, count: 4) }
    #expect(seen.elements == expected)
  }

  @Test("So is the decorator of a container")
  func containerDecorator() {
    root.decorator { [record] in if $0 is Piece { record() } }
    request.run { _ = request.single() }
    _ = request.cached()
    #expect(seen.elements == [allOfRoot, allOfRequest])
  }

  @Test("So is a layer")
  func layer() async {
    let layer: @Sendable (Piece) -> Piece = { [record] in
      record()
      return $0
    }
    root.single.wrap { layer($0) }
    root.cached.wrap { layer($0) }
    root.asyncSingle.wrap { layer($0) }
    root.asyncCached.wrap { layer($0) }
    await request.run { () async in _ = (request.single(), await request.asyncSingle()) }
    _ = (request.cached(), await request.asyncCached())
    #expect(seen.elements == [allOfRoot, allOfRoot, allOfRequest, allOfRequest])
  }

  // MARK: No part of a construction

  @Test("A watcher is no part of a construction", arguments: RuleKind.allCases)
  func watcher(kind: RuleKind) async throws {
    let watch = root.manager.watch { [record] in if $0.factory.hasSuffix(".inner") { record() } }
    _ = try await kind.origin(in: request) { [unowned request] in request.inner() }
    watch.cancel()
    #expect(seen.elements == [["root", "request", "root"]])
  }

  @Test("A shutdown hook is no part of a construction")
  func shutdownHook() async throws {
    other.cached.onShutdown { [record] _ in record() }
    _ = other.cached()
    let shutdown = AsyncFactory<Void, any Error>(request, key: "shutdown") { [other] in
      try await other.shutdown(hookLimit: longHookLimit)
    }
    try await shutdown()
    #expect(seen.elements == [["root", "request", "root"]])
  }

  // MARK: Only resolutions

  @Test("resolvedOrNil() finds what the owner keeps")
  func existing() {
    _ = root.cachedOrigin()
    let existing = Factory<Origin?>(request, key: "existing") { [unowned root] in
      root.cachedOrigin.resolvedOrNil()
    }
    #expect(existing() == nil)
    let ofRequest = request.cachedOrigin()
    #expect(existing() === ofRequest)
  }

  @Test("Groups are resolved for the owner, with all members")
  func groups() {
    let ofRoot = root.team()
    #expect(ofRoot.map(\.name) == ["root"])
    let team = Factory<[Origin]>(request, key: "team") { [unowned root] in root.team() }
    let existing = Factory<[Origin]>(request, key: "existing") { [unowned root] in
      root.team.existing()
    }
    #expect(existing().isEmpty)
    request.team.add { Origin("one more") }
    #expect(team().map(\.name) == ["request", "one more"])
    #expect(existing().first === request.cachedOrigin())
    #expect(root.team()[0] === ofRoot[0])
  }

  @Test("register acts on the container that is named", arguments: RuleKind.allCases)
  func register(kind: RuleKind) async throws {
    let ofRequest = try await kind.origin(in: request) { [unowned root] in
      root.origin.register { Origin("registered") }
      return Origin(root.origin().name)
    }
    #expect(ofRequest.name == "request")
    #expect(root.origin().name == "registered")
    #expect(request.origin().name == "request")
  }

  @Test("reset, push and pop act on the container that is named")
  func reset() {
    let (ofRoot, ofRequest) = (root.cachedOrigin(), request.cachedOrigin())
    let reset = Factory<Void>(request, key: "reset") { [unowned root] in
      root.manager.push()
      root.cachedOrigin.reset(.scope)
    }
    reset()
    #expect(request.cachedOrigin() === ofRequest)
    #expect(root.cachedOrigin.resolvedOrNil() == nil)
    let pop = Factory<Void>(request, key: "pop") { [unowned root] in root.manager.pop() }
    pop()
    #expect(root.cachedOrigin() === ofRoot)
  }

  // MARK: Watch events

  @Test(
    "Watch events name the owner, and go to watchers of the container that was asked and of its parents"
  )
  func events() {
    let house = House()
    let (room, otherRoom) = (Room(house), Room(house))
    let (ofHouse, ofRoom, ofOther) = (
      LockedArray<String>(), LockedArray<String>(), LockedArray<String>()
    )
    let watches = [
      house.manager.watch { ofHouse.append($0.container) },
      room.manager.watch { ofRoom.append($0.container) },
      otherRoom.manager.watch { ofOther.append($0.container) },
    ]
    _ = (room.houseSingle(), room.houseSingle(), room.houseCached(), house.houseCached())
    for watch in watches { watch.cancel() }
    // The containers of a family have the name of the outermost parent's type.
    let name = "FactoryKitChildTests.House"
    #expect(ofRoom.elements == [name, name, name])
    #expect(ofHouse.elements == [name, name, name, name])
    #expect(ofOther.elements == [])
  }
}

/// A container for messages of the log.
private final class LoggedContainer: SharedContainer {
  @TaskLocal static var shared = LoggedContainer()
  let manager = ContainerManager()
  var name: Factory<String> { self { "logged" } }
}

extension ProcessWide {
  @Suite("The rule of owners: loggers", .container) struct OwnFrameLoggerTests {
    @Test("A logger is no part of a construction")
    func logger() {
      let (root, request) = (Container.shared, Container.child("request"))
      let seen = LockedArray<[String]>()
      let logged = LoggedContainer()
      // The manager records its container's type.
      _ = logged.name()
      // On the thread of the call, or on another one: whose shared container has the same names.
      let logger = { @Sendable [unowned root, unowned request] (_: String) in
        seen.append(names(root, request))
      }
      let lines = ProcessWide.log(naming: "LoggedContainer", logger: logger) {
        let logging = Factory<Void>(request, key: "logging") { logged.manager.pop() }
        logging()
      }
      #expect(lines.count == 1)
      #expect(seen.elements == [["root", "request", "root"]])
    }
  }
}
