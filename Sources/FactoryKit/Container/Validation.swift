// Factory, MIT licence; see LICENSE
//
// Checks that the factories that other modules must register are registered.
internal import FactoryCore

extension ManagedContainer {
  /// Throws an error if a promised or required factory has neither a registration nor a closure for
  /// a context that is active.
  ///
  /// Runs `autoRegister` first, if it has not run, and creates no instance. Factories that are
  /// declared with a closure of their own are never missing. The members of a group are checked with
  /// it. May be called from any thread; call it
  /// when the program starts, or in a test. See <doc:Modules>.
  ///
  /// ```swift
  /// try Container.shared.validate(\.accountLoader, \.mailer)
  /// ```
  @_alwaysEmitIntoClient
  public func validate<each F: FactoryModifying>(
    _ factories: repeat KeyPath<Self, each F>
  ) throws(MissingRegistrations) {
    var missing: [String] = []
    for factory in repeat self[keyPath: each factories] {
      missing += factory._definition.missingRegistrations(type(of: factory)._types, in: self)
    }
    if !missing.isEmpty { throw MissingRegistrations(factories: missing) }
  }
}

/// The promised and required factories that are not registered. Thrown by
/// ``ManagedContainer/validate(_:)``. The text of the error, when it is printed, names all of them.
@frozen
public struct MissingRegistrations: Error {
  /// The factories, each with its container, type and source location, in the order in which they
  /// were passed to ``ManagedContainer/validate(_:)``.
  public let factories: [String]

  @_alwaysEmitIntoClient
  init(factories: [String]) {
    self.factories = factories
  }
}

extension FactoryDefinition {
  /// The factory's name and source location, if it is not registered but must be. For a group,
  /// those of its members for which that holds.
  @usableFromInline
  func missingRegistrations(_ types: FactoryTypes, in container: AnyObject) -> [String] {
    if isRegistered(types, orInContext: true) { return [] }
    if declaration.isPromise { return [manager.describe(declaration, types)] }
    return manager.members(declaration, types).flatMap { $0.missingRegistrations(in: container) }
  }

  /// Whether a closure is registered for this factory or, if contexts count, a context that is
  /// active has one. Creates no entry.
  @usableFromInline
  func isRegistered(_ types: FactoryTypes, orInContext contextsCount: Bool) -> Bool {
    let core = manager.core
    if core.hasFlag(Int(FACTORY_AUTO_REGISTERS)) { _ = manager.ensureAutoRegistered() }
    guard let (entry, core) = core.nearestEntry(declaration.key(types)) else { return false }
    if contextsCount { entry.withLock(core) { locked, garbage in locked.updateChoice(&garbage) } }
    return entry.readPlan(core) { plan in
      (contextsCount ? plan.override : plan.settings.registration) != nil
    }
  }
}
