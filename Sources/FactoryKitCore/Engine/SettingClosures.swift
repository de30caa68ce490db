// Factory, MIT licence; see LICENSE
//
// What settings store: the closures of modifiers and registrations, the time to live, and the locations of calls in the
// source.
internal import FactoryCore

/// The closure of a modifier, type-erased.
@usableFromInline
// Immutable. Its closure runs where the factory is resolved; a closure that may run in
// several tasks at once is `@Sendable`.
package class ModifierClosure {
  package let closure: ClosureIdentity

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

/// The time to live of an instance and the current time, both in nanoseconds of the container's
/// clock.
struct TimeToLive {
  let limit: UInt64
  let now: UInt64

  /// An unknown time of use. No clock reaches this value.
  static let unknown = UInt64.max

  /// The new time of last use of an instance that is used now. A thread that read the clock earlier
  /// than another one does not set it back.
  func use(after lastUse: UInt64) -> UInt64 {
    lastUse == Self.unknown ? now : max(now, lastUse)
  }

  /// Whether an instance has expired. An instance with an unknown last use has not: the time to
  /// live was set after it was cached.
  func hasExpired(lastUse: UInt64) -> Bool {
    lastUse != Self.unknown && now >= lastUse && now - lastUse >= limit
  }
}

/// The location of a call in the source.
@usableFromInline
@frozen
// The pointers are to literals, which are never changed.
package struct CallSite {
  @usableFromInline package let file: UnsafePointer<UInt8>
  /// The function or property that contains the call.
  @usableFromInline package let function: UnsafePointer<UInt8>
  @usableFromInline package let line: UInt32
  @usableFromInline package let column: UInt32

  @_alwaysEmitIntoClient @inline(__always)
  package init(_ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt) {
    self.file = file.utf8Start
    self.function = function.utf8Start
    self.line = UInt32(truncatingIfNeeded: line)
    self.column = UInt32(truncatingIfNeeded: column)
  }

  func isSame(as other: CallSite) -> Bool {
    line == other.line && column == other.column && factory_same_text(file, other.file)
  }

  /// Whether the call is in the definition of the factory that is declared with this name in this
  /// file and line. If the name is nil, because the factory has an explicit key, a call in any
  /// property from that line on counts.
  func isIn(_ name: UnsafePointer<UInt8>?, _ file: UnsafePointer<UInt8>, _ line: UInt32) -> Bool {
    guard self.line >= line, factory_same_text(self.file, file) else { return false }
    if let name { return factory_same_text(function, name) }
    // `#function` is a property's name, or a function's with parentheses.
    var next = function
    while next.pointee != 0 {
      if next.pointee == UInt8(ascii: "(") { return false }
      next += 1
    }
    return true
  }
}

extension FactoryDeclaration {
  /// Whether a call is in this factory's definition, which repeats it whenever the factory is read.
  @usableFromInline
  package func contains(_ site: CallSite) -> Bool {
    // The name of a factory with an explicit key need not be that of a property.
    site.isIn(keyFile == nil ? nil : name, file, line)
  }
}
