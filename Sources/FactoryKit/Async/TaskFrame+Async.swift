// Factory, MIT licence; see LICENSE
//
// The frame of an asynchronous resolution, from its beginning to its end. A task-local value refers to the innermost one,
// because a task that is suspended continues on any thread.
//
// Child tasks, and tasks that a closure starts with `Task { }`, inherit the frame in which they start. Such a task may
// outlive the resolution, so the frame knows whether its resolution has ended.
internal import FactoryCore
public import FactoryKitCore

extension TaskFrame {
  /// The frame of a resolution that starts now.
  @usableFromInline
  static func beginAsynchronous(
    _ manager: ContainerManager, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ parameter: (any Sendable)?
  ) -> TaskFrame {
    _ = WaitingTasksMaker.activated
    var description = factory_frame()
    factory_frame_describe(
      &description, factory_core_identity(manager.core), types.result,
      declaration.name, declaration.file, declaration.lineAndFlags)
    description.parameter_type = types.parameter
    withUnsafeMutablePointer(to: &description) { $0.setOwner(manager, asked: manager) }
    description.owner.containers = factory_last_container()
    description.depth = innermostResolution.map { $0.description.depth + 1 } ?? 0
    return TaskFrame(asynchronous: description, manager, parameter)
  }

  /// Runs a factory's closure as part of this resolution.
  @_alwaysEmitIntoClient
  func run<T, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ make: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    checkForCycle()
    do {
      guard let shared else {
        return try await TaskFrame.taskLocal.withValue(self, operation: make)
      }
      return try await Container.$shared.withValue(shared) {
        try await TaskFrame.taskLocal.withValue(self, operation: make)
      }
    } catch {
      // `withValue` throws what `make` throws.
      throw error as! Failure
    }
  }

  /// Records the construction that is going to run the factory's closure in a task of its own, and
  /// makes it a user of the tree.
  func begin(_ build: Build) {
    let root = joinTree()
    withAsyncState { $0.root = root }
    WaitGraph.lock.withLock(.waitGraph) { construction = build }
  }

  /// Records that the construction has run the factory's closure. Traps if that closes a circle of
  /// tasks that wait.
  func endConstruction() {
    end()
    let root = withAsyncState { $0.root.take() }
    var build: Build?
    let circle = WaitGraph.lock.withLock(.waitGraph) { () -> [TaskFrame]? in
      build = construction.take()
      return build?.closureReturned(to: innermostConstruction)
    }
    if let circle { CircularDependency.stop(Self.describe(circle)) }
    root?.leaveTree()
    skipEnded()
  }

  /// Ends the resolution that has created the frame.
  /// - Parameter isBuilding: whether the resolution has started a construction, which uses the
  ///   frame until `endConstruction`.
  @usableFromInline
  func endAsynchronous(isBuilding: Bool) {
    if !isBuilding { end() }
    leaveTree()
    // Otherwise, `end` has done it.
    if isBuilding { skipEnded() }
  }
}

extension WaitingTasksMaker {
  /// Read before the first asynchronous resolution begins.
  static let activated: Void = shared.set(WaitingTasksMaker { ConstructionTasks() })
}
