// Factory, MIT licence; see LICENSE
//
// Watching the resolutions of a container: the watch, its events, and what they refer to.
internal import FactoryCore

extension ContainerManager {
  /// Calls a closure after every resolution of this container and its child containers, until the
  /// token that it returns is cancelled or released.
  ///
  /// The closure is called on the thread or in the task that has resolved, with no lock held. Inner
  /// resolutions are reported before those that caused them. The closure may resolve, register and
  /// reset factories, add watchers, and cancel itself. It does not get the resolutions that it makes
  /// itself, and these are not part of the resolution in its event. It cannot resolve a scoped factory
  /// whose closure is still running on the same thread: that is a circular dependency, which traps.
  ///
  /// A resolution that fails, `resolvedOrNil()`, and a later read of a lazy wrapper are not
  /// reported. `push`, `pop` and resets leave watchers in place. Watchers are called in the order in
  /// which they were added. One that is added during a resolution may or may not get that resolution.
  ///
  /// May be called from any thread. The container owns the closure until it is cancelled; the token
  /// does not own the container. While nothing is watched, resolutions do not become slower. An
  /// event costs about 400 ns. See <doc:Watching>.
  ///
  /// ```swift
  /// let watch = Container.shared.manager.watch { event in print(event) }
  /// defer { watch.cancel() }
  /// ```
  public func watch(_ watcher: @escaping @Sendable (ResolutionEvent) -> Void) -> ResolutionWatch {
    let watcher = Watcher(watcher)
    add(watcher)
    return ResolutionWatch(watcher)
  }
}

/// A watcher of a container. Returned by ``ContainerManager/watch(_:)``.
///
/// Releasing it cancels it: store it as long as you want to watch. May be used and released on any
/// thread. It does not retain the container, and has no effect when that is gone. See
/// <doc:Watching>.
///
/// ```swift
/// let watch = Container.shared.manager.watch { event in print(event) }
/// defer { watch.cancel() }
/// ```
public final class ResolutionWatch: Sendable {
  // The container is not known here, because a weak reference to it would make retaining and releasing it slower. It
  // releases the watcher when it next resolves.
  private let watcher: Watcher

  init(_ watcher: Watcher) {
    self.watcher = watcher
  }

  deinit {
    cancel()
  }

  /// Ends the watching. Does nothing if it has been called before.
  ///
  /// When it returns, no further call of the closure begins on any thread. It does not wait for
  /// calls that have begun, which may still be running on other threads. So it can be called inside
  /// the closure, and while you hold a lock that the closure takes.
  ///
  /// ```swift
  /// let watch = Container.shared.manager.watch { event in print(event) }
  /// watch.cancel()
  /// ```
  public func cancel() { watcher.cancel() }
}

// MARK: -

// Calls a closure for each resolution of a container.

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

// MARK: -

// The value that a watcher gets for each resolution.

/// A resolution that has ended with an instance.
///
/// Passed to the closures of ``ContainerManager/watch(_:)``. An event may be stored and passed to
/// other threads. It retains neither the container nor the instance. The names are composed when
/// they are read, so an event whose names are not read is cheap. See <doc:Watching>.
///
/// ```swift
/// let watch = Container.shared.manager.watch { event in
///   if event.duration > 0.1 { print(event.factory, event.duration) }
/// }
/// ```
public struct ResolutionEvent: Sendable {
  /// Where the instance comes from. A minor version may add cases, so a `switch` needs a `default`.
  public enum Kind: Sendable {
    /// It existed already, or another resolution has built it while this one waited.
    case kept
    /// The factory's own closure has built it.
    case built
    /// A closure that was registered has built it.
    case registered
    /// The closure of a context has built it.
    case context
  }

  /// Where the instance comes from.
  public let kind: Kind
  /// The number of resolutions around this one, of all containers: 0 for one that no factory's
  /// closure has caused.
  public let depth: Int
  /// How long the resolution took, in seconds, on the system's monotonic clock. Includes the time
  /// for the resolutions that it has caused, for `autoRegister` and for decorators, and the time
  /// spent waiting.
  public let duration: Double

  package let subject: FactoryReference
  package let outer: FactoryReference?
  /// Whether the closure of the factory around this one has caused the resolution, not its
  /// decorator or `autoRegister`.
  package let isPartOfConstruction: Bool
  /// The kind of the factory's scope. The scope itself is retained by its container only.
  package let scope: ScopeKind
  /// Whether the program has declared the scope.
  package let hasCustomScope: Bool
  /// The context whose closure has built the instance.
  package let context: FactoryContextType?

  /// The factory, as messages and traces name it, without the type: `Module.Container.name`. The
  /// type follows in angle brackets if the factory was registered by type, with ``Resolving``.
  public var factory: String { subject.name }

  /// The container's type: `Module.Container`.
  public var container: String { subject.containerName }

  /// The factory whose closure or decorator has caused the resolution, named like ``factory``; nil
  /// if there is none. It may be one of another container.
  public var parent: String? { outer?.name }
}

extension ResolutionEvent: CustomStringConvertible {
  /// The event in one line, such as `FactoryKit.Container.engine: built, depth 1, 0.0002 s`.
  public var description: String { "\(factory): \(kind), depth \(depth), \(duration) s" }
}

// MARK: -

// Refers to a factory in a way that stays valid when its container is gone. Used by events.

/// A factory, by the addresses of literals and metadata.
package struct FactoryReference: Sendable {
  /// See `ContainerIdentity`.
  private let container: UInt64
  private let declaration: FactoryDeclaration
  private let types: FactoryTypes

  @inline(never)
  package init(_ frame: Frame) {
    container = frame.pointee.container
    declaration = FactoryDeclaration(frame)
    // Written by `factory_frame_describe`.
    types = FactoryTypes(parameter: frame.pointee.parameter_type, result: frame.pointee.type!)
  }

  package var line: UInt32 { declaration.line }

  /// Equal for factories of all containers of a type.
  package var identity: FactoryIdentity {
    FactoryIdentity(declaration.key(types), in: containerType ?? Never.self)
  }

  package var containerType: Any.Type? { ContainerIdentity(bits: container).type }

  /// `Module.Container`.
  package var containerName: String { containerType.map(typeName) ?? "?" }

  /// `Module.Container.name`. The name of a factory that is only known by its type includes that.
  package var name: String { name(withContainer: true) }

  @inline(never)
  package func name(withContainer: Bool) -> String {
    let name = factoryName(containerType, declaration.name, withContainer: withContainer)
    // See `Resolving.byType`.
    return declaration.name.pointee == UInt8(ascii: "(") ? "\(name)<\(productName)>" : name
  }

  /// The type in the factory's key.
  // Written by `factory_frame_describe`: metadata of a type, which is never freed.
  package var keyType: Any.Type { unsafeBitCast(types.result, to: Any.Type.self) }

  /// The full name of the type of the factory's instances.
  package var productName: String { typeName(productType(of: keyType)) }

  /// `Module/File.swift`.
  package var file: String { String(cString: declaration.file) }

  package var hasParameter: Bool { types.parameter != nil }

  package var isPromise: Bool { declaration.has(FACTORY_IS_PROMISE) }

  package var isGroup: Bool { declaration.has(FACTORY_IS_GROUP) }

  package var isTestable: Bool { declaration.has(FACTORY_IS_TESTABLE) }

  /// Whether it is the function that a property wrapper has created from a parameter factory.
  package var isFunction: Bool { declaration.has(FACTORY_IS_FUNCTION) }
}
