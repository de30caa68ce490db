// Factory, MIT licence; see LICENSE
//
// The factory of 1.x that needs a value at run time.
internal import FactoryKit

/// Knows how to make a `T` from a `P`. (1.x guide: Passing Parameters.)
///
/// ```swift
/// extension Container {
///   static let report = ParameterFactory<Int, Report> { Report(year: $0) }
/// }
/// let report = Container.report(2023)
/// ```
///
/// Everything said of ``Factory`` holds. With a scope, the instance made for the first parameter
/// is kept, and later parameters are ignored until the scope is reset.
public struct ParameterFactory<P, T>: @unchecked Sendable {
  // Sendable for the same reason as `Factory`.
  let origin: Origin<FactoryKit.ParameterFactory<P, T>>

  /// A factory that makes a new instance each time; see ``Factory/init(name:file:line:factory:)``.
  public init(
    name: StaticString = #function, file: StaticString = #fileID, line: UInt = #line,
    factory: @escaping (P) -> T
  ) {
    self.init(name, file, line, nil, factory)
  }

  /// A factory whose instance lives as long as a scope says.
  public init(
    scope: SharedContainer.Scope, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, factory: @escaping (P) -> T
  ) {
    self.init(name, file, line, scope, factory)
  }

  private init(
    _ name: StaticString, _ file: StaticString, _ line: UInt, _ scope: SharedContainer.Scope?,
    _ factory: @escaping (P) -> T
  ) {
    origin = Origin(name, scope) { container, key in
      FactoryKit.ParameterFactory(container, key: key, file: file, line: line, factory)
    }
  }

  /// The instance for `parameter`: new, or the one its scope keeps.
  public func callAsFunction(_ parameter: P) -> T { origin.modern.resolve(parameter) }

  /// Uses `factory` in place of the original closure; see ``Factory/register(factory:)``.
  public func register(factory: @escaping (P) -> T) {
    origin.modern.register(factory: factory)
  }

  /// Drops the registration, the instance that was kept, or both.
  public func reset(_ options: FactoryResetOptions = .all) {
    origin.modern.reset(options.modern)
  }
}
