// Factory, MIT licence; see LICENSE
//
// The factory of 1.x that takes a parameter.
internal import FactoryKit

/// A recipe for creating a `T` from a `P`.
///
/// ```swift
/// extension Container {
///   static let report = ParameterFactory<Int, Report> { Report(year: $0) }
/// }
/// let report = Container.report(2023)
/// ```
///
/// Works like ``Factory``, but resolving takes a parameter. A scope caches the instance for the
/// first parameter, and ignores later parameters until it is reset.
public struct ParameterFactory<P, T>: Sendable {
  let origin: Origin<FactoryKit.ParameterFactory<P, T>>

  /// Creates a factory without a scope. See ``Factory/init(name:file:line:factory:)``.
  public init(
    name: StaticString = #function, file: StaticString = #fileID, line: UInt = #line,
    factory: @escaping (P) -> T
  ) {
    self.init(name, file, line, nil, factory)
  }

  /// Creates a factory with a scope. Nil is the same as no scope.
  public init(
    scope: SharedContainer.Scope?, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, factory: @escaping (P) -> T
  ) {
    self.init(name, file, line, scope, factory)
  }

  private init(
    _ name: StaticString, _ file: StaticString, _ line: UInt, _ scope: SharedContainer.Scope?,
    _ factory: @escaping (P) -> T
  ) {
    origin = Origin(FactoryName(name, kind: "ParameterFactory"), scope) { container, key in
      var modern = FactoryKit.ParameterFactory(container, key: "", file: file, line: line, factory)
      modern._definition.setKey(key)
      return modern
    }
  }

  /// Returns an instance for `parameter`: the one cached by the factory's scope, or a new one.
  public func callAsFunction(_ parameter: P) -> T { origin.modern.resolve(parameter) }

  /// Replaces the factory's closure until the next reset. See ``Factory/register(factory:)``.
  public func register(factory: @escaping (P) -> T) {
    origin.modern.register(factory: factory)
  }

  /// Removes the registration, the cached instance, or both.
  public func reset(_ options: FactoryResetOptions = .all) {
    origin.modern.reset(options.modern)
  }
}
