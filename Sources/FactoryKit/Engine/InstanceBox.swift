// Factory, MIT licence; see LICENSE
//
// How a cell holds an instance of any type: strongly, or weakly for `.shared`.

/// Holds one instance, without saying of what type.
@usableFromInline
package class InstanceBox {
  /// Whether the instance is still there. Only a weak box can lose it.
  package var isAlive: Bool { true }
}

/// Keeps an instance.
@usableFromInline
package final class StrongBox<T>: InstanceBox {
  @usableFromInline let value: T

  package init(_ value: T) {
    self.value = value
  }
}

/// Keeps an instance of a class only as long as somebody else does.
///
/// Going from the weak reference back to `T`, which may be a protocol or an optional, would cost
/// a dynamic cast on every hit. So the box also keeps the bits of the `T`, not counted as a
/// reference.
@usableFromInline
package final class WeakBox<T>: InstanceBox {
  @usableFromInline weak var object: AnyObject?
  // Never initialised nor deinitialised in Swift's eyes. Invariant: the bits are those of a `T`
  // whose only reference is to `object`; they are read only while a strong reference to `object`
  // is held, so that reference is valid and copying the `T` retains it.
  @usableFromInline let bits: UnsafeMutableRawPointer

  /// Nil if `value` is not, at bottom, one object of a class.
  package init?(_ value: T) {
    guard let object = objectIdentity(of: value) else { return nil }
    self.object = object
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
    withUnsafeBytes(of: value) { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    bits = memory
  }

  deinit {
    bits.deallocate()
  }

  @inlinable package var value: T? {
    guard let object else { return nil }
    return withExtendedLifetime(object) { bits.assumingMemoryBound(to: T.self).pointee }
  }

  package override var isAlive: Bool { object != nil }
}

/// What lets generic code look into an optional whose type it does not know.
package protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  package var wrappedValue: Any? {
    guard case .some(let wrapped) = self else { return nil }
    if let inner = wrapped as? any OptionalValue { return inner.wrappedValue }
    return wrapped
  }
}

/// The object that `value` is, seen through protocols and optionals; nil for anything else.
package func objectIdentity<T>(of value: T) -> AnyObject? {
  var bottom: Any = value
  if let optional = bottom as? any OptionalValue {
    guard let wrapped = optional.wrappedValue else { return nil }
    bottom = wrapped
  }
  // `as AnyObject` alone would box a value on Apple systems, so the dynamic type is asked first.
  guard type(of: bottom) is AnyClass else { return nil }
  return bottom as AnyObject
}

/// Whether `value` is an optional without a value, at any depth.
package func isNil<T>(_ value: T) -> Bool {
  guard let optional = value as? any OptionalValue else { return false }
  return optional.wrappedValue == nil
}
