// Factory, MIT licence; see LICENSE
//
// What a shutdown needs to know about an instance: its hook, and when it was built.
package import FactoryCore

/// The closure of `onShutdown`, type-erased. ``ShutdownHook`` is the only subclass.
@usableFromInline
package class AnyShutdownHook: ModifierClosure {
  package let observer: InstanceObserver

  fileprivate init(_ closure: ClosureIdentity, _ observer: InstanceObserver) {
    self.observer = observer
    super.init(closure)
  }

  /// A function that calls the closure with the instance in a box.
  package func closing(_ box: InstanceBox) -> @Sendable () async throws -> Void {
    fatalError("FactoryKit: AnyShutdownHook is abstract")
  }
}

@usableFromInline
package final class ShutdownHook<T: Sendable>: AnyShutdownHook {
  private let hook: ShutdownClosure<T>

  @usableFromInline
  package init(
    _ close: ShutdownClosure<T>, _ closure: ClosureIdentity, _ observer: InstanceObserver
  ) {
    hook = close
    super.init(closure, observer)
  }

  package override func closing(_ box: InstanceBox) -> @Sendable () async throws -> Void {
    // Nil only if the instance is held weakly and gone.
    guard let instance: T = box.instance() else { return {} }
    return { [hook] in try await hook.call(instance) }
  }
}

/// The closure of `onShutdown`.
@usableFromInline
@frozen
package struct ShutdownClosure<T>: Sendable {
  @usableFromInline package let call: @Sendable (T) async throws -> Void

  @_alwaysEmitIntoClient
  package init(_ call: @escaping @Sendable (T) async throws -> Void) { self.call = call }
}

/// The hook of one instance, and its position in the order of construction. Instances that a warm-up
/// builds have a record even if they have no hook: if one is set later, their boxes need not be replaced, and their
/// positions are known.
package final class ShutdownRecord: @unchecked Sendable {
  // Sendable: constant, or guarded by `lock`.

  /// The hook with which the instance was built, or one that was set since then: for a singleton, and for any instance
  /// during its construction. Nil if there was none.
  package var hook: AnyShutdownHook? { Self.lock.withLock { currentHook } }
  package let factory: ClosableFactory
  /// What has created the record; nil for `copied`.
  package let observer: InstanceObserver?
  /// The warm-up that builds the instance.
  package let warmUp: AnyObject?
  /// How many hooks led to the construction: 1 if a hook has built the instance, 2 if a hook of such
  /// an instance has, and so on.
  package let depth: Int
  /// When the construction began, as a number of `ConstructionOrder`; zero without a warm-up.
  package let begin: UInt64

  /// Guards the state of all records. A leaf lock.
  private static let lock = Lock()
  @exclusivity(unchecked) private var currentHook: AnyShutdownHook?
  @exclusivity(unchecked) private var currentNumber: UInt64
  @exclusivity(unchecked) private var isTaken = false
  @exclusivity(unchecked) private var hasClosed = false

  package init(
    _ hook: AnyShutdownHook?, _ factory: ClosableFactory, _ observer: InstanceObserver?,
    number: UInt64 = 0, warmUp: AnyObject? = nil, depth: Int = 0
  ) {
    currentHook = hook
    currentNumber = number
    self.factory = factory
    self.observer = observer
    self.warmUp = warmUp
    begin = warmUp == nil ? 0 : ConstructionOrder.next()
    self.depth = depth
  }

  /// The record of all instances without one that a singleton scope has from the scope of which it
  /// is a copy. Its number is lower than those of the scope's own instances.
  static let copied = ShutdownRecord(
    nil,
    ClosableFactory(
      container: 0,
      key: factory_key(
        name: ("copied" as StaticString).utf8Start, file: nil,
        // Metadata of a type, which is never freed.
        type: unsafeBitCast(Void.self as Any.Type, to: UnsafeRawPointer.self), parameter_type: nil),
      file: nil, line: 0),
    nil)

  /// The position of the instance in the order of construction: a dependency has a lower number than
  /// what was built with it. If the hook was set after the instance was built, lower than those of all instances, unless a
  /// warm-up has built it.
  package var number: UInt64 { Self.lock.withLock { currentNumber } }

  /// Gives the instance its number, and returns the box to cache.
  func attach(to box: InstanceBox?) -> InstanceBox? {
    guard let box else { return nil }
    let number = ConstructionOrder.next()
    Self.lock.withLock { currentNumber = number }
    return box.recorded(self)
  }

  /// Replaces the hook, and returns the old one. The caller releases it outside of any lock.
  package func replaceHook(_ new: AnyShutdownHook) -> AnyShutdownHook? {
    Self.lock.withLock {
      defer { currentHook = new }
      return currentHook
    }
  }

  /// Whether there is a hook. Does not retain it, so it may be called with a lock held.
  package var hasHook: Bool { Self.lock.withLock { currentHook != nil } }

  /// Whether a shutdown has taken the instance.
  package var hasBeenTaken: Bool { Self.lock.withLock { isTaken } }

  /// Claims the instance for one shutdown. True once.
  package func take() -> Bool {
    Self.lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Whether the hook has run, so that the instance must not be cached again.
  var isClosed: Bool { Self.lock.withLock { hasClosed } }

  package func markAsClosed() { Self.lock.withLock { hasClosed = true } }
}

/// The factory of an instance, for messages. Remains valid when the container is gone.
package struct ClosableFactory {
  /// The bits of a `ContainerIdentity`.
  package let container: UInt64
  package let key: factory_key
  /// The location of the declaration, if it is known.
  package let file: UnsafePointer<UInt8>?
  package let line: UInt32

  package init(
    container: UInt64, key: factory_key, file: UnsafePointer<UInt8>?, line: UInt32
  ) {
    self.container = container
    self.key = key
    self.file = file
    self.line = line
  }
}

/// Numbers that increase in the order in which instances are cached.
package enum ConstructionOrder {
  private static let last = Locked<UInt64>(0)

  /// A number that is higher than all before.
  package static func next() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
