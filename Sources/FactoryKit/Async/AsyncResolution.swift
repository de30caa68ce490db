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

  /// Resolves an asynchronous factory if the fast path has found neither an instance nor that the
  /// factory's own closure is to be called.
  @_alwaysEmitIntoClient @inline(never)
  func resolveSlowly<P: Sendable, T: Sendable, Failure: Error>(
    _ lookup: factory_lookup, _ types: FactoryTypes, _ parameter: P,
    isolation: isolated (any Actor)? = #isolation,
    _ make: @escaping @Sendable (P) async throws(Failure) -> T
  ) async throws(Failure) -> T {
    if let weak = lookup.weak, let value = weak.take(T.self) { return value }
    // Most resolutions with a parameter find an instance, for which they need no frame.
    if P.self != Void.self,
      let value: T = existingInstance(lookup.node, types, parameter, isForResolution: true)
    {
      return value
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
