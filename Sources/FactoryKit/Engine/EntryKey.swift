// Factory, MIT licence; see LICENSE
//
// By what a factory is known in its container: types and name.
import FactoryAtomics

/// The types of a factory, as they are part of its key.
@usableFromInline
struct FactoryTypes {
  // The addresses of the types' metadata, which is never freed.
  @usableFromInline let parameter: UnsafeRawPointer
  @usableFromInline let result: UnsafeRawPointer

  @_alwaysEmitIntoClient @_transparent
  init<P, T>(_: P.Type, _: T.Type) {
    // A metatype is the address of its metadata.
    parameter = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
    // See above.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }
}

/// What a key is made of.
typealias EntryKey = factory_key
