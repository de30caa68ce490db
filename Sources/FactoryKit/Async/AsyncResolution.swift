// Factory, MIT licence; see LICENSE
//
// Asynchronous resolutions. They use the same stores, settings and slots as synchronous
// ones. The closure of a factory with a scope runs in a task of its own, the construction, for
// which all resolutions of the instance wait.
public import FactoryCore
public import FactoryKitCore

/// The next step of an asynchronous resolution.
@usableFromInline
@frozen
enum AsyncStep {
  /// Return the instance. If it is held weakly and was deallocated, search again.
  case cached(InstanceBox)
  /// Call a closure in the calling task: an `AsyncOverride`, or the factory's own if nil.
  case call(ModifierClosure?, AsyncCall)
  /// Call the closure in a new task, and wait for it.
  case build(ModifierClosure?, AsyncCall)
  /// Wait for a construction in progress.
  case wait(Construction)
  /// Throw a `CancellationError`: the task is cancelled, and there is neither an instance nor a
  /// construction.
  case cancelled
}

// MARK: With the factory's types

extension FactoryDefinition {
  /// Calls the closure of an asynchronous factory in the calling task, if the lookup has found no
  /// scope and no other setting.
  /// - Parameter parameter: the factory's parameter; nil for a factory without one.
  @_alwaysEmitIntoClient @inline(never)
  func call<T, Failure: Error>(
    _ types: FactoryTypes, _ parameter: (any Sendable)?,
    isolation: isolated (any Actor)? = #isolation, _ make: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    let frame = TaskFrame.beginAsynchronous(manager, declaration, types, parameter)
    defer { frame.endAsynchronous(isBuilding: false) }
    return try await frame.run(make)
  }

  /// The instance, if a lookup has found one that is held weakly, or if there is one for the parameter: most resolutions with
  /// a parameter find one, and need no frame for it.
  @_alwaysEmitIntoClient
  func existingInstance<P, T>(
    _ lookup: factory_lookup, _ types: FactoryTypes, _ parameter: P
  ) -> T? {
    if let weak = lookup.weak { return weak.take(T.self) }
    if P.self == Void.self || lookup.slot != nil { return nil }
    return existingInstance(lookup.node, types, parameter, isForResolution: true)
  }

  /// Resolves an asynchronous factory if the fast path has found neither an instance nor that the
  /// factory's own closure is to be called.
  @_alwaysEmitIntoClient @inline(never)
  func resolveSlowly<P: Sendable, T: Sendable, Failure: Error>(
    _ lookup: factory_lookup, _ types: FactoryTypes, _ parameter: P,
    isolation: isolated (any Actor)? = #isolation,
    _ make: @escaping @Sendable (P) async throws(Failure) -> T
  ) async throws(Failure) -> T {
    if let value: T = existingInstance(lookup, types, parameter) { return value }
    if let closure = lookup.takeClosure() {
      let make = Self.closure(closure, make)
      return try await call(types, P.self == Void.self ? nil : parameter) {
        () async throws(Failure) in try await make(parameter)
      }
    }
    var search = AsyncSearch(
      manager, declaration, types, scope, P.self == Void.self ? nil : parameter)
    let isCancellable = Failure.self == (any Error).self
    while true {
      let step = withUnsafePointer(to: parameter) {
        search.next(lookup.node, $0, mayBuild: !isCancellable || !Task.isCancelled)
      }
      let construction: Construction
      switch step {
      case .cached(let box):
        guard let value: T = box.instance() else { continue }
        search.complete(value, isNew: false)
        return value
      case .cancelled:
        search.fail(FailureBox(CancellationError()))
        throw CancellationError() as! Failure
      case .call(let override, let call):
        let make = Self.closure(override, make)
        do {
          let value = try await call.frame.run { () async throws(Failure) in
            call.wrapped(try await make(parameter))
          }
          search.complete(value, isNew: true)
          return value
        } catch {
          search.fail(FailureBox(error))
          throw error
        }
      case .build(let override, let call):
        construction = Self.start(call, parameter, Self.closure(override, make))
      case .wait(let current):
        construction = current
      }
      switch await search.wait(for: construction, isCancellable: isCancellable) {
      case .instance(let box, let isNew):
        // The box of a construction is always strong.
        let value: T = box.instance()!
        search.complete(value, isNew: isNew)
        return value
      case .failed(let failure):
        // An entry's key contains the types, so the box is of that type too.
        let error = assumedObject(failure, FailureBox<Failure>.self).error
        search.fail(FailureBox(error))
        throw error
      case .cancelled:
        search.fail(FailureBox(CancellationError()))
        // Waiting is cancellable only if every error can be thrown.
        throw CancellationError() as! Failure
      }
    }
  }

  /// Calls a closure in a new task, which caches its instance.
  @_alwaysEmitIntoClient
  static func start<P: Sendable, T: Sendable, Failure: Error>(
    _ call: AsyncCall, _ parameter: P, _ make: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> Construction {
    // Passed explicitly: otherwise the new task would inherit the priority with which the calling
    // task started, even if that has been raised since.
    let priority = Task.currentPriority
    let task = Task(priority: priority) {
      // `throws(Failure)` and `FailureBox<Failure>` are written out, because the compiler infers
      // `any Error` in this closure, and the tasks that wait expect a `FailureBox<Failure>`.
      do throws(Failure) {
        let value = try await call.frame.run { () async throws(Failure) in
          call.wrapped(try await make(parameter))
        }
        call.store(value)
      } catch {
        call.fail(FailureBox<Failure>(error))
      }
    }
    // `AsyncSearch.begin` has set it.
    let construction = call.build!
    construction.started(task, priority: priority)
    return construction
  }

  /// The closure to call: the one that replaces the factory's own, if there is one.
  @_alwaysEmitIntoClient @inline(__always)
  static func closure<P, T, Failure: Error>(
    _ override: ModifierClosure?, _ make: @escaping @Sendable (P) async throws(Failure) -> T
  ) -> @Sendable (P) async throws(Failure) -> T {
    guard let override else { return make }
    // An entry's key contains the types: only overrides of these types are stored in it.
    return assumedObject(override, AsyncOverride<P, T, Failure>.self).make
  }
}

// MARK: -

// The steps of an asynchronous resolution between two suspensions. Each runs on one thread, with a
// frame on that thread's stack.

/// The search of one asynchronous resolution.
@usableFromInline
struct AsyncSearch: ~Copyable {
  @usableFromInline package let frame: TaskFrame
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
    frame = TaskFrame.beginAsynchronous(manager, declaration, types, parameter)
    self.manager = manager
    self.scope = scope
  }

  /// Runs a step of the resolution, with its frame on the calling thread's list.
  private mutating func withFrame<Result>(
    _ body: (Frame, UnsafeMutablePointer<Completion>) -> Result
  ) -> Result {
    frame.onThread { stack in
      if let step {
        (stack.pointee.container, stack.pointee.owner) = step
      } else {
        stack.setOwner(manager, asked: manager)
      }
      defer { step = (stack.pointee.container, stack.pointee.owner) }
      return body(stack, &completion)
    }
  }

  /// Finds the instance, its construction, or the closure to call.
  /// - Parameter mayBuild: whether a construction may be started; false if the task is cancelled.
  @usableFromInline
  mutating func next(
    _ node: Node?, _ parameter: UnsafeRawPointer, mayBuild: Bool
  ) -> AsyncStep {
    let (manager, scope, asyncFrame) = (manager, scope, self.frame)
    let found = withFrame { (frame, completion) -> InstanceSearch.Found in
      frame.pointee.parameter = frame.pointee.parameter_type == nil ? nil : parameter
      if manager.isObserved { completion.pointee.observe(frame, in: manager, asyncFrame) }
      var search = InstanceSearch(
        asked: manager, factory_children_exist() ? Owners.acting(manager, for: frame) : nil,
        frame: frame, scope: scope, node: node, asker: .task(mayBuild: mayBuild), completion)
      let found = search.find()
      if case .call(let override) = found { completion.pointee.sendCall(override, frame) }
      return found
    }
    switch found {
    case .cached(let box):
      return .cached(box)
    case .call(let override):
      return begin(override)
    case .wait(let construction):
      // The key contains the kind of factory, so only tasks build the instances of this entry.
      return .wait(construction)
    case .missing:
      return .cancelled
    }
  }

  private mutating func begin(_ override: ModifierClosure?) -> AsyncStep {
    // A step has run.
    frame.setOwner(step!)
    let build = completion.build.take()
    if let build {
      isBuilding = true
      frame.begin(build)
    }
    let call = AsyncCall(
      frame: frame, layers: completion.layers, build: build,
      // Without a construction, `fail` sends that the closure has thrown.
      observation: build == nil ? completion.observation : completion.takeCall())
    return build == nil ? .call(override, call) : .build(override, call)
  }

  /// The result of a construction.
  @usableFromInline
  enum Outcome {
    case instance(InstanceBox, isNew: Bool)
    case failed(ConstructionFailure)
    /// The waiting task was cancelled.
    case cancelled
  }

  /// Waits for a construction.
  @usableFromInline
  func wait(
    for construction: Construction, isCancellable: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    let outcome = await construction.wait(
      frame, inside: frame.outer?.enclosingConstruction, isFirst: isBuilding,
      isCancellable: isCancellable
    ) { TaskFrame.describe($0) }
    switch outcome {
    case .cancelled:
      return .cancelled
    case .circular(let message):
      CircularDependency.stop(message)
    case .finished:
      let result = construction.finalResult
      // Otherwise, `store` has passed a `StrongBox<T>`.
      guard let failure = result as? ConstructionFailure else {
        return .instance(
          assumedObject(result, InstanceBox.self), isNew: isBuilding || construction.replaceFirst())
      }
      return .failed(failure)
    }
  }

  /// Decorates the instance, and ends the resolution.
  @usableFromInline
  mutating func complete<T>(_ value: T, isNew: Bool) {
    if !completion.isEmpty {
      withFrame { $1.pointee.complete($0, value, isNew: isNew) }
    }
    frame.endAsynchronous(isBuilding: isBuilding)
  }

  /// Ends the resolution with an error.
  @usableFromInline
  mutating func fail(_ failure: ConstructionFailure) {
    if !completion.isEmpty { withFrame { $1.pointee.fail($0, failure) } }
    frame.endAsynchronous(isBuilding: isBuilding)
  }
}

/// A call of a factory's closure, which may run in a task of its own.
@usableFromInline
// Sendable: see `TaskFrame`.
struct AsyncCall: @unchecked Sendable {
  @usableFromInline let frame: TaskFrame
  fileprivate let layers: Layers
  /// The construction; nil if the instance is not cached.
  @usableFromInline let build: Build?
  fileprivate let observation: ObservedResolution?

  /// Wraps a new instance in the layers of its factory. Called in the task and the resolution that the closure runs in.
  @usableFromInline @inline(never)
  func wrapped<T>(_ value: T) -> T {
    sendReturned()
    return layers.wrapped(value)
  }

  // Of a construction:

  /// Caches the instance, and passes it to the tasks that wait.
  @usableFromInline
  func store<T>(_ value: T) {
    end { $0.store(value) }
  }

  /// Passes an error to the tasks that wait.
  @usableFromInline
  func fail(_ failure: ConstructionFailure) {
    sendReturned()
    end { $0.end(nil, failure) }
  }

  /// Ends the construction, then runs `body`, which resumes the tasks that wait. In this order, so
  /// that the construction is no user of the tree any more when their resolutions end.
  private func end(_ body: (Build) -> Void) {
    frame.endConstruction()
    // Only for a construction.
    body(build!)
  }

  private func sendReturned() {
    guard let observation else { return }
    frame.onThread { observation.sendReturned($0) }
  }
}
