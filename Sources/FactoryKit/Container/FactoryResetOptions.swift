// Factory, MIT licence; see LICENSE
//
// What a reset drops.

/// What a reset of a factory or a container drops. (Guide: Reset.)
public enum FactoryResetOptions: Sendable, Hashable {
  /// Registrations, contexts, instances and modifiers given from outside; `autoRegister` runs
  /// again.
  case all
  /// The contexts.
  case context
  /// Nothing.
  case none
  /// The registrations; `autoRegister` runs again.
  case registration
  /// The instances. Of a container: all but its singletons, which are not its own.
  case scope
}
