// Factory, MIT licence; see LICENSE
//
// Checks that the factories that other modules must register are registered.
internal import FactoryCore
public import FactoryKitCore

extension ManagedContainer {
  /// Throws an error if a promised or required factory has neither a registration nor a closure for
  /// a context that is active.
  ///
  /// Runs `autoRegister` first, if it has not run, and creates no instance. Factories that are
  /// declared with a closure of their own are never missing. The members of a group are checked with
  /// it. May be called from any thread; call it when the program starts, or in a test. Takes one or
  /// more key paths: a container does not know which factories its type declares, so a call without
  /// any would check nothing, and does not compile. See <doc:Modules>.
  ///
  /// ```swift
  /// try Container.shared.validate(\.accountLoader, \.mailer)
  /// ```
  @_alwaysEmitIntoClient
  public func validate<First: FactoryModifying, each F: FactoryModifying>(
    _ first: KeyPath<Self, First>, _ others: repeat KeyPath<Self, each F>
  ) throws(MissingRegistrations) {
    var missing = self[keyPath: first]._definition.missingRegistrations(First._types, in: self)
    for factory in repeat self[keyPath: each others] {
      missing += factory._definition.missingRegistrations(type(of: factory)._types, in: self)
    }
    if !missing.isEmpty { throw MissingRegistrations(missing) }
  }

  /// Unavailable, because it would check nothing: a container does not know which factories its type
  /// declares. See ``validate(_:_:)``.
  @available(
    *, unavailable,
    message: """
      without key paths, nothing would be checked; name the factories that must be registered: \
      'validate(\\.accountLoader, \\.mailer)'
      """
  )
  public func validate() throws(MissingRegistrations) {
    fatalError("unavailable")
  }
}

/// The promised and required factories that are not registered. Thrown by
/// ``ManagedContainer/validate(_:_:)``. Its description names each factory, the location of its
/// declaration, and the line that registers it.
@frozen
public struct MissingRegistrations: Error, CustomStringConvertible {
  /// The factories, each with its container, type and source location, in the order in which they
  /// were passed to ``ManagedContainer/validate(_:_:)``.
  public let factories: [String]
  /// For each of them, what a program has to write.
  let fixes: [String]

  @usableFromInline
  init(_ missing: [MissingRegistration]) {
    factories = missing.map(\.factory)
    fixes = missing.map(\.fix)
  }

  public var description: String { Message.missing(factories, fixes) }
}

extension FactoryDefinition {
  /// The factory, if it is not registered but must be. For a group, those of its members for which
  /// that holds.
  @usableFromInline
  func missingRegistrations(
    _ types: FactoryTypes, in container: AnyObject
  ) -> [MissingRegistration] {
    if isRegistered(types, orInContext: true) { return [] }
    if declaration.isPromise { return [manager.missingRegistration(declaration, types)] }
    return manager.members(declaration, types).flatMap {
      // Written by `FactoryGroup.add`.
      assumedObject($0.source, AnyMemberSource.self).missingRegistrations(in: container)
    }
  }
}
