// Factory, MIT licence; see LICENSE
//
// How a cell holds an instance of any type: strongly, or weakly for `.shared`.

/// Holds one instance, without saying of what type. Belongs to one cell.
@usableFromInline
class InstanceBox {
  /// When the instance was last handed out, by the container's clock; guarded by the cell's lock.
  private var lastUseOrNever = InstanceBox.never

  private static let never = UInt64.max

  /// Nil for an instance without a time to live.
  final var lastUse: UInt64? {
    get { lastUseOrNever == Self.never ? nil : lastUseOrNever }
    set { lastUseOrNever = newValue ?? Self.never }
  }

  /// Whether the instance is still there. Only a weak box can lose it.
  var isAlive: Bool { true }

  /// Whether this is a `WeakBox`.
  var isWeak: Bool { false }

  /// Another box with the same instance, for another cell.
  final func copy(lastUse: UInt64?) -> InstanceBox {
    let copy = makeCopy()
    copy.lastUse = lastUse
    return copy
  }

  func makeCopy() -> InstanceBox {
    fatalError("FactoryKit: every kind of box makes its own copies")
  }

  /// Whether nobody asked for the instance for as long as it may live.
  final func isExpired(_ timeToLive: (limit: UInt64, now: UInt64)?) -> Bool {
    // Without a last use the time to live was given after the instance: it starts with this one.
    guard let timeToLive, let lastUse else { return false }
    return timeToLive.now &- lastUse >= timeToLive.limit && timeToLive.now >= lastUse
  }
}

/// Keeps an instance.
@usableFromInline
final class StrongBox<T>: InstanceBox {
  @usableFromInline let value: T

  init(_ value: T) {
    self.value = value
  }

  override func makeCopy() -> InstanceBox { StrongBox(value) }
}

/// Keeps an instance of a class only as long as somebody else does.
///
/// Going from the weak reference back to `T`, which may be a protocol or an optional, would cost
/// a dynamic cast on every hit. So the box also keeps the bits of the `T`, not counted as a
/// reference.
@usableFromInline
final class WeakBox<T>: InstanceBox {
  // Written by `init` only; the run time makes reading it safe from any thread. So there is no
  // access to check for exclusivity.
  @exclusivity(unchecked) @usableFromInline weak var object: AnyObject?
  // Never initialised nor deinitialised in Swift's eyes. Invariant: the bits are those of a `T`
  // whose only reference is to `object`; they are read only while a strong reference to `object`
  // is held, so that reference is valid and copying the `T` retains it.
  @usableFromInline let bits: UnsafeMutableRawPointer

  /// Nil if `value` is not, at bottom, one object of a class.
  init?(_ value: T) {
    guard let object = objectIdentity(of: value) else { return nil }
    self.object = object
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    withUnsafeBytes(of: value) { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    bits = memory
  }

  private init(object: AnyObject?, copyOf other: UnsafeMutableRawPointer) {
    self.object = object
    bits = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    bits.copyMemory(from: other, byteCount: MemoryLayout<T>.size)
  }

  deinit {
    bits.deallocate()
  }

  @_alwaysEmitIntoClient @inline(__always)
  var value: T? {
    guard let object else { return nil }
    // Until the value has its own reference.
    defer { _fixLifetime(object) }
    return bits.assumingMemoryBound(to: T.self).pointee
  }

  override var isAlive: Bool { object != nil }

  override var isWeak: Bool { true }

  override func makeCopy() -> InstanceBox { WeakBox(object: object, copyOf: bits) }
}
