// Factory, MIT licence; see LICENSE
//
// Reflecting a struct that stores a closure with a typed error would ask for the metadata of that
// function type, which crashes on systems before iOS 18 and macOS 15.
internal import FactoryKitCore

extension ThrowingClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ThrowingParameterClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AsyncClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AsyncParameterClosure: CustomReflectable {
  /// Has no children: the closure's type may be unknown to the system.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
