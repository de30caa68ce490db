// Factory, MIT licence; see LICENSE
//
// Observing resolutions. The trace, watchers and strict tests receive the same steps.
//
// - A container with observers has the flag `FACTORY_IS_OBSERVED`, with which lookups take the slow path, as they do
//   while resolutions are traced. Without observers, only that flag is read.
// - The observers that there are when a resolution begins receive all of its steps, from `Completion.send`, with no lock
//   held. Its frame is then the innermost one of the calling thread.
internal import FactoryCore

/// Something that observes the resolutions of a container and its children, on the threads that resolve.
package protocol ResolutionObserver: AnyObject, Sendable {
  /// Whether it receives steps, so that the container's resolutions take the slow path. Constant.
  var receivesSteps: Bool { get }
  /// Whether the container may release it. Does not become false again. Called under the container's lock.
  var hasEnded: Bool { get }
  func receive(_ step: ResolutionStep)
  /// Returns whether the observer has reported the problem, so that it is neither logged nor traps.
  func report(_ problem: ResolutionProblem) -> Bool
}

extension ResolutionObserver {
  package func receive(_ step: ResolutionStep) {}
  package func report(_ problem: ResolutionProblem) -> Bool { false }
}

/// What a program has probably not intended.
package enum ResolutionProblem {
  /// A required or promised factory was resolved without a registration.
  case unregistered(MissingRegistration, UnregisteredConsequence)
  /// A registration of a child container is not used, because a parent keeps what is being built.
  case passedOver(PassedOverRegistration)
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

/// Identifies a resolution in progress: the address of its frame or, if it is asynchronous, of its `AsyncFrame`.
package struct ResolutionID: Hashable, Sendable {
  private let address: UInt

  package init(_ resolution: any TaskResolution) {
    address = UInt(bitPattern: UnsafeRawPointer(unowned: resolution))
  }

  init(_ frame: Frame) { address = UInt(bitPattern: frame) }
}

/// A step of a resolution. Valid while its observers are called.
package struct ResolutionStep {
  package enum Kind {
    /// The resolution has begun. It is about to search for its instance, and may run `autoRegister`.
    case began
    /// A closure is about to be called: the factory's own, or one that replaces it.
    case calls(own: Bool)
    /// That closure has returned or thrown. An instance is neither wrapped nor cached yet.
    case returned
    /// The resolution has ended with an instance, new or cached, at a time of the monotonic clock. The identity is that
    /// of an object, while resolutions are traced.
    case ended(isNew: Bool, identity: ObjectIdentifier?, at: UInt64)
    /// The resolution has ended with an error of this type.
    case failed(Any.Type)
  }

  package let kind: Kind
  package let id: ResolutionID
  let frame: Frame
  /// When the resolution began, on the system's monotonic clock.
  let start: UInt64
  /// The plan and the entry with which it goes on; nil before they are known.
  let plan: Plan?
  let entry: Entry?

  package var factory: FactoryReference { FactoryReference(frame) }

  /// The number of resolutions around this one.
  var depth: Int { Int(frame.pointee.depth) + TaskResolutions.around.depth }

  /// The resolutions around this one and this one, outermost first, as lines of a message.
  package var chain: [String] { CircularDependency.chain(of: frame) }

  /// The resolutions around this one, innermost first.
  package var around: [ResolutionID] {
    var ids: [ResolutionID] = []
    var next = frame.pointee.previous
    while let frame = next {
      ids.append(ResolutionID(frame))
      next = frame.pointee.previous
    }
    var resolution = TaskResolutions.innermost
    while let current = resolution {
      let id = ResolutionID(current)
      if id != self.id, !current.hasEnded { ids.append(id) }
      resolution = current.around
    }
    return ids
  }

  /// Whether a registration or a context replaces the factory's own closure.
  package var isReplaced: Bool { plan?.override != nil }

  /// What messages call the owner, if that is a child container.
  package var child: String? { frame.manager.nameAsChild }
}

/// Who observes a resolution.
package struct ObservedResolution: Sendable {
  fileprivate let observers: [any ResolutionObserver]
  fileprivate let id: ResolutionID
  fileprivate let start: UInt64
  /// Whether a closure is being called.
  fileprivate var isCalling = false

  /// Sends the step `returned`.
  package func sendReturned(_ frame: Frame) {
    if isCalling { send(.returned, frame, nil, nil) }
  }

  fileprivate func send(_ kind: ResolutionStep.Kind, _ frame: Frame, _ plan: Plan?, _ entry: Entry?)
  {
    LockOrder.requireNone()
    let step = ResolutionStep(
      kind: kind, id: id, frame: frame, start: start, plan: plan, entry: entry)
    for observer in observers { observer.receive(step) }
  }
}

extension Completion {
  /// Begins to observe a resolution of a container, whose frame is on the thread's list.
  /// - Parameter resolution: the resolution, if it is an asynchronous one.
  @inline(never)
  package mutating func observe(
    _ frame: Frame, in container: ContainerManager, _ resolution: (any TaskResolution)? = nil
  ) {
    // A search may be repeated.
    if observation != nil { return }
    var observers = container.observers
    if factory_is_tracing(), factory_current_thread().pointee.logging == 0 {
      observers.append(Trace.shared)
    }
    if observers.isEmpty { return }
    observation = ObservedResolution(
      observers: observers, id: resolution.map(ResolutionID.init) ?? ResolutionID(frame),
      start: factory_monotonic_nanoseconds())
    send(.began, frame)
  }

  /// Sends the step `calls`, if a closure is called next.
  package mutating func sendCall(_ step: SlowStep, _ frame: Frame) {
    if observation == nil { return }
    switch step {
    case .cached, .failed: return
    case .override: send(.calls(own: false), frame)
    case .definition: send(.calls(own: true), frame)
    }
    observation?.isCalling = true
  }

  /// Sends the step `returned`, if a closure was called.
  mutating func sendReturned(_ frame: Frame) {
    guard let observation, observation.isCalling else { return }
    self.observation!.isCalling = false
    send(.returned, frame)
  }

  /// The observers of a closure that is called in a task of its own, or by the caller, who sends `returned`.
  package mutating func takeCall() -> ObservedResolution? {
    defer { observation?.isCalling = false }
    return observation
  }

  func send(_ kind: ResolutionStep.Kind, _ frame: Frame) {
    observation?.send(kind, frame, plan, entry)
  }
}

extension ContainerManager {
  /// Adds an observer, which the container retains until it has ended and another resolution begins, or another
  /// observer is added.
  package func add(_ observer: any ResolutionObserver) {
    core.withLock { state, garbage in
      state.removeEndedObservers(&garbage)
      state.observers.append(observer)
    }
  }

  /// Whether the resolutions of this container are observed or traced.
  package var isObserved: Bool {
    factory_core_all_flags(core) & UInt32(FACTORY_IS_OBSERVED) != 0 || factory_is_tracing()
  }

  /// Passes a problem to the observers. Returns whether one of them has reported it.
  package func report(_ problem: ResolutionProblem) -> Bool {
    if let observer = TaskObserver.current, observer.report(problem) { return true }
    // A test that is run again with the same container adds another observer.
    return observers.reversed().contains { $0.report(problem) }
  }

  /// Those of this container and its parents.
  fileprivate var observers: [any ResolutionObserver] {
    var observers = core.currentObservers
    var next = core.parent
    while let parent = next {
      observers += parent.currentObservers
      next = parent.parent
    }
    return observers
  }
}

extension ContainerCore {
  fileprivate var currentObservers: [any ResolutionObserver] {
    let observers = withState { $0.observers }
    if !observers.contains(where: \.hasEnded) { return observers }
    return withLock { state, garbage in
      state.removeEndedObservers(&garbage)
      return state.observers
    }
  }
}

extension ContainerState {
  fileprivate mutating func removeEndedObservers(_ garbage: inout Garbage) {
    let all = observers
    observers = []
    for observer in all {
      if observer.hasEnded { garbage.add(observer) } else { observers.append(observer) }
    }
  }
}

/// The observer of a task's problems, in all containers that it uses.
package enum TaskObserver {
  @TaskLocal package static var current: (any ResolutionObserver)?
}
