// Factory, MIT licence; see LICENSE
//
// The parts of the state that a reset removes.

/// The parts of a factory's or a container's state that a reset removes. See <doc:Containers>.
///
/// ```swift
/// Container.shared.reset(options: .registration)
/// Container.shared.myService.reset(.scope)
/// ```
public enum FactoryResetOptions: Sendable, Hashable {
  /// Registrations, contexts, cached instances, and all modifiers set from outside the definition.
  /// After the reset of a container, `autoRegister` runs again.
  case all
  /// The contexts. Cached instances stay.
  case context
  /// Nothing.
  case none
  /// The registrations, the layers of `wrap` and the members of groups. Cached instances stay.
  /// After the reset of a container, `autoRegister` runs again.
  case registration
  /// The cached instances. The reset of a factory includes its singleton; that of a container does
  /// not include singletons.
  case scope
}
