// Factory, MIT licence; see LICENSE
//
// How a cell holds an instance of any type: strongly, or weakly for `.shared`.
import FactoryAtomics

/// Holds one instance, without saying of what type. Never changes, but for `TimedBox`.
@usableFromInline
class InstanceBox {
  init() {}

  /// What a cell's word says of the box.
  var phase: Int { Int(FACTORY_READY_STRONGLY) }

  /// A reference to be held while the instance is taken out; nil if the instance has gone. Only a
  /// weak box can lose it.
  var existing: AnyObject? { self }

  /// The same for another cell.
  func copied() -> InstanceBox { self }
}

/// Keeps an instance.
@usableFromInline
final class StrongBox<T>: InstanceBox {
  @usableFromInline let value: T

  @usableFromInline
  init(_ value: T) {
    self.value = value
  }
}

/// Keeps an instance of a class only as long as somebody else does.
///
/// Going from the weak reference back to the instance's type, which may be a protocol or an
/// optional, would cost a dynamic cast on every hit. So the box also keeps the bits of the value,
/// not counted as a reference.
@usableFromInline
final class WeakBox: InstanceBox {
  // Written by `init` only; the run time makes reading it safe from any thread. So there is no
  // access to check for exclusivity.
  @exclusivity(unchecked) @usableFromInline weak var object: AnyObject?
  // Never initialised nor deinitialised in Swift's eyes. Invariant: the bits are those of a value
  // whose only reference is to `object`; they are read only with a strong reference to `object`
  // at hand, which becomes that of the value read.
  @usableFromInline let bits: UnsafeMutableRawPointer

  /// Nil if `value` is not, at bottom, one object of a class, or refers to it by way of something
  /// else that it owns, as an `any Error` does.
  @inline(never)
  init?<T>(_ value: T) {
    guard let object = objectIdentity(of: value),
      withUnsafeBytes(of: value, { $0.starts(withAddressOf: object) })
    else { return nil }
    self.object = object
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    withUnsafeBytes(of: value) { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    bits = memory
  }

  deinit {
    bits.deallocate()
  }

  /// The instance, of the type that the box was made with.
  @_alwaysEmitIntoClient @inline(__always)
  func value<T>(_: T.Type) -> T? {
    guard let object else { return nil }
    // The strong reference becomes the value's own: see `bits`.
    _ = Unmanaged.passRetained(object)
    return bits.assumingMemoryBound(to: T.self).move()
  }

  override var phase: Int { Int(FACTORY_READY_WEAKLY) }

  override var existing: AnyObject? { object }
}

extension UnsafeRawBufferPointer {
  fileprivate func starts(withAddressOf object: AnyObject) -> Bool {
    count >= MemoryLayout<UnsafeMutableRawPointer>.size
      && load(as: UnsafeMutableRawPointer?.self) == Unmanaged.passUnretained(object).toOpaque()
  }
}

/// Another box and when its instance was last handed out. Belongs to one cell.
final class TimedBox: InstanceBox {
  let box: InstanceBox
  /// By the container's clock; guarded by the cell's lock.
  var lastUse: UInt64

  init(_ box: InstanceBox, lastUse: UInt64) {
    self.box = box
    self.lastUse = lastUse
  }

  override var phase: Int { Int(FACTORY_READY_TIMED) }

  override var existing: AnyObject? { box.existing }

  override func copied() -> InstanceBox { TimedBox(box, lastUse: lastUse) }

  /// Whether nobody asked for the instance for as long as it may live.
  func isExpired(_ timeToLive: InstanceState.TimeToLive?) -> Bool {
    guard let timeToLive else { return false }
    return timeToLive.now >= lastUse && timeToLive.now &- lastUse >= timeToLive.limit
  }
}
