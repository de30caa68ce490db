// Factory, MIT licence; see LICENSE
//
// The source of a static factory: its own closure, or a factory of FactoryKit.
internal import FactoryKit

/// Creates the underlying FactoryKit factory on each use, because the container may differ between
/// tasks. All copies of a static factory share its origin, which identifies the factory.
final class Origin<Modern>: Sendable, Hashable {
  // Immutable. It captures names, a scope and key paths, which are immutable too, and the factory's
  // own closure: `Factory` explains why that may be called from any thread.
  nonisolated(unsafe) private let make: () -> Modern

  init(_ make: @escaping () -> Modern) {
    self.make = make
  }

  var modern: Modern { make() }

  static func == (lhs: Origin, rhs: Origin) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Origin where Modern: FactoryModifying {
  /// The origin of a factory in ``StaticContainer``, with a unique key.
  convenience init(
    _ name: FactoryName, _ scope: SharedContainer.Scope?,
    _ make: @escaping (StaticContainer, UnsafePointer<UInt8>) -> Modern
  ) {
    let scope = scope?.modern
    self.init {
      let modern = make(StaticContainer.shared, name.key)
      return scope.map { modern.scope($0) } ?? modern
    }
  }

  /// The origin of a factory that bridges to a factory of a FactoryKit container.
  convenience init<C: FactoryKit.SharedContainer>(_ keyPath: KeyPath<C, Modern>) {
    self.init { C.shared[keyPath: keyPath] }
    Bridges.add(self)
  }
}
