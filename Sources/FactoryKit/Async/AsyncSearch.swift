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
  /// What to do with the instance.
  private var completion = Completion()
  /// Those of the frame of the last step.
  private var step: (container: UInt64, owner: factory_owner)?
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
  private mutating func withFrame<Result>(
    _ body: (Frame, UnsafeMutablePointer<Completion>) -> Result
  ) -> Result {
    var stack = frame.description
    if let step {
      (stack.container, stack.owner) = step
    } else {
      withUnsafeMutablePointer(to: &stack) { $0.setOwner(manager, asked: manager) }
    }
    defer { step = (stack.container, stack.owner) }
    return frame.asCurrent {
      withUnsafeMutablePointer(to: &stack) { frame in
        if factory_frame_push(frame) { frame.check() }
        let result = body(frame, &completion)
        frame.pop()
        return result
      }
    }
  }

  /// Finds the instance, its construction, or the closure to call.
  /// - Parameter mayBuild: whether a construction may be started; false if the task is cancelled.
  @usableFromInline
  mutating func next(
    _ entry: Entry?, _ parameter: UnsafeRawPointer, mayBuild: Bool
  ) -> AsyncStep {
    let (manager, scope, asyncFrame) = (manager, scope, self.frame)
    let (found, build, layers) = withFrame {
      (frame, completion) -> (InstanceSearch.Found, Build?, Layers) in
      frame.pointee.parameter = frame.pointee.parameter_type == nil ? nil : parameter
      if manager.isWatched { completion.pointee.beginWatching() }
      completion.pointee.beginTrace()
      var search = InstanceSearch(
        asked: manager, factory_children_exist() ? Owners.acting(manager, for: frame) : nil,
        frame: frame, scope: scope, entry: entry, asker: .task(mayBuild: mayBuild), completion)
      let found = search.find(parameter)
      if case .step(let step) = found, manager.isStrict {
        search.manager.recordStrictStep(frame, step, asyncFrame, &completion.pointee)
      }
      return (found, completion.pointee.build, completion.pointee.layers)
    }
    switch found {
    case .step(.cached(let box)):
      return .cached(box)
    case .step(.override(let override)):
      return begin(build, override, layers)
    case .step(.definition), .step(.failed):
      return begin(build, nil, layers)
    case .wait(let construction):
      // The key contains the kind of factory, so only tasks build the instances of this cell.
      return .wait(construction)
    case .missing:
      return .cancelled
    }
  }

  private mutating func begin(
    _ build: Build?, _ override: ModifierClosure?, _ layers: Layers
  ) -> AsyncStep {
    // A step has run.
    frame.setOwner(step!, completion.containers)
    guard let build else { return .call(override, layers) }
    isBuilding = true
    frame.begin(build)
    return .build(build, override, layers)
  }

  /// Removes and returns what the construction's task needs to cache the instance.
  @usableFromInline
  mutating func takeCaching() -> AsyncCaching {
    defer { completion.isStrict = false }
    // The search has begun a construction.
    return AsyncCaching(build: completion.build.take()!, isStrict: completion.isStrict)
  }

  /// The result of a construction.
  @usableFromInline
  enum Outcome {
    case instance(InstanceBox, isNew: Bool)
    case failed(ConstructionFailure)
    /// The waiting task was cancelled.
    case cancelled
    /// Search again: the construction failed after it was abandoned.
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
        manager.recordStrictWait(
          frame.withDescription { $0.key }, inside: frame.parent)
      }
      let result = construction.finalResult
      // Otherwise, `store` has passed a `StrongBox<T>`.
      guard let failure = result as? ConstructionFailure else {
        return .instance(
          assumedObject(result, InstanceBox.self),
          isNew: isBuilding || construction.replaceFirst())
      }
      return construction.failsForNobody ? .again : .failed(failure)
    }
  }

  /// Decorates and traces the instance, and ends the resolution.
  @usableFromInline
  mutating func complete<T>(_ value: T, isNew: Bool) {
    endStrict()
    if !completion.isEmpty {
      let manager = manager
      withFrame { $1.pointee.complete($0, manager, value, isNew: isNew) }
    }
    frame.end(isBuilding: isBuilding)
  }

  /// Ends the resolution with an error.
  @usableFromInline
  mutating func fail(_ failure: ConstructionFailure) {
    endStrict()
    if !completion.isEmpty { withFrame { $1.pointee.fail($0, failure) } }
    frame.end(isBuilding: isBuilding)
  }
}

extension AsyncSearch {
  /// Ends the call of the factory's own closure in a strict test. A construction's task does that
  /// itself.
  private mutating func endStrict() {
    if !completion.isStrict { return }
    completion.isStrict = false
    frame.endStrict()
  }
}

/// What the task of a construction needs to cache the instance.
@usableFromInline
struct AsyncCaching: Sendable {
  fileprivate let build: Build
  /// Whether the call of the closure is one that a strict test may report.
  fileprivate let isStrict: Bool

  /// Caches the instance, and passes it to the tasks that wait.
  @usableFromInline
  func store<T>(_ frame: AsyncFrame, _ value: T) {
    withFrame(frame) { build.store(value, $0) }
  }

  /// Passes an error to the tasks that wait.
  @usableFromInline
  func fail(_ frame: AsyncFrame, _ failure: ConstructionFailure) {
    withFrame(frame) { build.end(nil, failure, $0) }
  }

  /// Ends the construction, then runs `body`, which resumes the tasks that wait. In this order, so
  /// that the construction is no user of the tree any more when their resolutions end.
  func withFrame(_ frame: AsyncFrame, _ body: (Frame) -> Void) {
    if isStrict { frame.endStrict() }
    frame.endConstruction()
    var stack = frame.description
    withUnsafeMutablePointer(to: &stack) { body($0) }
  }
}
