// Factory, MIT licence; see LICENSE
//
// What a shutdown needs to know about an instance: its hook, and when it was built.
internal import FactoryCore

/// The closure of `onShutdown`, type-erased. ``ShutdownHook`` is the only subclass.
@usableFromInline
// Sendable: like `AnyOverride`. The closure is `@Sendable`.
class AnyShutdownHook: AnyOverride, @unchecked Sendable {
  /// Calls the closure with the instance in the box.
  func run(_ box: InstanceBox) async throws {
    fatalError("FactoryKit: AnyShutdownHook is abstract")
  }
}

@usableFromInline
// Sendable: like `AnyShutdownHook`.
final class ShutdownHook<T: Sendable>: AnyShutdownHook, @unchecked Sendable {
  private let close: ShutdownClosure<T>

  @usableFromInline
  init(_ close: ShutdownClosure<T>, _ closure: ClosureIdentity) {
    self.close = close
    super.init(closure)
  }

  override func run(_ box: InstanceBox) async throws {
    // Nil only if the instance is held weakly and gone.
    guard let instance: T = box.instance() else { return }
    try await close.call(instance)
  }
}

/// The closure of `onShutdown`.
@usableFromInline
@frozen
struct ShutdownClosure<T> {
  @usableFromInline let call: @Sendable (T) async throws -> Void

  @_alwaysEmitIntoClient
  init(_ call: @escaping @Sendable (T) async throws -> Void) { self.call = call }
}

/// The shutdown in progress of a container or of a singleton scope.
class AnyShutdown {
  /// Called when another instance with a hook was cached.
  func noteInstance() {}
}

/// The hook of one instance, and its position in the order of construction. Instances that a warm-up
/// builds have a record even if they have no hook. Their boxes do not reference it.
final class ShutdownRecord: @unchecked Sendable {
  // Sendable: constant, or guarded by `lock`.

  /// The hook with which the instance was built; nil if there was none.
  var hook: AnyShutdownHook? { Self.lock.withLock { currentHook } }
  let factory: ClosableFactory
  /// The warm-up that builds the instance.
  let warmUp: AnyObject?
  /// How many hooks led to the construction: 1 if a hook has built the instance, 2 if a hook of such
  /// an instance has, and so on.
  let depth: Int
  /// When the construction began, as a number of `ConstructionOrder`; zero without a warm-up.
  let begin: UInt64

  /// Guards the state of all records. A leaf lock.
  private static let lock = Lock()
  @exclusivity(unchecked) private var currentHook: AnyShutdownHook?
  @exclusivity(unchecked) private var currentNumber: UInt64
  @exclusivity(unchecked) private var isTaken = false
  @exclusivity(unchecked) private var hasClosed = false

  init(
    _ hook: AnyShutdownHook?, _ factory: ClosableFactory, number: UInt64 = 0,
    warmUp: AnyObject? = nil, depth: Int = 0
  ) {
    currentHook = hook
    currentNumber = number
    self.factory = factory
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
      file: nil, line: 0))

  /// The position of the instance in the order of construction: a dependency has a lower number than
  /// what was built with it. Zero if the hook was set after the instance was built.
  var number: UInt64 { Self.lock.withLock { currentNumber } }

  /// Gives the instance its number, and returns the box to cache.
  func attach(to box: InstanceBox?) -> InstanceBox? {
    guard let box else { return nil }
    let number = ConstructionOrder.next()
    let hasHook = Self.lock.withLock {
      currentNumber = number
      return currentHook != nil
    }
    return hasHook ? box.recorded(self) : box
  }

  /// Replaces the hook, and returns the old one. The caller releases it outside of any lock.
  func replaceHook(_ new: AnyShutdownHook) -> AnyShutdownHook? {
    Self.lock.withLock {
      defer { currentHook = new }
      return currentHook
    }
  }

  /// Whether a shutdown has taken the instance.
  var hasBeenTaken: Bool { Self.lock.withLock { isTaken } }

  /// Claims the instance for one shutdown. True once.
  func take() -> Bool {
    Self.lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Whether the hook has run, so that the instance must not be cached again.
  var isClosed: Bool { Self.lock.withLock { hasClosed } }

  func noteClosed() { Self.lock.withLock { hasClosed = true } }
}

/// The factory of an instance, for messages. Remains valid when the container is gone.
struct ClosableFactory {
  /// The bits of a `ContainerIdentity`.
  let container: UInt64
  let key: factory_key
  /// The place of the declaration, if it is known.
  let file: UnsafePointer<UInt8>?
  let line: UInt32
}

/// Numbers that increase in the order in which instances are cached.
enum ConstructionOrder {
  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var last: UInt64 = 0

  /// A number that is higher than all before. Follows the monotonic clock, so that the numbers of
  /// several copies of the library in one process can be compared.
  static func next() -> UInt64 {
    let now = factory_monotonic_nanoseconds()
    return lock.withLock {
      last = max(last + 1, now)
      return last
    }
  }
}
