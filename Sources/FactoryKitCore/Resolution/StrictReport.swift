// Factory, MIT licence; see LICENSE
//
// Decides for a strict test whether a factory that has called its own closure is reported.
//
// - When a resolution in a strict container is about to call the factory's own closure, it creates a
//   `StrictCall`. When the closure has returned or thrown, `end` reports the factory, unless
//   the closure has resolved other factories of which none was reported.
// - Each resolution in a strict container, also one that finds a cached instance, is recorded in the
//   innermost call around it: of the thread's or, if there is none, of the asynchronous tree.
// - The calls of a thread form a stack, to which `factory_thread.strict` refers. The
//   call of an asynchronous factory belongs to its `AsyncFrame`, which child tasks inherit.
// - `Completion.isStrict` says that there is a call to end.
package import FactoryCore

/// A call of a factory's own closure, in the container of a strict test.
package final class StrictCall {
  // All properties are constant, or guarded by `lock`, or used by one thread only.
  private let strictness: Strictness
  private let factory: FactoryIdentity
  /// The call that has resolved this one.
  private let outer: StrictCall?
  /// The previous one of the thread's stack. Used by that thread only.
  @exclusivity(unchecked) fileprivate var previous: StrictCall?

  private let lock = Lock()
  @exclusivity(unchecked) private var hasResolvedOthers = false
  @exclusivity(unchecked) private var isAboveReported = false

  // For the message. The name is a literal, or a copy of one that is never freed.
  private let container: Any.Type
  private let child: String?
  private let name: UnsafePointer<UInt8>
  private let hasParameter: Bool

  fileprivate init(
    _ strictness: Strictness, _ factory: FactoryIdentity, _ outer: StrictCall?,
    _ manager: ContainerManager, _ frame: Frame
  ) {
    self.strictness = strictness
    self.factory = factory
    self.outer = outer
    container = manager.containerType
    child = manager.nameAsChild
    // Written by `factory_frame_describe`.
    name = frame.pointee.name!
    hasParameter = frame.pointee.parameter_type != nil
  }

  /// Records that the closure, or a task that it has started, has resolved a factory. A resolution of the
  /// factory itself, with another parameter, is not one of another factory, but may have resolved some.
  fileprivate func record(
    _ resolved: FactoryIdentity, isReported: Bool, hasResolvedOthers inner: Bool = false
  ) {
    lock.withLock {
      if inner || resolved != factory { hasResolvedOthers = true }
      if isReported { isAboveReported = true }
    }
  }

  /// Reports the factory, unless it is a composite of factories that were not reported.
  /// The call is that of a frame or of an asynchronous resolution.
  package func end(_ frame: Frame?, _ resolution: (any TaskResolution)? = nil) {
    let (hasResolvedOthers, isAboveReported) = lock.withLock {
      (self.hasResolvedOthers, self.isAboveReported)
    }
    let isReported =
      (!hasResolvedOthers || isAboveReported)
      && strictness.record(factory) {
        var chain = TaskResolutions.chain(frame, resolution)
        let factory = chain.removeLast()
        return Message.liveDefinition(
          factory, resolvedBy: chain, container: "\(container)", child: child,
          name: name, hasParameter: hasParameter, isAboveReported: isAboveReported)
      }
    // What an allowed factory has resolved counts for the factories above it.
    outer?.record(
      factory, isReported: isReported || isAboveReported, hasResolvedOthers: hasResolvedOthers)
  }

  /// The innermost call of the calling thread or, if it has none, of the asynchronous tree
  /// that it runs a part of.
  fileprivate static var current: StrictCall? {
    if let call = factory_current_thread().pointee.strict {
      // Owned by the thread's state until `pop`.
      return call.object(StrictCall.self)
    }
    return TaskResolutions.innermost?.innermostStrictCall
  }

  /// Adds this call to the calling thread's stack.
  fileprivate func push() {
    let thread = factory_current_thread()
    // Owned by the thread's state until now.
    previous = thread.pointee.strict?.takeObject(StrictCall.self)
    thread.pointee.strict = UnsafeMutableRawPointer(owning: self)
  }

  /// Removes the innermost call from the calling thread's stack.
  fileprivate static func pop() -> StrictCall? {
    let thread = factory_current_thread()
    guard let pointer = thread.pointee.strict else { return nil }
    // Owned by the thread's state until now.
    let call = pointer.takeObject(StrictCall.self)
    thread.pointee.strict = call.previous.map { UnsafeMutableRawPointer(owning: $0) }
    call.previous = nil
    return call
  }
}

extension ContainerManager {
  /// Whether this is the container of a strict test.
  package var isStrict: Bool { core.hasFlag(Int(FACTORY_IS_STRICT)) }

  /// Identifies a factory of this container, or of another one of its type.
  func identity(of key: factory_key) -> FactoryIdentity {
    FactoryIdentity(key, in: containerType)
  }

  /// Records a step of a resolution in the call around it. If the factory's own closure is
  /// called next, begins a call. Called with no lock held, in the container of a strict test.
  /// - Parameter task: the resolution, if it is an asynchronous one.
  @inline(never)
  package func recordStrictStep(
    _ frame: Frame, _ step: SlowStep, _ task: (any TaskResolution)? = nil,
    _ completion: inout Completion
  ) {
    guard let strictness = core.setting({ $0.strictness }) else { return }
    let factory = identity(of: frame.key)
    let outer =
      task.map { $0.around?.innermostStrictCall } ?? StrictCall.current
    switch step {
    case .cached, .failed:
      outer?.record(factory, isReported: isReported(frame.key, factory, strictness))
    case .override:
      outer?.record(factory, isReported: false)
    case .definition:
      // These are not reported. A promise has no closure of its own. A property wrapper's function only
      // calls its parameter factory, and a group only its members, which are reported themselves. A factory
      // with `testable` is allowed.
      let spared =
        FACTORY_IS_TESTABLE.rawValue | FACTORY_IS_PROMISE.rawValue | FACTORY_IS_FUNCTION.rawValue
        | FACTORY_IS_GROUP.rawValue
      if frame.pointee.flags & spared != 0 {
        outer?.record(factory, isReported: false)
        return
      }
      let new = StrictCall(strictness, factory, outer, self, frame)
      if let task {
        task.setStrictCall(new)
      } else {
        new.push()
      }
      completion.isStrict = true
    }
  }

  /// Records that an asynchronous resolution has got the instance of a construction for which it has waited.
  @inline(never)
  package func recordStrictWait(_ key: factory_key, inside outer: (any TaskResolution)?) {
    guard let outer = outer?.innermostStrictCall,
      let strictness = core.setting({ $0.strictness })
    else { return }
    let factory = identity(of: key)
    outer.record(factory, isReported: isReported(key, factory, strictness))
  }

  /// Whether a factory with an instance was reported in this test, and nothing has replaced its
  /// closure since.
  private func isReported(
    _ key: factory_key, _ factory: FactoryIdentity, _ strictness: Strictness
  ) -> Bool {
    guard strictness.isReported(factory) else { return false }
    return core.existingEntry(key).map { $0.readPlan(core) { $0.override == nil } } ?? true
  }
}

extension Completion {
  /// Ends the call of the frame's factory, whose closure has returned or thrown. Called before
  /// its layers run, and before the instance is cached, so that waiting threads know whether the
  /// factory was reported.
  @inline(never)
  mutating func endStrict(_ frame: Frame) {
    isStrict = false
    StrictCall.pop()?.end(frame)
  }
}
