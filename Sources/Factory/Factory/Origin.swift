// Factory, MIT licence; see LICENSE
//
// Where a static factory comes from: a closure of its own, or a factory of FactoryKit's.
internal import FactoryKit

/// Makes the FactoryKit factory that does the work, again for each use, because the container may
/// be another one in each task. Shared by all copies of a static factory, which it identifies.
final class Origin<Modern>: Sendable, Hashable {
  // Never changed. It captures names, a scope and key paths, which do not change either, and the
  // factory's own closure, of which `Factory` says why it may travel.
  nonisolated(unsafe) private let make: () -> Modern

  init(_ make: @escaping () -> Modern) {
    self.make = make
  }

  var modern: Modern { make() }

  static func == (lhs: Origin, rhs: Origin) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Origin where Modern: FactoryModifying {
  /// Of a factory that lives in ``StaticContainer``, under a name of its own.
  convenience init(
    _ name: StaticString, _ scope: SharedContainer.Scope?,
    _ make: @escaping (StaticContainer, StaticString) -> Modern
  ) {
    let name = FactoryName(name)
    let scope = scope?.modern
    self.init {
      let modern = make(StaticContainer.shared, name.key)
      return scope.map { modern.scope($0) } ?? modern
    }
  }

  /// Of a factory that stands for one of another container.
  convenience init<C: FactoryKit.SharedContainer>(_ keyPath: KeyPath<C, Modern>) {
    self.init { C.shared[keyPath: keyPath] }
    Bridges.add(Bridge(self))
  }
}
