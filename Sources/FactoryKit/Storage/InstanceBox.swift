// Factory, MIT licence; see LICENSE
//
// How a cell holds an instance of any type: strongly, or weakly for `.shared`.
internal import FactoryCore

/// Holds one instance without revealing its type. Immutable.
@usableFromInline
class InstanceBox {
  init() {}

  /// Only a weak box can lose its instance.
  var isAlive: Bool { true }

  /// Whether this is a ``WeakBox``.
  @_alwaysEmitIntoClient @inline(__always)
  final var isWeak: Bool {
    // The class is final, so comparing it is enough, and cheaper than a cast.
    ObjectIdentifier(type(of: self)) == ObjectIdentifier(WeakBox.self)
  }
}

/// Holds an instance strongly.
@usableFromInline
final class StrongBox<T>: InstanceBox {
  @usableFromInline let value: T

  @usableFromInline
  init(_ value: T) {
    self.value = value
  }
}

/// Holds an instance of a class weakly.
///
/// Returning from the weak reference to the instance's type, which may be a protocol or an optional,
/// would take a dynamic cast on every hit. So the box also keeps the bits of the value, which do not
/// count as a reference.
@usableFromInline
final class WeakBox: InstanceBox {
  // Written by `init` only; the run time makes reading it safe from any thread. So there is no
  // access to check for exclusivity.
  @exclusivity(unchecked) @usableFromInline weak var object: AnyObject?
  // Neither initialised nor deinitialised as far as Swift knows. Invariant: the bits are those of a
  // value whose only reference is to `object`; they are read only while the reader owns a strong
  // reference to `object`, which becomes that of the value read.
  @usableFromInline let bits: UnsafeMutableRawPointer

  /// Nil unless `value` consists of one object of a class, possibly behind a protocol or an optional.
  /// An `any Error`, for example, owns its object indirectly.
  @usableFromInline @inline(never)
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

  /// The instance, which must be of the type that the box was created with.
  @_alwaysEmitIntoClient @inline(__always)
  func value<T>(_: T.Type) -> T? {
    guard let object else { return nil }
    // The strong reference becomes the value's own: see `bits`.
    _ = Unmanaged.passRetained(object)
    return bits.assumingMemoryBound(to: T.self).move()
  }

  override var isAlive: Bool { object != nil }
}

extension UnsafeRawBufferPointer {
  fileprivate func starts(withAddressOf object: AnyObject) -> Bool {
    count >= MemoryLayout<UnsafeMutableRawPointer>.size
      && load(as: UnsafeMutableRawPointer?.self) == Unmanaged.passUnretained(object).toOpaque()
  }
}

extension InstanceBox {
  /// The instance, of the type that the box was created with; nil if it is held weakly and gone.
  @_alwaysEmitIntoClient @inline(__always)
  final func instance<T>(_: T.Type = T.self) -> T? {
    // An entry's key contains the type, so the boxes in its cells are of that type too.
    isWeak
      // `isWeak` compares the class.
      ? unsafeDowncast(self, to: WeakBox.self).value(T.self)
      // See above.
      : unsafeDowncast(self, to: StrongBox<T>.self).value
  }
}

extension Garbage {
  /// Keeps an instance that is held weakly until the lock is given back.
  mutating func keepAlive(_ box: InstanceBox) {
    // The class is final.
    guard box.isWeak, let object = unsafeDowncast(box, to: WeakBox.self).object else { return }
    add(object)
  }
}
