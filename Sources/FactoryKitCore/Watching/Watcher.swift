// Factory, MIT licence; see LICENSE
//
// Calls a closure for each resolution of a container.
internal import FactoryCore

/// A closure that is called after resolutions.
final class Watcher: ResolutionObserver {
  /// Nil when no call may begin any more. An object, because each read of a closure through generic code would wrap the
  /// closure in another one.
  private let receiver: Locked<Receiver?>
  let receivesSteps = true

  private final class Receiver: Sendable {
    let call: @Sendable (ResolutionEvent) -> Void

    init(_ call: @escaping @Sendable (ResolutionEvent) -> Void) { self.call = call }
  }

  init(_ call: @escaping @Sendable (ResolutionEvent) -> Void) {
    receiver = Locked(Receiver(call))
  }

  var hasEnded: Bool { receiver.withLock { $0 == nil } }

  func cancel() {
    // Released without the lock.
    let old = receiver.withLock { $0.take() }
    withExtendedLifetime(old) {}
  }

  /// Calls the closure, unless its own call has caused the resolution. Called with no lock held.
  func receive(_ step: ResolutionStep) {
    guard case .ended = step.kind else { return }
    let thread = factory_current_thread()
    let identity = UnsafeRawPointer(unowned: self)
    let outer = thread.pointee.watching
    if Self.isRunning(identity, outer) { return }
    guard let receiver = receiver.withLock({ $0 }) else { return }
    let event = ResolutionEvent(step)
    TaskFrame.outside {
      let cycle = DetachedCycle(thread)
      var call = factory_watcher_call(watcher: identity, outer: outer)
      withUnsafePointer(to: &call) {
        thread.pointee.watching = UnsafeRawPointer($0)
        receiver.call(event)
        thread.pointee.watching = outer
      }
      cycle.attach(to: thread)
    }
  }

  /// Whether the thread is inside the watcher, which does not get the resolutions that it makes.
  private static func isRunning(
    _ watcher: UnsafeRawPointer, _ call: UnsafeRawPointer?
  ) -> Bool {
    var next = call
    // Written by `receive`, which has not returned yet.
    while let call = next?.assumingMemoryBound(to: factory_watcher_call.self).pointee {
      if call.watcher == watcher { return true }
      next = call.outer
    }
    return false
  }
}

extension ResolutionEvent {
  fileprivate init(_ step: ResolutionStep) {
    let settings = step.settings
    kind =
      if !step.isNew {
        .kept
      } else if settings?.chosen != nil {
        .context
      } else if settings?.values.registration != nil {
        .registered
      } else {
        .built
      }
    depth = step.depth
    duration = Double(step.duration) / 1e9
    subject = step.factory
    if let frame = step.frame.pointee.previous {
      outer = FactoryReference(frame)
      isPartOfConstruction = frame.pointee.phase == UInt32(FACTORY_CONSTRUCTING)
    } else {
      outer = TaskFrame.surroundings.resolution?.factory
      isPartOfConstruction = outer != nil
    }
    let scope =
      step.node.flatMap { factory_node_scope($0) }.map { ScopeReference(address: $0) }
      ?? step.frame.asked.core.defaultScope
    self.scope = scope?.kind ?? .unique
    hasCustomScope = scope?.isCustom ?? false
    context = step.isNew ? settings?.chosen?.context : nil
  }
}
