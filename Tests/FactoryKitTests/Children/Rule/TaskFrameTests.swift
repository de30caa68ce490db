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
  @LazyInjected(\.origin) var lazy
  @WeakLazyInjected(\.cachedOrigin) var weakLazy
  @DynamicInjected(\.origin) var dynamic

  var names: [String] { [lazy.name, weakLazy?.name ?? "nil", dynamic.name] }
}

/// Each job is started by an instance of the process, which the one before it has asked for.
private func startJobs(_ count: Int, _ root: Container, _ job: Container, _ done: TaskGate) {
  if count == 0 { return done.open() }
  let starter = Factory<Void>(root, key: "starter") {
    Task { await job.run { () async in startJobs(count - 1, root, job, done) } }
  }.cached
  starter.reset(.scope)
  starter()
}

private func startChain(_ count: Int, _ container: Container, _ done: TaskGate) {
  Task {
    await container.run { () async in
      if count > 0 { return startChain(count - 1, container, done) }
      #expect(Made().name == "request")
      // No call of `run` hides anything for this type.
      #expect(dependency(\Depot.origin).name == "depot")
      done.open()
    }
  }
}

@Suite("The rule of owners: tasks", .container) struct TaskFrameTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  private let request = Container.child("request")
  private let other = Container.child("other")
  private let starter = TaskStarter(.shared)

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

  @Test("In those of what a parent keeps, although a child asks", arguments: RuleKind.allCases)
  func startedTasksOfParent(kind: RuleKind) async throws {
    let session = Container.child("session")
    let tab = Container.sharingChild("tab", of: session)
    try await tab.run { () async throws in
      _ = try await kind.origin(in: tab, .session, starter.make)
    }
    #expect(await other.run { () async in await starter.seen } == [["session", "session"]])
    withExtendedLifetime(session) {}
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("In immediate tasks of a singleton")
    func immediateTasksOfProcess() async {
      let single = Factory<Task<String, Never>>(root, key: "immediate") {
        Task.immediate { dependency(\.origin).name }
      }.singleton
      // The synchronous form.
      let task = request.run { () -> Task<String, Never> in single() }
      #expect(await task.value == "root")
    }
  #endif

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
    await untilReleased { released }
    _ = await starter.seen
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
    "So a singleton's task has nothing of the request, and does not retain it while it runs",
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
    await untilReleased { released }
    #expect(await other.run { () async in await starter.seen } == [["root", "root"]])
  }

  // MARK: Many tasks

  @Test(
    "Tasks that start each other in run, in a construction that goes on, retain nothing of each other"
  )
  func chain() async {
    let done = TaskGate()
    let server = AsyncFactory<Void, Never>(root, key: "server") { [request] () async in
      startChain(100_000, request, done)
      await done.wait()
    }.singleton
    // The stack would not suffice to release a chain of so many.
    await server()
  }

  @Test("Nor do jobs that start each other through an instance of the process")
  func jobs() async {
    let done = TaskGate()
    startJobs(100_000, root, request, done)
    await done.wait()
  }
}
