// Factory, MIT licence; see LICENSE
//
// A promised or required factory that is not registered, as messages and errors name it.

/// A factory that is not registered, for messages.
@usableFromInline
struct MissingRegistration: Sendable {
  /// Its container, name, type and source location.
  let factory: String
  /// What a program has to write.
  let fix: String
  /// In which other containers it is registered, if that is known: `3 containers below App.Container`.
  var registeredIn: String? = nil
}
