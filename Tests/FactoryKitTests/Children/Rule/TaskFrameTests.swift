// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Tasks": frames in the tasks that a construction starts, and those of lazy wrappers.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// What a task of a construction asks and injects.
private func names(_ root: Container) -> [String] {
  [root.origin().name, dependency(\.origin).name]
}

/// Constructions that start a task, which waits.
private final class TaskStarter: Sendable {
  let mayGoOn = TaskGate()
  private let tasks = LockedArray<Task<[String], Never>>()
  private let root: Container

  init(_ root: Container) { self.root = root }

  /// Starts a task that asks the root and injects when it may.
  var make: RuleClosure {
    { [mayGoOn, tasks, unowned root] in
      tasks.append(
        Task {
          await mayGoOn.wait()
          return names(root)
        })
      return Origin("")
    }
  }

  var seen: [[String]] {
    get async {
      mayGoOn.open()
      var seen: [[String]] = []
      for task in tasks.elements { seen.append(await task.value) }
      return seen
    }
  }
}

/// Injects later.
private final class Later: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.injecting) var lazy
  @WeakLazyInjected(\.cachedInjecting) var weakLazy
  @DynamicInjected(\.injecting) var dynamic

  var names: [String] { [lazy.name, weakLazy?.name ?? "nil", dynamic.name] }
}

extension Container {
  fileprivate var injecting: Factory<Origin> { self { dependency(\.origin) } }
  fileprivate var cachedInjecting: Factory<Origin> { self { dependency(\.origin) }.cached }
  fileprivate var later: Factory<Later> { self { Later() } }
  fileprivate var cachedLater: Factory<Later> { self { Later() }.cached }
  fileprivate var singleLater: Factory<Later> { self { Later() }.singleton }
  fileprivate var withPart: Factory<Later> { self { self.later() }.singleton }
}

@Suite("The rule of owners: tasks", .container) struct TaskFrameTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  private let request = Container.child("request")
  private let other = Container.child("other")
  private let starter = TaskStarter(.shared)

  // MARK: Tasks

  @Test("Frames go on in child tasks", arguments: RuleScope.noneAndCached)
  func childTasks(scope: RuleScope) async {
    let all = AsyncFactory<LockedArray<[String]>, Never>(request, key: "all") { [root] () async in
      let seen = LockedArray<[String]>()
      async let one = names(root)
      async let nested = {
        async let inner = names(root)
        return await inner
      }()
      await withTaskGroup(of: [String].self) { group in
        for _ in 0..<2 { group.addTask { names(root) } }
        for await names in group { seen.append(names) }
      }
      for names in await [one, nested] { seen.append(names) }
      return seen
    }
    let expected = Array(repeating: ["request", "request"], count: 4)
    #expect(await all.inScope(scope)().elements == expected)
  }

  @Test(
    "Frames go on in tasks that a construction starts, for as long as these run",
    arguments: RuleKind.allCases, RuleScope.noneAndCached)
  func startedTasks(kind: RuleKind, scope: RuleScope) async throws {
    // The construction ends before its task asks and injects.
    _ = try await kind.origin(in: request, scope, starter.make)
    #expect(await starter.seen == [["request", "request"]])
  }

  @Test("A task goes on in the innermost of several frames with the same owner")
  func childMadeInBetween() async {
    let task = LockedValue<Task<String, Never>?>(nil)
    // The container exists when this frame begins, but not when the one around it begins.
    let inner = ParameterFactory<Container, Origin>(root, key: "inner") { child in
      task.withLock { $0 = Task { child.origin().name } }
      return Origin("")
    }
    let outer = Factory<Origin>(root, key: "outer") { inner.singleton(.child("made in outer")) }
    _ = outer.cached()
    #expect(await task.withLock { $0! }.value == "root")
  }

  @Test("Lazy wrappers that an accept loop creates with a request's container inject from it")
  func wrappersOfAcceptLoop() async {
    let server = Factory<Task<[String], Never>>(root, key: "server") {
      Task {
        let request = Container.child("accepted")
        return Container.$shared.withValue(request) { Later().names }
      }
    }.singleton
    #expect(await server().value == ["accepted", "accepted", "accepted"])
  }

  @Test("A container that is shared in a frame is what it acts as in the frames inside")
  func sharedInFrame() {
    let seen = LockedArray<ContainerManager>()
    let inner = Factory<Origin>(root, key: "inner") {
      seen.append(Container.shared.manager)
      return Origin("")
    }
    let outer = Factory<Origin>(root, key: "outer") { [other] in
      Container.$shared.withValue(other) { inner() }
    }
    _ = outer.cached()
    #expect(seen.elements.map { $0 === root.manager } == [true])
  }

  @Test(
    "So do those of what the process keeps, while another container is the shared one",
    arguments: RuleKind.allCases)
  func startedTasksOfProcess(kind: RuleKind) async throws {
    try await request.run { () async throws in
      _ = try await kind.origin(in: request, .singleton, starter.make)
    }
    #expect(await other.run { () async in await starter.seen } == [["root", "root"]])
  }

  @Test("Frames do not go on in detached tasks")
  func detached() async {
    let task = Factory<Task<[String], Never>>(request, key: "task") { [root] in
      let here = CarriedContainers(Container.$shared)
      return Task.detached { [names(root)[0], here { Container.shared.origin().name }] }
    }
    #expect(await task().value == ["root", "request"])
  }

  @Test(
    "A frame that has ended holds its owner weakly", arguments: RuleKind.allCases, RuleScope.ofChild
  )
  func ownerIsReleased(kind: RuleKind, scope: RuleScope) async throws {
    weak var released: Container?
    do {
      let request = Container.child("released")
      released = request
      _ = try await kind.origin(in: request, scope, starter.make)
    }
    #expect(await isReleased { released })
    _ = await starter.seen
  }

  @Test(
    "A frame that has ended holds nothing else, such as the container that was asked",
    arguments: RuleKind.allCases)
  func askedIsReleased(kind: RuleKind) async throws {
    weak var released: Container?
    do {
      let request = Container.child("released")
      released = request
      _ = try await kind.origin(in: request, .singleton, starter.make)
    }
    #expect(await isReleased { released })
    #expect(await starter.seen == [["root", "root"]])
  }

  @Test(
    "In what an owner without a parent keeps, shared is the owner", arguments: RuleKind.allCases)
  func sharedOfProcess(kind: RuleKind) async throws {
    let shared = LockedArray<ObjectIdentifier>()
    let make: RuleClosure = {
      shared.append(ObjectIdentifier(Container.shared.manager))
      return Origin("")
    }
    try await request.run { () async throws in
      _ = try await kind.origin(in: request, .singleton, make)
      #expect(Container.shared === request)
      _ = try await kind.origin(in: root, .cached, make)
      #expect(Container.shared === request)
    }
    #expect(shared.count == 2)
    #expect(shared.elements.allSatisfy { $0 == ObjectIdentifier(root.manager) })
  }

  @Test(
    "So a singleton's task retains no request, not even while it runs",
    arguments: RuleKind.allCases)
  func requestIsReleased(kind: RuleKind) async throws {
    weak var released: Container?
    do {
      let request = Container.child("released")
      released = request
      try await request.run { () async throws in
        _ = try await kind.origin(in: request, .singleton, starter.make)
      }
    }
    #expect(await isReleased { released })
    #expect(await starter.seen == [["root", "root"]])
  }

  // MARK: Lazy wrappers

  @Test("Reading a lazy wrapper is a frame of the owner that it remembers")
  func lazy() {
    for later in [request.later(), request.cachedLater()] {
      let names = Factory<[String]>(other, key: "names") { later.names }
      #expect(names() == ["request", "request", "request"])
      #expect(other.run { later.names } == ["request", "request", "request"])
    }
    request.reset()
  }

  @Test("So it is if the parent is the owner")
  func lazyOfParent() {
    let later = Factory<Later>(request, key: "later") { Later() }.inScope(.session)
    let tab = Container.sharingChild("tab", of: request)
    let ofTab = Factory<Later>(tab, key: "later") { Later() }.inScope(.session)
    let made = ofTab()
    #expect(tab.run { made.names } == ["request", "request", "request"])
    #expect(later() === made)
    request.reset()
  }

  @Test("It remembers the owner weakly; once that is gone, it uses shared")
  func lazyAfterOwner() {
    weak var released: Container?
    var later: Later?
    do {
      let request = Container.child("released")
      released = request
      later = request.later()
    }
    #expect(released == nil)
    #expect(other.run { later?.dynamic.name } == "other")
    #expect(later?.dynamic.name == "root")
    #expect(request.run { later?.lazy.name } == "request")
  }

  @Test("For what a container without a parent keeps, it uses shared's outermost parent")
  func lazyOfProcess() {
    let made = request.run { [Container.shared.singleLater(), root.cachedLater()] }
    for later in made + [request.run { Container.shared.withPart() }] {
      #expect(request.run { later.names } == ["root", "root", "root"])
      let ofOther = Factory<String>(other, key: "name") { later.dynamic.name }
      #expect(ofOther() == "root")
    }
    root.reset()
  }

  @Test("Also if the container has another type")
  func lazyOfOtherType() {
    let depot = Depot()
    let kept = Factory<Later>(depot, key: "kept") { Later() }.cached
    let later = request.run { kept() }
    #expect(request.run { later.names } == ["root", "root", "root"])
    depot.manager.reset()
  }

  @Test("A lazy wrapper that is made outside of constructions uses shared when it is read")
  func lazyOutside() {
    let later = request.run { Later() }
    #expect(later.dynamic.name == "root")
    #expect(other.run { later.names } == ["other", "other", "other"])
  }
}
