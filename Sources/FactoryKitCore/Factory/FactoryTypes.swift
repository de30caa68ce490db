// Factory, MIT licence; see LICENSE
//
// The types of a factory, which are part of its key.
internal import FactoryCore

/// The types of a factory.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
@frozen
// Sendable: metadata is constant.
public struct FactoryTypes: @unchecked Sendable {
  // The addresses of the types' metadata, which is unique and never freed. For a class of Objective-C,
  // it is a wrapper that the runtime creates once for each class.

  /// Nil for a factory without a parameter.
  @usableFromInline package let parameter: UnsafeRawPointer?
  @usableFromInline package let result: UnsafeRawPointer

  package init(parameter: UnsafeRawPointer?, result: UnsafeRawPointer) {
    self.parameter = parameter
    self.result = result
  }

  @_alwaysEmitIntoClient @inline(__always)
  package init<T>(_: T.Type) {
    parameter = nil
    // A metatype is the address of its metadata.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }

  /// The types of a factory that shares no state with a ``Factory`` of equal key and types: its own
  /// type takes the place of the result's. See `productType(of:)`.
  @_alwaysEmitIntoClient @inline(__always)
  package init<Kind: FactoryModifying>(kind: Kind.Type) {
    self.init(Kind.Parameter.self, kind)
  }

  @_alwaysEmitIntoClient @inline(__always)
  package init<P, T>(_: P.Type, _: T.Type) {
    // See above.
    let address = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
    parameter = P.self == Void.self ? nil : address
    // See above.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }
}
