// Factory, MIT licence; see LICENSE
//
// The closures of modifiers and registrations, as settings store them.

/// The closure of a modifier, type-erased.
@usableFromInline
// Immutable. Its closure runs where the factory is resolved; a closure that may run in
// several tasks at once is `@Sendable`.
package class ModifierClosure {
  let closure: ClosureIdentity

  init(_ closure: ClosureIdentity) {
    self.closure = closure
  }
}

/// A closure that replaces the own closure of a synchronous factory.
@usableFromInline
package final class Override<P, T, Failure: Error>: ModifierClosure {
  let make: (P) throws(Failure) -> T

  @usableFromInline
  package init(_ make: @escaping (P) throws(Failure) -> T, _ closure: ClosureIdentity) {
    self.make = make
    super.init(closure)
  }
}

/// A closure that replaces the own closure of an asynchronous factory.
@usableFromInline
package final class AsyncOverride<P, T, Failure: Error>: ModifierClosure {
  @usableFromInline package let make: @Sendable (P) async throws(Failure) -> T

  @usableFromInline
  package init(
    _ make: @escaping @Sendable (P) async throws(Failure) -> T, _ closure: ClosureIdentity
  ) {
    self.make = make
    super.init(closure)
  }
}

/// A decorator of one factory.
@usableFromInline
package final class Decoration<T>: ModifierClosure {
  let apply: (T, Bool) -> Void

  @usableFromInline
  package init(_ apply: @escaping (T, Bool) -> Void, _ closure: ClosureIdentity) {
    self.apply = apply
    super.init(closure)
  }
}

/// Identifies a closure by its function and its captured context.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
///
/// A modifier in a factory's definition is applied again on every read. If its closure is identical
/// to the stored one, nothing changes and nothing is allocated. This works for closures that
/// capture nothing or a single reference, except for the contexts of groups. The stored closure keeps
/// its context alive, so no other closure can have the same identity in the meantime.
@frozen
public struct ClosureIdentity: Equatable, Sendable {
  @usableFromInline package let function: UInt
  @usableFromInline package let context: UInt

  /// - Parameter closure: a struct that consists of a closure, or a closure all of whose types are type parameters.
  ///   As a generic argument, any other closure would be wrapped in a temporary one, whose address another one has
  ///   soon: for example one that returns `Void`, or that also has a `Bool` as a parameter.
  @_alwaysEmitIntoClient @_transparent
  package init<Closure>(of closure: Closure) {
    // A closure value is two words. They are only compared, never called. On arm64e the first one is
    // signed, with the type as the discriminator and not the address at which the value is stored, so
    // copies of a closure have equal words.
    self = unsafeBitCast(closure, to: ClosureIdentity.self)
  }
}
