// Factory, MIT licence; see LICENSE
//
// Decides which factories of a strict test are reported, and records the issues in the test that created the container.
//
// - A factory that calls its own closure is reported when that has returned or thrown, unless the closure has resolved other
//   factories of which none was reported.
// - Each resolution of the container, also one that finds a cached instance, is recorded in the innermost such call around it.
internal import FactoryKit
internal import Testing

/// Reports the factories of one container that call their own closure, each of them once.
///
/// An issue is recorded by the task that resolves, so that `withKnownIssue` around the resolution
/// matches it. A detached task or a thread belongs to no test: its issues are recorded when the test
/// ends. No lock is held during a report.
final class StrictIssues: ResolutionObserver {
  private let record: IssueRecorder
  private let state = Locked(State())
  let receivesSteps = true

  fileprivate struct State {
    /// The calls that have not returned.
    var calls: [ResolutionID: Call] = [:]
    var allowed: Set<FactoryIdentity> = []
    var reported: Set<FactoryIdentity> = []
    var passedOver: Set<[FactoryIdentity]> = []
    /// The messages until the allowed factories are known.
    var early: [(factory: FactoryIdentity, message: String)]? = []
    var hasEnded = false
  }

  /// A call of a factory's own closure.
  fileprivate struct Call {
    let factory: FactoryIdentity
    var hasResolvedOthers = false
    var isAboveReported = false
  }

  /// Makes a container strict until `end`. Called while the container is the shared one.
  /// - Parameter test: nil outside of Swift Testing's tests; the messages are then logged.
  init<C: SharedContainer>(
    of container: C, allowing factories: [AllowedFactory<C>], test: Test.ID?,
    _ sourceLocation: SourceLocation
  ) {
    record = IssueRecorder(test, sourceLocation)
    container.manager.add(self)
    // Reading the key paths may run `autoRegister`, which may resolve other factories.
    allow(factories, of: container)
    let early = state.withLock { state in
      defer { state.early = nil }
      return (state.early ?? []).filter { !state.allowed.contains($0.factory) }
    }
    for (_, message) in early { record.report(message) }
  }

  /// Makes a container strict for the current test, or none, if the options say so. The function that it returns ends that.
  ///
  /// A container that is strict already, or whose parent is, stays so, and allows more factories meanwhile: otherwise each
  /// of them would be reported twice.
  static func begin<C: SharedContainer>(
    ifIn options: ContainerTestOptions, of container: C, allowing factories: [AllowedFactory<C>],
    _ sourceLocation: SourceLocation
  ) -> (() -> Void)? {
    guard options.contains(.strict) else { return nil }
    if let outer = ofContainer(container) {
      let new = outer.allow(factories, of: container)
      return { outer.state.withLock { $0.allowed.subtract(new) } }
    }
    let issues = StrictIssues(
      of: container, allowing: factories, test: Test.current?.id, sourceLocation)
    return { issues.end() }
  }

  /// Those that a container or a parent of it has.
  static func ofContainer(_ container: some SharedContainer) -> StrictIssues? {
    container.manager.observers.lazy.compactMap { $0 as? StrictIssues }.first { !$0.hasEnded }
  }

  /// Returns the factories that were not allowed before.
  @discardableResult
  func allow<C: SharedContainer>(
    _ factories: [AllowedFactory<C>], of container: C
  ) -> Set<FactoryIdentity> {
    // Without the lock, because reading a key path may run `autoRegister`.
    let identities = Set(factories.map { $0.identity(in: container) })
    return state.withLock { state in
      defer { state.allowed.formUnion(identities) }
      return identities.subtracting(state.allowed)
    }
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    record.end()
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func receive(_ step: ResolutionStep) {
    switch step.kind {
    case .began:
      break
    case .callsOwnClosure where step.factory.mayBeReported:
      let call = Call(factory: step.factory.identity)
      state.withLock { $0.calls[step.id] = call }
    case .returned:
      guard let call = state.withLock({ $0.calls.removeValue(forKey: step.id) }) else { break }
      let isReported = (!call.hasResolvedOthers || call.isAboveReported) && report(call, step)
      let around = step.around
      // What an allowed factory has resolved counts for the factories above it.
      state.withLock {
        $0.record(
          call.factory, in: around, isReported: isReported || call.isAboveReported,
          hasResolvedOthers: call.hasResolvedOthers)
      }
    case .callsOwnClosure, .callsReplacement, .ended, .failed:
      let (factory, around) = (step.factory.identity, step.around)
      state.withLock {
        let isReported =
          $0.reported.contains(factory) && !$0.allowed.contains(factory) && !step.isReplaced
        $0.record(factory, in: around, isReported: isReported)
      }
    }
  }

  func reportPassedOver(
    _ factory: FactoryIdentity, by kept: FactoryIdentity, _ message: () -> String
  ) -> Bool {
    if hasEnded { return false }
    if state.withLock({ $0.passedOver.insert([kept, factory]).inserted }) {
      record.report(message())
    }
    return true
  }

  /// Reports a factory, unless it is allowed or was reported before. Returns whether it was reported, now or before.
  private func report(_ call: Call, _ step: ResolutionStep) -> Bool {
    let isKnown = state.withLock { state -> Bool? in
      if state.allowed.contains(call.factory) { return false }
      return state.reported.contains(call.factory) ? true : nil
    }
    if let isKnown { return isKnown }
    var chain = step.chain
    let message = Message.liveDefinition(
      chain.removeLast(), resolvedBy: chain,
      container: step.factory.containerType.map { "\($0)" } ?? "Container", child: step.child,
      name: step.factory.name(withContainer: false), hasParameter: step.factory.hasParameter,
      isAboveReported: call.isAboveReported)
    let isDue = state.withLock { state in
      // Another thread may have reported it meanwhile.
      guard state.reported.insert(call.factory).inserted, !state.hasEnded else { return false }
      state.early?.append((call.factory, message))
      return state.early == nil
    }
    if isDue { record.report(message) }
    return true
  }
}

extension StrictIssues.State {
  /// Records a resolution in the innermost call around it. A resolution of the call's own factory, with another parameter, is
  /// not one of another factory, but may have resolved some.
  fileprivate mutating func record(
    _ resolved: FactoryIdentity, in around: [ResolutionID], isReported: Bool,
    hasResolvedOthers inner: Bool = false
  ) {
    guard let id = around.first(where: { calls[$0] != nil }) else { return }
    if inner || resolved != calls[id]!.factory { calls[id]!.hasResolvedOthers = true }
    if isReported { calls[id]!.isAboveReported = true }
  }
}

extension FactoryReference {
  /// A promise has no closure of its own. A property wrapper's function only calls its parameter factory, and a group only its
  /// members, which are reported themselves. A factory with `testable` is allowed.
  fileprivate var mayBeReported: Bool { !isPromise && !isFunction && !isGroup && !isTestable }
}
