// Factory, MIT licence; see LICENSE
//
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
