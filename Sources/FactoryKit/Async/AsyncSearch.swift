// Factory, MIT licence; see LICENSE
//
// The steps of an asynchronous resolution between two suspensions. Each runs on one thread, with a
// frame on that thread's stack.
internal import FactoryCore
public import FactoryKitCore

/// The search of one asynchronous resolution.
@usableFromInline
struct AsyncSearch: ~Copyable {
  @usableFromInline package let frame: AsyncFrame
  private let manager: ContainerManager
  private let scope: ScopeReference?
  /// What to do with the instance, between two steps; see `PendingBuild`. Owns the references in it
  /// until `finish` or `fail`.
  private var pending = factory_pending_build()
  /// Whether this resolution has started a construction.
  private var isBuilding = false

  @usableFromInline
  init(
    _ manager: ContainerManager, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?, _ parameter: (any Sendable)?
  ) {
    frame = AsyncFrame.make(manager, declaration, types, parameter)
    self.manager = manager
    self.scope = scope
  }

  /// Runs a step of the resolution, with its frame on the calling thread's list.
  private mutating func withFrame<Result>(_ body: (Frame) -> Result) -> Result {
    var stack = frame.description
    stack.pending = pending
    let result = frame.asCurrent {
      withUnsafeMutablePointer(to: &stack) { frame in
        if factory_frame_push(frame) { frame.check() }
        let result = body(frame)
        if factory_frame_pop(frame) { ResolutionCycle.end() }
        return result
      }
    }
    pending = stack.pending
    return result
  }

  /// Finds the instance, its construction, or the closure to call.
  /// - Parameter mayBuild: whether a construction may be started; false if the task is cancelled.
  @usableFromInline
  mutating func next(
    _ entry: Entry?, _ parameter: UnsafeRawPointer, mayBuild: Bool
  ) -> AsyncStep {
    let (manager, scope, asyncFrame) = (manager, scope, self.frame)
    let (found, construction, layers) = withFrame {
      frame -> (InstanceSearch.Found, Construction?, Layers) in
      frame.pointee.parameter = frame.pointee.parameter_type == nil ? nil : parameter
      if manager.isWatched { PendingBuild.noteWatched(frame) }
      if factory_is_tracing(), frame.pointee.pending.trace_line == 0,
        let line = Trace.begin()
      {
        PendingBuild.noteTrace(frame, line)
      }
      var search = InstanceSearch(
        manager: manager, frame: frame, scope: scope, entry: entry ?? manager.core.entry(frame.key),
        asker: .task(mayBuild: mayBuild))
      let found = search.find(parameter)
      if case .step(let step) = found, manager.isStrict {
        manager.noteStrictStep(frame, step, asyncFrame)
      }
      let construction = frame.pointee.pending.construction.map {
        // Written by `noteCell`, for an asker that is a task.
        Unmanaged<Construction>.fromOpaque($0).takeUnretainedValue()
      }
      return (found, construction, PendingBuild.layers(frame))
    }
    switch found {
    case .step(.kept(let box)):
      return .kept(box)
    case .step(.override(let override)):
      return begin(construction, override, layers)
    case .step(.definition), .step(.failed):
      return begin(construction, nil, layers)
    case .wait(let construction):
      // The key contains the kind of factory, so only tasks build the instances of this cell.
      return .wait(construction)
    case .missing:
      return .cancelled
    }
  }

  private mutating func begin(
    _ construction: Construction?, _ override: AnyOverride?, _ layers: Layers
  ) -> AsyncStep {
    guard let construction else { return .call(override, layers) }
    isBuilding = true
    frame.begin(construction)
    return .build(construction, override, layers)
  }

  /// Removes and returns what the construction's task needs to cache the instance.
  @usableFromInline
  mutating func takeCaching() -> AsyncCaching {
    AsyncCaching(pending: withFrame { PendingBuild.takeCaching($0) })
  }

  /// The result of a construction.
  @usableFromInline
  enum Outcome {
    case instance(InstanceBox, isNew: Bool)
    case failed(AnyObject)
    /// The waiting task was cancelled.
    case cancelled
    /// Search again, because the construction was abandoned before it failed.
    case again
  }

  /// Waits for a construction.
  @usableFromInline
  func wait(
    for construction: Construction, isCancellable: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    let outcome = await construction.wait(
      frame, inside: frame.parent?.enclosingConstruction, isFirst: isBuilding,
      isCancellable: isCancellable
    ) { AsyncFrame.describe($0) }
    switch outcome {
    case .cancelled:
      return .cancelled
    case .circular(let message):
      CircularDependency.stop(message)
    case .finished:
      if !isBuilding, manager.isStrict {
        manager.noteStrictWait(
          frame.withDescription { $0.key }, inside: frame.parent)
      }
      var result = construction.finalResult
      if let captive = result as? CaptiveResult {
        guard let own = captive.result(in: manager.core) else {
          manager.expectCaptive(frame.withDescription { $0.key }, after: construction)
          return .again
        }
        frame.noteUse(of: captive.keeper)
        result = own
      } else if !isBuilding {
        frame.noteUse(of: construction.graphUse)
      }
      // Otherwise, `store` has passed a `StrongBox<T>`.
      guard let failure = result as? ConstructionFailure else {
        return .instance(
          assumedObject(result, InstanceBox.self),
          isNew: isBuilding || construction.takePlaceOfFirst())
      }
      return construction.failsForNobody ? .again : .failed(failure)
    }
  }

  /// Decorates and traces the instance, and ends the resolution.
  @usableFromInline
  mutating func finish<T>(_ value: T, isNew: Bool) {
    endStrict()
    if pending.manager != nil {
      withFrame { PendingBuild.finish($0, value, isNew: isNew) }
    }
    frame.end(isBuilding: isBuilding)
  }

  /// Ends the resolution with an error.
  @usableFromInline
  mutating func fail(_ failure: ConstructionFailure) {
    endStrict()
    if pending.manager != nil { withFrame { PendingBuild.fail($0, failure) } }
    frame.end(isBuilding: isBuilding)
  }
}

extension AsyncSearch {
  /// Ends the call of the factory's own closure in a strict test. A construction's task does that
  /// itself.
  private mutating func endStrict() {
    if pending.is_strict == 0 { return }
    pending.is_strict = 0
    frame.endStrict()
  }
}

/// What the task of a construction needs to cache the instance.
@usableFromInline
// Sendable: owned by the construction's task from its start on. The references in it are to
// objects that may be used from any thread.
struct AsyncCaching: @unchecked Sendable {
  fileprivate let pending: factory_pending_build

  /// Caches the instance, and passes it to the tasks that wait.
  @usableFromInline
  func finish<T>(_ frame: AsyncFrame, _ value: T) {
    withFrame(frame) { PendingBuild.keepNew($0, value) }
  }

  /// Passes an error to the tasks that wait.
  @usableFromInline
  func fail(_ frame: AsyncFrame, _ failure: ConstructionFailure) {
    withFrame(frame) { PendingBuild.keep($0, nil, failure) }
  }

  /// Ends the construction, then runs `body`, which resumes the tasks that wait. In this order, so
  /// that the construction is no user of the tree any more when their resolutions end.
  func withFrame(_ frame: AsyncFrame, _ body: (Frame) -> Void) {
    if pending.is_strict != 0 { frame.endStrict() }
    frame.endConstruction()
    var stack = frame.description
    stack.pending = pending
    withUnsafeMutablePointer(to: &stack) {
      body($0)
      PendingBuild.forgetObservers($0)
    }
  }
}
