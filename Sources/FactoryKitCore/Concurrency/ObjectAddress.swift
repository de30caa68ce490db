// Factory, MIT licence; see LICENSE
//
// Conversions between objects and their addresses, which structures of C and atomic words store. The class
// is known to the caller, and compared in debug builds only. Swift does not count a reference that is
// stored as an address, so each use states who owns the object.

extension UnsafeRawPointer {
  /// The address of an object, which the caller retains.
  @inline(__always)
  package init(unowned object: AnyObject) {
    self.init(Unmanaged.passUnretained(object).toOpaque())
  }

  /// The object at this address. The caller states what retains it.
  @inline(__always)
  package func object<Object: AnyObject>(_: Object.Type) -> Object {
    assumedObject(Unmanaged<AnyObject>.fromOpaque(self).takeUnretainedValue(), Object.self)
  }

  /// Runs `body` with the object, without retaining it. The caller states what retains it meanwhile.
  @inline(__always)
  package func withObject<Object: AnyObject, Result>(
    _: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    #if DEBUG
      _ = object(Object.self)
    #endif
    return Unmanaged<Object>.fromOpaque(self)._withUnsafeGuaranteedRef(body)
  }
}

extension UnsafeMutableRawPointer {
  /// The address of an object, with a reference that the receiver of the address owns.
  @inline(__always)
  package init(owning object: AnyObject) {
    self = Unmanaged.passRetained(object).toOpaque()
  }

  /// The address of an object, which the caller retains.
  @inline(__always)
  package init(unowned object: AnyObject) {
    self = Unmanaged.passUnretained(object).toOpaque()
  }

  /// The same functions as those of `UnsafeRawPointer`.
  @inline(__always)
  package func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    UnsafeRawPointer(self).object(type)
  }

  @inline(__always)
  package func withObject<Object: AnyObject, Result>(
    _ type: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    UnsafeRawPointer(self).withObject(type, body)
  }

  /// The object at this address, whose reference the caller takes over from the owner of the address.
  @inline(__always)
  package func takeObject<Object: AnyObject>(_: Object.Type) -> Object {
    assumedObject(Unmanaged<AnyObject>.fromOpaque(self).takeRetainedValue(), Object.self)
  }

  /// Releases the reference that the owner of the address has.
  @inline(__always)
  package func releaseObject() { Unmanaged<AnyObject>.fromOpaque(self).release() }
}

/// An object of a class that the caller knows.
///
/// Not `unsafeDowncast`, which compares the class in debug builds. If the process contains several
/// copies of the library, the object's class may be that of another copy, with the same layout.
@_alwaysEmitIntoClient @inline(__always)
package func assumedObject<Object: AnyObject>(_ object: AnyObject, _ type: Object.Type) -> Object {
  #if DEBUG
    AssumedObjects.check(object, type)
  #endif
  // The caller states why the object is of this class. The standard library's own collections use
  // this function in code that programs inline, so it cannot be removed.
  return _unsafeUncheckedDowncast(object, to: type)
}

#if DEBUG
  /// Compares the classes that `assumedObject` assumes, in debug builds of the library.
  @usableFromInline
  package enum AssumedObjects {
    /// Traps if the object is not of the class. The class of another copy of the library has the same name.
    @usableFromInline @inline(never)
    package static func check<Object: AnyObject>(_ object: AnyObject, _: Object.Type) {
      if object is Object { return }
      let expected = String(reflecting: Object.self)
      var mirror: Mirror? = Mirror(reflecting: object)
      while let current = mirror {
        if String(reflecting: current.subjectType) == expected { return }
        mirror = current.superclassMirror
      }
      fatalError(
        "FactoryKit: an object of \(type(of: object)) where one of \(expected) is expected")
    }
  }
#endif
