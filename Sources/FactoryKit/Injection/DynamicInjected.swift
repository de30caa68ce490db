// Factory, MIT licence; see LICENSE
//
// Injection on every use.

/// Resolves a factory each time the property is read.
///
/// Give the factory a scope if its instances have state. Immutable, so it may be read from any
/// thread; the projected value is the factory.
///
/// ```swift
/// final class Screen {
///   @DynamicInjected(\.theme) var theme
/// }
/// ```
@propertyWrapper
@frozen
// Sendable: what the closure captures is a key path. Key paths are immutable, and so is what one to a
// factory captures.
public struct DynamicInjected<T>: @unchecked Sendable {
  /// Reads the factory, in the container that is shared at that moment, in that task.
  ///
  /// A closure, not the key path: the compiler puts the getter that a literal key path names in its
  /// place, so that no key path is made, and nothing is counted or allocated. Another key path is
  /// captured, as it was when the wrapper was made.
  @usableFromInline let read: () -> Factory<T>

  /// Injects from `Container.shared`, as it is at each read.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    read = { Container.shared[keyPath: keyPath] }
  }

  /// Injects from another shared container, as it is at each read.
  @_alwaysEmitIntoClient @inline(__always)
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    read = { C.shared[keyPath: keyPath] }
  }

  public var wrappedValue: T {
    @_alwaysEmitIntoClient @inline(__always) get { read().resolve() }
  }

  /// The factory.
  public var projectedValue: Factory<T> {
    @_alwaysEmitIntoClient @inline(__always) get { read() }
  }
}

// The other wrappers have one inside, to read their factory again.

extension DynamicInjected {
  @_alwaysEmitIntoClient @inline(__always)
  init(reading read: @escaping () -> Factory<T>) {
    self.read = read
  }
}
