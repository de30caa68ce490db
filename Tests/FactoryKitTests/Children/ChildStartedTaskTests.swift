// Factory, MIT licence; see LICENSE
//
// Tasks that a construction starts with `Task { }`: the frames of the construction go on in them, so they inject from the
// owner of the instance, whichever request has asked for it.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Later: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
}

/// Starts a task, as services do in their initialisers.
private final class Worker: Sendable {
  let task: Task<(now: String, later: Later), Never>

  init(after gate: TaskGate) {
    task = Task {
      await gate.wait()
      return (Made().name, Later())
    }
  }
}

private final class Employer: @unchecked Sendable {
  // Sendable: the wrapper locks.
  @LazyInjected(\.worker) var worker
}

private final class DepotEmployer: @unchecked Sendable {
  // Sendable: the wrapper locks.
  @LazyInjected(\Depot.worker) var worker
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var gate: Factory<TaskGate> { self { TaskGate() }.singleton }
  fileprivate var worker: Factory<Worker> { self { Worker(after: self.gate()) } }
  fileprivate var later: Factory<Later> { self { Later() } }
  fileprivate var single: Factory<Worker> { self { Worker(after: self.gate()) }.singleton }
  fileprivate var ofPart: Factory<Worker> { self { self.worker() }.singleton }
  fileprivate var wrapped: Factory<Worker> {
    self { Worker(after: self.gate()) }
      .wrap { [unowned self] _ in Worker(after: self.gate()) }.singleton
  }
  fileprivate var throwing: ThrowingFactory<Worker, any Error> {
    self { () throws in Worker(after: self.gate()) }.singleton
  }
  fileprivate var async: AsyncFactory<Worker, Never> {
    self { () async in Worker(after: self.gate()) }.singleton
  }
  fileprivate var cached: Factory<Worker> { self { Worker(after: self.gate()) }.cached }
  fileprivate var asyncCached: AsyncFactory<Worker, Never> {
    self { () async in Worker(after: self.gate()) }.cached
  }
  fileprivate var ofSession: Factory<Worker> {
    self { Worker(after: self.gate()) }.scope(.session)
  }
  fileprivate var asyncOfSession: AsyncFactory<Worker, Never> {
    self { () async in Worker(after: self.gate()) }.scope(.session)
  }
  fileprivate var employer: Factory<Employer> { self { Employer() }.singleton }
  fileprivate var employerOfSession: Factory<Employer> { self { Employer() }.scope(.session) }
  fileprivate var graphWorker: Factory<Worker> { self { Worker(after: self.gate()) }.graph }
  fileprivate var asyncGraphWorker: AsyncFactory<Worker, Never> {
    self { () async in Worker(after: self.gate()) }.graph
  }
  fileprivate var ofGraphPart: Factory<Worker> { self { self.graphWorker() }.singleton }
  fileprivate var ofAsyncGraphPart: AsyncFactory<Worker, Never> {
    self { () async in await self.asyncGraphWorker() }.singleton
  }
}

extension Depot {
  fileprivate var cachedWorker: Factory<Worker> {
    self { Worker(after: dependency(\.gate)) }.cached
  }
  fileprivate var worker: Factory<Worker> { self { Worker(after: dependency(\.gate)) } }
  fileprivate var later: Factory<Later> { self { Later() } }
  fileprivate var asyncName: AsyncFactory<String, Never> {
    self { () async in
      await Task.yield()
      return Made().name
    }
  }
}

/// An instance that outlives the request, as the request gets it.
private enum Outliving: CaseIterable, Sendable {
  case single, ofPart, wrapped, throwing, async, ofRoot, asyncOfRoot
  case ofGraphPart, ofAsyncGraphPart
  case ofDepot, ofLazyWrapper
  case ofParent, asyncOfParent, ofSession, asyncOfSession, ofLazyWrapperOfSession

  /// Those that a `Container` without a parent builds.
  static let ofProcess = allCases.prefix { $0 != .ofDepot }

  /// The container from which it injects.
  var source: String {
    switch self {
    case .ofParent, .asyncOfParent, .ofSession, .asyncOfSession, .ofLazyWrapperOfSession: "session"
    default: "root"
    }
  }

  func worker(root: Container, session: Container) async throws -> Worker {
    switch self {
    case .single: Container.shared.single()
    case .ofPart: Container.shared.ofPart()
    case .wrapped: Container.shared.wrapped()
    case .throwing: try Container.shared.throwing()
    case .async: await Container.shared.async()
    case .ofRoot: root.cached()
    case .asyncOfRoot: await root.asyncCached()
    case .ofDepot: Depot.shared.cachedWorker()
    case .ofLazyWrapper: Container.shared.employer().worker
    case .ofParent: Container.shared.ofSession()
    case .asyncOfParent: await Container.shared.asyncOfSession()
    case .ofSession: session.cached()
    case .asyncOfSession: await session.asyncCached()
    case .ofGraphPart: Container.shared.ofGraphPart()
    case .ofAsyncGraphPart: await Container.shared.ofAsyncGraphPart()
    case .ofLazyWrapperOfSession: Container.shared.employerOfSession().worker
    }
  }
}

/// A container that is first used in a request.
private final class Registering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Registering()
  let manager = ContainerManager()
  var made: Factory<(now: String, later: Later, task: Task<String, Never>)> {
    self { fatalError("registered below") }
  }
  func autoRegister() {
    let all = (dependency(\.origin).name, Later(), Task { Made().name })
    made.register { all }
  }
}

/// What a decorator makes of a cached instance.
private final class Decorated: @unchecked Sendable {
  // Sendable: guarded by the order of the test.
  var names: [Task<String, Never>] = []
}

extension Container {
  fileprivate var decorated: Factory<Decorated> {
    self { Decorated() }.decorator { one in one.names.append(Task { Made().name }) }.singleton
  }
  fileprivate var asyncDecorated: AsyncFactory<Decorated, Never> {
    self { () async in Decorated() }
      .decorator { one in one.names.append(Task { Made().name }) }.singleton
  }
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
      #expect(Made().name == "first")
      // No call of `run` hides anything for this type.
      #expect(dependency(\Depot.origin).name == "depot")
      done.open()
    }
  }
}

@Suite("Tasks that a construction starts in a request", .container(.freshSingletons))
struct ChildStartedTaskTests {
  private let session = Container.child("session")

  private func request(_ name: String) -> Container {
    let request = Container(parent: session, sharing: .session)
    request.register(name)
    return request
  }

  @Test(
    "They inject from the owner of an instance that outlives the request, and nothing of the request",
    arguments: Outliving.allCases)
  fileprivate func outliving(instance: Outliving) async throws {
    let (root, session) = (Container.shared, session)
    let worker = try await request("first").run { () async throws in
      try await instance.worker(root: root, session: session)
    }
    // The construction has ended.
    root.gate().open()
    let made = await worker.task.value
    #expect(made.now == instance.source)
    #expect(request("second").run { made.later.lazy.name } == instance.source)
    #expect(request("third").run { made.later.lazy.name } == instance.source)
  }

  @Test(
    "Such a task retains no request while it runs, if a container without a parent is the owner",
    arguments: Outliving.ofProcess)
  fileprivate func releasedWhileRunning(instance: Outliving) async throws {
    weak var weakRequest: Container?
    let worker: Worker
    do {
      let (root, request) = (Container.shared, request("first"))
      weakRequest = request
      worker = try await request.run { () async throws in
        try await instance.worker(root: root, session: session)
      }
    }
    #expect(await isReleased { weakRequest })
    Container.shared.gate().open()
    #expect(await worker.task.value.now == "root")
  }

  @Test("Once such a task has ended, it retains no request", arguments: Outliving.allCases)
  fileprivate func released(instance: Outliving) async throws {
    weak var weakRequest: Container?
    let worker: Worker
    do {
      let (root, request) = (Container.shared, request("first"))
      weakRequest = request
      worker = try await request.run { () async throws in
        try await instance.worker(root: root, session: session)
      }
    }
    Container.shared.gate().open()
    _ = await worker.task.value
    await untilReleased { weakRequest }
  }

  @Test("Those of a decorator inject nothing of the request, for a new and for a cached instance")
  func decorator() async {
    let first = request("first")
    // Some tasks are started while the request is the shared container, whose registration they pass over.
    let reports = passedOverReports()
    defer { withExtendedLifetime(reports) {} }
    let instances = await first.run { () async in
      [
        Container.shared.decorated(), Container.shared.decorated(),
        await Container.shared.asyncDecorated(), await Container.shared.asyncDecorated(),
      ]
    }
    #expect(instances.map(\.names.count) == [2, 2, 2, 2])
    for instance in instances {
      for task in instance.names { #expect(await task.value == "root") }
    }
  }

  @Test("Nor those of autoRegister of a container that is first used in the request")
  func autoRegister() async {
    let made = Registering.$shared.withValue(Registering()) {
      request("first").run { Registering.shared.made() }
    }
    #expect(made.now == "root")
    #expect(await made.task.value == "root")
    #expect(request("second").run { made.later.lazy.name } == "root")
    #expect(request("third").run { made.later.lazy.name } == "root")
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("Nor do immediate tasks inject from the request")
    func immediate() async {
      let single = Factory<Task<String, Never>>(Container.shared, key: "immediate") {
        Task.immediate { Made().name }
      }.singleton
      // The synchronous form.
      let task = request("first").run { () -> Task<String, Never> in single() }
      #expect(await task.value == "root")
    }
  #endif

  @Test("In such a task, run wins, also if the container is the shared one already")
  func run() async {
    let first = request("first")
    let names = { @Sendable () async in
      [
        first.run { Made().name }, await first.run { () async in Made().name },
        await first.run { () async in await Task { Made().name }.value },
        await first.run { () async in await Depot.shared.asyncName() },
      ]
    }
    let task = Factory<Task<[String], Never>>(Container.shared, key: "task") {
      Task { await names() }
    }.singleton
    let async = AsyncFactory<[String], Never>(Container.shared, key: "async") { () async in
      await Task { await names() }.value
    }.singleton
    #expect(await first.run { task() }.value == ["first", "first", "first", "first"])
    #expect(await first.run { () async in await async() } == ["first", "first", "first", "first"])
  }

  @Test("So does run of the request's container in withValue of another one")
  func runInValueOfOther() async {
    let (first, second) = (request("first"), request("second"))
    let names = AsyncFactory<[String], Never>(Container.shared, key: "names") { () async in
      await Container.$shared.withValue(second) {
        await first.run { () async in [Made().name, await Task { Made().name }.value] }
      }
    }.singleton
    #expect(await first.run { () async in await names() } == ["first", "first"])
  }

  @Test("The tasks of what a lazy wrapper of another container type makes inject from the request")
  func ofOtherType() async {
    let first = request("first")
    let task = Depot.$shared.withValue(Depot.child("depot")) {
      first.run { DepotEmployer().worker.task }
    }
    first.gate().open()
    #expect(await task.value.now == "first")
  }

  @Test(
    "Tasks that start each other in run, in a construction that goes on, retain nothing of each other"
  )
  func chain() async {
    let (first, done) = (request("first"), TaskGate())
    let server = AsyncFactory<Void, Never>(Container.shared, key: "server") { () async in
      startChain(100_000, first, done)
      await done.wait()
    }.singleton
    // The stack would not suffice to release a chain of so many.
    await server()
  }

  @Test("Nor do jobs that start each other through an instance of the process")
  func jobs() async {
    let done = TaskGate()
    startJobs(100_000, Container.shared, request("first"), done)
    await done.wait()
  }

  // MARK: What a session keeps

  @Test("What a session keeps gives nothing of one request to another")
  func session() async {
    let session = session
    let closures: [@Sendable () async -> Later] = [
      { Later() }, { await Task { Later() }.value },
      { Container.$shared.withValue(.child("other")) { Later() } },
      { session.run { session.later() } }, { await session.run { () async in session.later() } },
      { await Task { session.run { session.later() } }.value },
    ]
    for (index, closure) in closures.enumerated() {
      let cached = AsyncParameterFactory<Int, Later, Never>(session, key: "cached") { _ async in
        await closure()
      }.scopeOnParameters.cached
      let later = await cached(index)
      _ = request("first").run { later.lazy }
      #expect(request("second").run { later.lazy.name } == "session", "\(index)")
    }
  }

  @Test("Nor if a container without a parent, and of another type, builds a part that nobody keeps")
  func partOfRoot() {
    let kept = Factory<Later>(session, key: "kept") { Depot.shared.later() }.cached()
    _ = request("first").run { kept.lazy }
    #expect(request("second").run { kept.lazy.name } == "session")
  }
}

@Suite("withValue of the first child of a process") struct FirstChildValueTests {
  @Test("In the closure of a singleton that creates the child, it wins")
  func wins() async {
    await #expect(processExitsWith: .success) {
      let names = {
        let child = Container.child("child")
        return Container.$shared.withValue(child) { Made().name }
      }
      let single = Factory<String>(Container.shared, key: "single") { names() }.singleton
      precondition(single() == "child")
    }
    await #expect(processExitsWith: .success) {
      let async = AsyncFactory<String, Never>(Container.shared, key: "async") { () async in
        let child = Container.child("child")
        return await Container.$shared.withValue(child) { () async in Made().name }
      }.singleton
      let name = await async()
      precondition(name == "child")
    }
  }
}
