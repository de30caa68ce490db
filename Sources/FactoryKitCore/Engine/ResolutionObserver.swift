// Factory, MIT licence; see LICENSE
//
// Observing resolutions. The trace, watchers and strict tests receive the same steps.
//
// - A container with observers has the flag `FACTORY_IS_OBSERVED`, with which lookups take the slow path, as they do
//   while resolutions are traced. Without observers, only that flag is read.
// - The observers that there are when a resolution begins receive all of its steps, from `ObservedResolution.send`, with no
//   lock held. Its frame is then the innermost one of the calling thread.
internal import FactoryCore

/// Something that observes the resolutions of a container and its children, on the threads that resolve.
package protocol ResolutionObserver: AnyObject, Sendable {
  /// Whether it receives steps, so that the container's resolutions take the slow path. Constant.
  var receivesSteps: Bool { get }
  /// Whether the container may release it. Does not become false again. May be called under the container's lock, so it
  /// takes at most a leaf lock.
  var hasEnded: Bool { get }
  func receive(_ step: ResolutionStep)

  // Problems. Each function returns whether the observer has reported it, so that it is neither logged nor traps.

  /// A required or promised factory was resolved without a registration.
  func reportUnregistered(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool
  /// A registration of a child container is not used for a factory, because a parent keeps what is being built.
  func reportPassedOver(
    _ factory: FactoryIdentity, by kept: FactoryIdentity, _ message: () -> String
  ) -> Bool
}

extension ResolutionObserver {
  package func receive(_ step: ResolutionStep) {}
  package func reportUnregistered(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool { false }
  package func reportPassedOver(
    _ factory: FactoryIdentity, by kept: FactoryIdentity, _ message: () -> String
  ) -> Bool { false }
}

/// What happens after a factory without a registration was resolved in a test.
package enum UnregisteredConsequence {
  /// The factory throws an error.
  case throwsError
  /// The factory resolves to nil.
  case returnsNil
  /// The process ends.
  case traps
}

/// Identifies a resolution in progress: the address of its frame or, if it is asynchronous, of its `TaskFrame`.
package typealias ResolutionID = UInt

extension ResolutionID {
  fileprivate init(_ resolution: TaskFrame) {
    self.init(bitPattern: UnsafeRawPointer(unowned: resolution))
  }
}

/// A step of a resolution. Valid while its observers are called.
package struct ResolutionStep {
  package enum Kind {
    /// The resolution has begun. It is about to search for its instance, and may run `autoRegister`.
    case began
    /// The factory's own closure is about to be called.
    case callsOwnClosure
    /// A closure that replaces the factory's own is about to be called.
    case callsReplacement
    /// The closure has returned or thrown. An instance is neither wrapped nor cached yet.
    case returned
    /// The resolution has ended with an instance, new or cached.
    case ended
    /// The resolution has ended with an error.
    case failed
  }

  package let kind: Kind
  package let id: ResolutionID
  let frame: Frame
  /// When the resolution began and, when it has ended, how long it took, in nanoseconds of the system's monotonic clock.
  let start: UInt64
  fileprivate(set) var duration: UInt64 = 0
  /// The settings and the node with which it goes on; nil before they are known.
  let settings: Settings?
  let node: Node?
  /// Whether the instance is new.
  fileprivate(set) var isNew = false
  /// The address of the object that the instance is, while resolutions are traced; zero without one.
  fileprivate(set) var identity: UInt = 0
  /// The type of the error.
  fileprivate(set) var failure: Any.Type?

  package var factory: FactoryReference { FactoryReference(frame) }

  /// The number of resolutions around this one.
  var depth: Int { Int(frame.pointee.depth) + TaskFrame.surroundings.depth }

  /// The resolutions around this one and this one, outermost first, as lines of a message.
  package var chain: [String] { CircularDependency.chain(of: frame) }

  /// The resolutions around this one, innermost first.
  package var around: [ResolutionID] {
    var ids: [ResolutionID] = []
    var next = frame.pointee.previous
    while let frame = next {
      ids.append(ResolutionID(bitPattern: frame))
      next = frame.pointee.previous
    }
    let innermost = TaskFrame.innermostResolution
    var resolution = innermost
    while let current = resolution {
      let id = ResolutionID(current)
      // The thread may run the last step of the innermost one, whose construction has ended.
      if id != self.id, current === innermost || !current.hasEnded { ids.append(id) }
      resolution = current.outerResolution
    }
    return ids
  }

  /// Whether a registration or a context replaces the factory's own closure.
  package var isReplaced: Bool { settings?.override != nil }
}

/// Who observes a resolution.
package struct ObservedResolution: Sendable {
  fileprivate let observers: [any ResolutionObserver]
  fileprivate let id: ResolutionID
  fileprivate let start: UInt64
  /// Whether a closure is being called.
  fileprivate var isCalling = false

  /// Sends the step `returned`, if a closure was called.
  package func sendReturned(_ frame: Frame) {
    if isCalling { send(step(.returned, frame)) }
  }

  fileprivate func step(
    _ kind: ResolutionStep.Kind, _ frame: Frame, _ settings: Settings? = nil, _ node: Node? = nil
  ) -> ResolutionStep {
    ResolutionStep(kind: kind, id: id, frame: frame, start: start, settings: settings, node: node)
  }

  fileprivate func send(_ step: ResolutionStep) {
    LockOrder.requireNone()
    for observer in observers { observer.receive(step) }
  }
}

extension Completion {
  /// Begins to observe a resolution of a container, whose frame is on the thread's list.
  /// - Parameter resolution: the resolution, if it is an asynchronous one.
  @inline(never)
  package mutating func observe(
    _ frame: Frame, in container: ContainerManager, _ resolution: TaskFrame? = nil
  ) {
    // A search may be repeated.
    if observation != nil { return }
    var observers = container.observers
    if factory_is_tracing(), factory_current_thread().pointee.logging == 0 {
      observers.append(Trace.shared)
    }
    if observers.isEmpty { return }
    observation = ObservedResolution(
      observers: observers,
      id: resolution.map { ResolutionID($0) } ?? ResolutionID(bitPattern: frame),
      start: factory_monotonic_nanoseconds())
    send(.began, frame)
  }

  /// Sends that a closure is called: this one, or the factory's own if nil.
  package mutating func sendCall(_ override: ModifierClosure?, _ frame: Frame) {
    send(override == nil ? .callsOwnClosure : .callsReplacement, frame)
    observation?.isCalling = true
  }

  /// Sends the step `returned`, if a closure was called.
  mutating func sendReturned(_ frame: Frame) {
    observation?.sendReturned(frame)
    observation?.isCalling = false
  }

  /// Sends the step `ended`.
  func sendEnd<T>(_ frame: Frame, _ value: T, isNew: Bool) {
    guard let observation else { return }
    var step = observation.step(.ended, frame, settings, node)
    let time = factory_monotonic_nanoseconds()
    step.duration = time - min(time, step.start)
    step.isNew = isNew
    if factory_is_tracing(), let object = objectIdentity(of: value) {
      step.identity = UInt(bitPattern: UnsafeRawPointer(unowned: object))
    }
    observation.send(step)
  }

  /// Sends the step `failed`.
  func sendFailure(_ frame: Frame, _ failure: ConstructionFailure) {
    guard let observation else { return }
    var step = observation.step(.failed, frame, settings, node)
    step.failure = failure.type
    observation.send(step)
  }

  /// The observers of a closure that is called in a task of its own, or by the caller, who sends `returned`.
  package mutating func takeCall() -> ObservedResolution? {
    defer { observation?.isCalling = false }
    return observation
  }

  private func send(_ kind: ResolutionStep.Kind, _ frame: Frame) {
    if let observation { observation.send(observation.step(kind, frame, settings, node)) }
  }
}

extension ContainerManager {
  /// Adds an observer, which the container retains until it has ended and another resolution begins, or another
  /// observer is added. One that receives no steps replaces the previous one.
  package func add(_ observer: any ResolutionObserver) {
    store.withLock { state in
      state.removeObservers { old in
        old.hasEnded || !observer.receivesSteps && !old.receivesSteps
      }
      state.observers.append(observer)
      state.publishFlags()
    }
  }

  /// Whether the resolutions of this container are observed or traced.
  package var isObserved: Bool {
    factory_core_all_flags(core) & UInt32(FACTORY_IS_OBSERVED) != 0 || factory_is_tracing()
  }

  /// Passes a problem to the task's observer, then to those of this container and its parents, until one of them reports
  /// it.
  package func report(_ problem: (any ResolutionObserver) -> Bool) -> Bool {
    if let observer = TaskObserver.current, problem(observer) { return true }
    return observers.contains(where: problem)
  }

  /// Those of this container and its parents.
  package var observers: [any ResolutionObserver] {
    var observers = store.currentObservers
    var next = store.parent
    while let parent = next {
      observers += parent.currentObservers
      next = parent.parent
    }
    return observers
  }
}

extension Store {
  fileprivate var currentObservers: [any ResolutionObserver] {
    let observers = withState { $0.observers }
    if !observers.contains(where: \.hasEnded) { return observers }
    return withLock { state in
      state.removeObservers { $0.hasEnded }
      state.publishFlags()
      return state.observers
    }
  }
}

extension StoreState {
  fileprivate mutating func removeObservers(
    where isUnwanted: (any ResolutionObserver) -> Bool
  ) {
    let all = observers
    observers = []
    for observer in all {
      if isUnwanted(observer) { garbage.add(observer) } else { observers.append(observer) }
    }
  }
}

/// The observer of a task's problems, in all containers that it uses.
package enum TaskObserver {
  @TaskLocal package static var current: (any ResolutionObserver)?
}
