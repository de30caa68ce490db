// Factory, MIT licence; see LICENSE
//
// A scope as entries have it: without a reference.

/// A scope that a container keeps for as long as itself, because a reader may still look at it. So
/// it is not retained here, and looking at it writes to nothing that threads share.
struct RecordedScope: Equatable {
  let pointer: UnsafeRawPointer

  init(pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  init(_ scope: Scope) {
    pointer = UnsafeRawPointer(Unmanaged.passUnretained(scope).toOpaque())
  }

  /// See `Scope`.
  var kind: Int {
    // Alive: the container keeps it.
    Unmanaged<Scope>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.kind }
  }

  /// An object's identity is its address.
  var identity: ObjectIdentifier { unsafeBitCast(pointer, to: ObjectIdentifier.self) }

  var object: Scope {
    // Alive: the container keeps it.
    Unmanaged<Scope>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Of a scope of that kind.
  var singleton: Scope.Singleton {
    // Only that class is of that kind.
    unsafeDowncast(object, to: Scope.Singleton.self)
  }
}
