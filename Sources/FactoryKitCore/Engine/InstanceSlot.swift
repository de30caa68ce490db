// Factory, MIT licence; see LICENSE
//
// The state machine of one instance, which only computes state transitions: the lock of a store guards it, and threads wait
// for a `Construction`. Then the boxes that hold instances.
internal import FactoryCore

/// The state of one scoped instance.
///
/// | phase    | `ask` by a thread                       | `end`       | `evict` |
/// |----------|-----------------------------------------|-------------|---------|
/// | empty    | `build`; the caller calls `begin`       | ignored     | empty   |
/// | building | `wait`, or `reentered` for the builder | cached, or  | empty   |
/// |          |                                         | empty       |         |
/// | cached   | `hit`; `build` if it is gone or expired | ignored     | empty   |
///
/// | phase    | `ask` by a task                         | by a cancelled task  | by a reader |
/// |----------|-----------------------------------------|----------------------|-------------|
/// | empty    | `build`; a new task builds the instance | `missing`            | `missing`   |
/// | building | `wait`                                  | `wait`               | `missing`   |
/// | cached   | `hit`; `build` if it is gone or expired | `hit`; `missing` if  | `hit`, or   |
/// |          |                                         | gone or expired      | `missing`   |
///
/// A hit starts the time to live again, except for a reader. A caller that gets `missing` leaves
/// the phase as it was.
///
/// If an eviction comes during a construction, the builder still has its ``Construction``, so all
/// waiting threads get the instance. Its `end` finds another phase and caches nothing. So an
/// eviction never waits, and is never undone.
package struct InstanceSlot {
  /// Who asks for an instance.
  package enum Asker {
    /// A thread, which builds a missing instance itself.
    case thread(ThreadState)
    /// A task, for which a missing instance is built in a task of its own, unless the asking task
    /// is cancelled.
    case task(mayBuild: Bool)
    /// A caller that only wants an instance that is there already.
    case reader

    /// The thread that builds a missing instance; nil if a task does.
    var thread: ThreadState? { if case .thread(let thread) = self { thread } else { nil } }

    var mayBuild: Bool {
      switch self {
      case .thread, .task(mayBuild: true): true
      case .task(mayBuild: false), .reader: false
      }
    }
  }

  enum Phase {
    case empty
    // The first case with a payload: its reference is stored unchanged. Those of other cases have bits
    // of their case in them, so leak detectors, which search memory for addresses, do not find the
    // object. An instance by parameter has no other reference.
    case cached(InstanceBox)
    case building(Construction)
  }

  enum Answer {
    case hit(InstanceBox)
    /// The caller has to build the instance, and calls `begin` before it releases the lock. That evicts
    /// an instance that was gone or expired, which the caller releases outside of any lock.
    case build(evicting: AnyObject?)
    case wait(Construction)
    case reentered
    /// There is no instance, and the caller does not build one.
    case missing
  }

  private(set) var phase = Phase.empty
  /// When the cached instance was last used while it had a time to live; unknown if it never had one.
  private(set) var lastUse = TimeToLive.unknown
  /// Whether nobody has got the cached instance yet, because all tasks that asked for it were
  /// cancelled while it was built.
  private(set) var isUnseen = false

  /// Answers a request for the instance.
  mutating func ask(by asker: Asker, timeToLive: TimeToLive? = nil) -> Answer {
    switch phase {
    case .empty:
      return asker.mayBuild ? .build(evicting: nil) : .missing
    case .building(let current):
      switch asker {
      case .thread(let thread): return current.builder == thread ? .reentered : .wait(current)
      case .task: return .wait(current)
      case .reader: return .missing
      }
    case .cached(let instance):
      guard instance.isAlive, timeToLive?.hasExpired(lastUse: lastUse) != true else {
        return asker.mayBuild ? .build(evicting: instance) : .missing
      }
      if case .reader = asker { return .hit(instance) }
      if let timeToLive { lastUse = timeToLive.use(after: lastUse) }
      return .hit(instance)
    }
  }

  /// Begins a construction, after `ask` has answered `build`.
  mutating func begin(_ construction: Construction) {
    phase = .building(construction)
    isUnseen = false
  }

  /// Caches the built instance, unless the construction has been evicted. `instance` is nil if
  /// nothing is to be cached: for an error, a nil result, or a value that cannot be held weakly. Returns whether the construction was still the current one.
  @discardableResult
  mutating func end(
    _ construction: Construction, caching instance: InstanceBox?,
    at time: UInt64 = TimeToLive.unknown, isUnseen: Bool = false
  ) -> Bool {
    guard case .building(let current) = phase, current === construction else { return false }
    if let instance {
      phase = .cached(instance)
      lastUse = time
      self.isUnseen = isUnseen
    } else {
      phase = .empty
    }
    return true
  }

  /// Removes the instance if it has expired, and returns it. The caller releases it outside of any
  /// lock.
  mutating func evictExpired(_ timeToLive: TimeToLive?) -> AnyObject? {
    guard case .cached = phase, let timeToLive, timeToLive.hasExpired(lastUse: lastUse) else {
      return nil
    }
    return evict()
  }

  /// Whether the instance is new for the caller, which has got it by a hit.
  mutating func takeUnseen() -> Bool {
    if !isUnseen { return false }
    isUnseen = false
    return true
  }

  /// Removes the instance, or its construction, and returns it. The caller releases it outside of
  /// any lock.
  package mutating func evict() -> AnyObject? {
    let evicted = object
    phase = .empty
    isUnseen = false
    return evicted
  }

  private var object: AnyObject? {
    switch phase {
    case .empty: nil
    case .building(let construction): construction
    case .cached(let instance): instance
    }
  }

  func isSame(as other: InstanceSlot) -> Bool {
    object === other.object && lastUse == other.lastUse && isUnseen == other.isUnseen
  }

  /// Removes the instance if it is in this box. Returns what `evict` does.
  package mutating func evict(_ box: InstanceBox) -> AnyObject? {
    guard case .cached(let instance) = phase, instance === box else { return nil }
    return evict()
  }

  /// Caches an instance without a construction: one that was assigned to a lazy wrapper.
  mutating func store(_ instance: InstanceBox, lastUse: UInt64 = TimeToLive.unknown) {
    phase = .cached(instance)
    self.lastUse = lastUse
  }

  /// Removes the instance if a shutdown has closed it, and returns it. The caller releases it outside of any lock.
  mutating func evictClosed() -> AnyObject? {
    cached?.instance.record?.isClosed == true ? evict() : nil
  }

  /// Removes a construction from a saved slot. Somebody else retains it.
  mutating func forgetConstruction() {
    if case .building = phase { forget() }
  }

  /// Removes what is in a saved slot, which somebody else retains.
  mutating func forget() { self = InstanceSlot() }

  /// The instance that a resolution may return without changing the slot, if it has no time to live.
  var instanceOfHit: InstanceBox? {
    guard case .cached(let box) = phase, !box.isWeak, !isUnseen else { return nil }
    return box
  }

  /// The instance and when it was last used, if there is one.
  package var cached: (instance: InstanceBox, lastUse: UInt64)? {
    guard case .cached(let instance) = phase else { return nil }
    return (instance, lastUse)
  }
}

// MARK: -

// The object that stores an instance, which can be of any type. It holds the instance
// strongly or, in the shared scope, weakly.

/// Holds one instance without revealing its type. Immutable.
@usableFromInline
package class InstanceBox {
  package final let record: (any InstanceRecord)?

  init(_ record: (any InstanceRecord)? = nil) { self.record = record }

  /// Only a weak box can lose its instance.
  package var isAlive: Bool { true }

  /// Whether this is a ``WeakBox``.
  @usableFromInline
  package var isWeak: Bool { false }
}

/// Holds an instance strongly.
@usableFromInline
package final class StrongBox<T>: InstanceBox {
  @usableFromInline package final let value: T

  init(_ value: T, _ record: (any InstanceRecord)? = nil) {
    self.value = value
    super.init(record)
  }
}

/// Holds an instance of a class weakly.
///
/// Converting the weak reference to the instance's type, which may be a protocol or an optional,
/// would take a dynamic cast on every hit. So the box also stores the bits of the value, without
/// retaining the instance.
@usableFromInline
package final class WeakBox: InstanceBox {
  // Written by `init` only, and the runtime makes reading it safe from any thread. So exclusivity
  // need not be checked. On Apple's systems the reference to an `AnyObject` is one that also works for
  // objects of Objective-C (`swift_unknownObjectWeakInit`). A tagged pointer is never deallocated.
  @exclusivity(unchecked) @usableFromInline package weak var object: AnyObject?
  // Raw memory, which Swift neither initialises nor deinitialises. Invariant: the bits are those of
  // a value whose only reference is to `object`. They are read only while the reader owns a strong
  // reference to `object`, which becomes the reference of the value that is read. `init` compares the
  // bits with the reference itself, so they are right for a tagged pointer, too.
  @usableFromInline package let bits: UnsafeMutableRawPointer

  /// Nil unless `value` consists of one reference to an object, possibly behind a protocol or an
  /// optional. An `any Error`, for example, references its object indirectly.
  @inline(never)
  init?<T>(_ value: T, _ record: (any InstanceRecord)? = nil) {
    guard let object = objectIdentity(of: value),
      withUnsafeBytes(of: value, { $0.starts(withAddressOf: object) })
    else { return nil }
    self.object = object
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    withUnsafeBytes(of: value) { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    bits = memory
    super.init(record)
  }

  deinit {
    bits.deallocate()
  }

  /// The bits of the instance, with a reference to the object that the caller owns, so the caller must
  /// move the value out of them exactly once; nil if the instance is gone.
  @_alwaysEmitIntoClient @inline(__always)
  var retainedBits: UnsafeMutableRawPointer? {
    guard let object else { return nil }
    // The strong reference becomes the value's own: see `bits`.
    _ = Unmanaged.passRetained(object)
    return bits
  }

  /// The instance, of the type that the box was created with; nil if it is gone.
  @_alwaysEmitIntoClient @inline(__always)
  package func value<T>(_: T.Type) -> T? {
    retainedBits?.assumingMemoryBound(to: T.self).move()
  }

  package override var isAlive: Bool { object != nil }

  @usableFromInline
  package override var isWeak: Bool { true }
}

extension UnsafeRawBufferPointer {
  fileprivate func starts(withAddressOf object: AnyObject) -> Bool {
    count >= MemoryLayout<UnsafeMutableRawPointer>.size
      && load(as: UnsafeRawPointer?.self) == UnsafeRawPointer(unowned: object)
  }
}

extension InstanceBox {
  /// The instance, of the type that the box was created with; nil if it is held weakly and gone.
  @_alwaysEmitIntoClient @inline(__always)
  package final func instance<T>(_: T.Type = T.self) -> T? {
    // An entry's key contains the type, so its boxes are of that type too.
    isWeak
      // `isWeak` is true only for a `WeakBox`.
      ? assumedObject(self, WeakBox.self).value(T.self)
      // Not weak, and of the type in the entry's key.
      : assumedObject(self, StrongBox<T>.self).value
  }
}

extension Garbage {
  /// Retains a weakly held instance until the lock is released.
  package mutating func keepAlive(_ box: InstanceBox) {
    // `isWeak` is true only for a `WeakBox`.
    guard box.isWeak, let object = assumedObject(box, WeakBox.self).object else { return }
    add(object)
  }
}

// MARK: -

// Inspects values of unknown type: optionals, and objects behind protocols.

/// Gives generic code access to the value of an optional of unknown type.
protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  var wrappedValue: Any? {
    guard case .some(let wrapped) = self else { return nil }
    if let inner = wrapped as? any OptionalValue { return inner.wrappedValue }
    return wrapped
  }
}

/// The object that `value` references, also through protocols and optionals; nil for other values.
func objectIdentity<T>(of value: T) -> AnyObject? {
  var bottom: Any = value
  if let optional = bottom as? any OptionalValue {
    guard let wrapped = optional.wrappedValue else { return nil }
    bottom = wrapped
  }
  // On Apple systems, `as AnyObject` alone would box a value, so the dynamic type is checked first.
  guard type(of: bottom) is AnyClass else { return nil }
  return bottom as AnyObject
}

/// Whether `value` is nil, at any depth of nested optionals.
func isNil<T>(_ value: T) -> Bool {
  // The cast takes much longer than the check of the type, which is false for most.
  _isOptional(T.self) && (value as? any OptionalValue)?.wrappedValue == nil
}
