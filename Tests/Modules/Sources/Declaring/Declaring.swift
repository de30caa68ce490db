// Factory, MIT licence; see LICENSE
//
// Factories that other modules inline, and one with a key of its own.
import FactoryKit

public final class Part: Sendable {
  public init() {}
}

extension Container {
  /// Inlined into its callers, with the caller's copy of the name.
  @inlinable @inline(__always)
  public var inlinedPart: Factory<Part> { self { Part() }.cached }

  @inlinable @inline(__always)
  public var inlinedSingleton: Factory<Part> { self { Part() }.singleton }

  /// The same factory as `keyedHere`, never inlined.
  @inline(never)
  public var outOfLine: Factory<Part> { Factory(self, key: "a key of both") { Part() }.cached }

  public var keyedHere: Factory<Part> { Factory(self, key: "a key of both") { Part() }.cached }
}

extension Container {
  /// Without a scope, so that a child may use its parent's lookup.
  public var unscopedHere: Factory<Part> {
    Factory(self, key: "an unscoped key of both") { Part() }
  }
}

@inline(never)
public func unscopedResolvedHere(_ container: Container) -> Part { container.unscopedHere() }

extension Container {
  /// A group to which the other modules add.
  public var parts: FactoryGroup<Part> { group() }

  /// The same, with the caller's copy of the name.
  @inlinable @inline(__always)
  public var inlinedParts: FactoryGroup<Part> { group() }

  /// A member that all modules add.
  public var common: Factory<Part> { self { Part() }.cached }
}

/// Adds members of this module.
@inline(never)
public func addHere(_ container: Container) {
  for group in [container.parts, container.inlinedParts] {
    group.add(\.common).add(\.inlinedPart)
  }
}

@inline(never)
public func resolvedHere(_ container: Container) -> [Part] {
  [container.inlinedPart(), container.keyedHere(), container.inlinedSingleton()]
}
