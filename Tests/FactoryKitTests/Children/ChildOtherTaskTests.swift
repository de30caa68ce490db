// Factory, MIT licence; see LICENSE
//
// Code of other tasks that runs on the thread on which a child builds an instance: the frames of the thread do not count for
// them. A task that the construction starts is part of it, also if it begins on that thread.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Runs tasks when it is told to, on the calling thread, as a run loop does that is nested in other code.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class NestedLoop: TaskExecutor {
  private let jobs = LockedValue([UnownedJob]())
  private let hasJob = Gate()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    hasJob.open()
  }

  /// Runs the steps of tasks until there are none. Waits for the first one.
  func run() {
    hasJob.wait()
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// A task that runs in `run`, and injects there.
  func task(
    _ seen: LockedArray<String>, _ make: @escaping @Sendable () async -> String = { Made().name }
  ) -> Task<Void, Never> {
    Task(executorPreference: self) { seen.append(await make()) }
  }
}

/// What a child's construction does before it runs the other task.
private enum Around: CaseIterable, Sendable {
  /// The child's closure runs the task.
  case child
  /// That of a factory of a container without a parent, which the child's closure resolves.
  case rootInside
  /// The same with another type of container.
  case otherTypeInside
  /// The child's closure, which is called by that of a container without a parent.
  case rootOutside
  /// The closure of another child, which the child's closure resolves.
  case childInside
  /// The decorator of a cached instance.
  case decorator

  /// The container from which the body of a construction injects.
  var source: String {
    switch self {
    case .child, .rootInside, .otherTypeInside, .decorator: "child"
    case .rootOutside: "root"
    case .childInside: "other child"
    }
  }

  func build(
    in child: Container, other: Container = .child("other child"),
    _ body: @escaping @Sendable () -> Void
  ) {
    let around = { @Sendable (container: Container, body: @escaping @Sendable () -> Void) in
      Factory<Void>(container, key: "around") { body() }()
    }
    // Not the same factory: the root acts as the child, so that would be a circle.
    let inside = { @Sendable (container: Container, body: @escaping @Sendable () -> Void) in
      Factory<Void>(container, key: "inside") { body() }()
    }
    switch self {
    case .child:
      around(child, body)
    case .rootInside:
      around(child) { inside(.shared, body) }
    case .otherTypeInside:
      around(child) { Factory<Void>(Depot.shared, key: "around") { body() }() }
    case .rootOutside:
      around(.shared) { inside(child, body) }
    case .childInside:
      around(child) { inside(other, body) }
    case .decorator:
      _ = child.cachedOrigin()
      _ = child.cachedOrigin.decorator { _ in body() }()
    }
  }
}

@Suite("Other tasks on the thread of a child's construction", .container)
struct ChildOtherTaskTests {
  private let child = Container.child("child")
  private let seen = LockedArray<String>()

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A step of another task that a nested run loop runs", arguments: Around.allCases)
  fileprivate func nestedLoop(around: Around) async {
    let loop = NestedLoop()
    let task = loop.task(seen)
    around.build(in: child) { [seen] in
      let before = Made().name
      #expect(before == around.source)
      loop.run()
      // After the other task, injection is what it was before.
      #expect(Made().name == before)
      #expect(seen.elements == ["root"])
    }
    await task.value
    #expect(seen.elements == ["root"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A step of a task that a nested run loop runs on a thread without a task",
    arguments: Around.allCases)
  fileprivate func nestedLoopOnThread(around: Around) async {
    let loop = NestedLoop()
    let task = loop.task(seen)
    TestThread(inheritingContainers: true) { [child] in
      around.build(in: child) { loop.run() }
    }.join()
    await task.value
    #expect(seen.elements == ["root"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A step of another task that runs in an asynchronous construction",
    arguments: [nil, Scope.cached])
  func inAsynchronous(scope: Scope?) async {
    let loop = NestedLoop()
    let task = loop.task(seen)
    let factory = AsyncFactory<Origin, Never>(child, key: "async") { () async in
      loop.run()
      return dependency(\.origin)
    }
    #expect(await factory.scoped(scope)().name == "child")
    await task.value
    #expect(seen.elements == ["root"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A step of another child's construction injects from that child", arguments: Around.allCases)
  fileprivate func otherConstruction(around: Around) async {
    let loop = NestedLoop()
    let (other, gate) = (Container.child("other"), TaskGate())
    let task = loop.task(seen) {
      await AsyncFactory<String, Never>(other, key: "other") { () async in
        let first = Made().name
        await gate.wait()
        return first + Made().name
      }()
    }
    loop.run()
    gate.open()
    around.build(in: child) { loop.run() }
    await task.value
    #expect(seen.elements == ["otherother"])
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(
      "An immediate task that the construction starts injects as the construction does",
      arguments: Around.allCases)
    fileprivate func immediate(around: Around) async {
      let task = LockedValue<Task<Void, Never>?>(nil)
      let other = Container.child("other child")
      around.build(in: child, other: other) { [seen] in
        let new = Task.immediate {
          seen.append(Made().name)
          await Task.yield()
          seen.append(Made().name)
        }
        task.withLock { $0 = new }
      }
      await task.withLock { $0 }?.value
      #expect(seen.elements == [around.source, around.source])
      withExtendedLifetime(other) {}
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(
      "So do immediate tasks and child tasks of an asynchronous construction",
      arguments: [nil, Scope.cached])
    func immediateInAsynchronous(scope: Scope?) async {
      let factory = AsyncFactory<String, Never>(child, key: "async") { [seen] () async in
        await Task.immediate { seen.append(Made().name) }.value
        return await withTaskGroup(of: String.self) { group in
          group.addImmediateTask { Made().name }
          return await group.next()!
        }
      }
      #expect(await factory.scoped(scope)() == "child")
      #expect(seen.elements == ["child"])
    }
  #endif
}
