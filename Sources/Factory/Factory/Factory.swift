// Factory, MIT licence; see LICENSE
//
// The factory of 1.x: a static property of a container class.
internal import FactoryKit

/// A recipe for creating a `T`.
///
/// Declare it as a static stored property:
///
/// ```swift
/// extension Container {
///   static let myService = Factory<MyServiceType> { MyService() }
///   static let database = Factory(scope: .singleton) { Database() }
/// }
/// let service = Container.myService()
/// ```
///
/// Each factory that is created has its own registration and instances; copies of a factory share
/// them. So do not declare it as a computed property, which would create another factory on each
/// read.
///
/// Resolving, registering and resetting are safe from any thread. The closure runs on the resolving
/// thread, with no lock held.
public struct Factory<T>: Sendable {
  // For every `T`, because static constants must be, and 1.x programs declare factories of
  // every type. The closure runs where the factory is resolved, and its result is returned there.
  // If a scope returns one instance to several threads, the program must ensure that it is safe.
  let origin: Origin<FactoryKit.Factory<T>>

  /// Creates a factory without a scope, which creates a new instance every time.
  /// - Parameters:
  ///   - name: the factory's name in traces and messages; by default that of the container.
  ///   - file: the file that declares the factory.
  ///   - line: the line that declares the factory.
  ///   - factory: creates an instance.
  public init(
    name: StaticString = #function, file: StaticString = #fileID, line: UInt = #line,
    factory: @escaping () -> T
  ) {
    self.init(name, file, line, nil, factory)
  }

  /// Creates a factory with a scope. Nil is the same as no scope.
  public init(
    scope: SharedContainer.Scope?, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, factory: @escaping () -> T
  ) {
    self.init(name, file, line, scope, factory)
  }

  private init(
    _ name: StaticString, _ file: StaticString, _ line: UInt, _ scope: SharedContainer.Scope?,
    _ factory: @escaping () -> T
  ) {
    origin = Origin(FactoryName(name, kind: "Factory"), scope) { container, key in
      var modern = FactoryKit.Factory(container, key: "", file: file, line: line, factory)
      modern._definition.setKey(key)
      return modern
    }
  }

  /// Returns an instance: the one cached by the factory's scope, or a new one.
  ///
  /// Traps with a message that shows the chain if the factory depends on itself.
  public func callAsFunction() -> T { origin.modern.resolve() }

  /// Replaces the factory's closure until the next reset, and evicts its cached instance.
  ///
  /// Returns without waiting. An instance that is being built goes to the callers that wait for it,
  /// but is not cached.
  public func register(factory: @escaping () -> T) {
    origin.modern.register(factory: factory)
  }

  /// Removes the registration, the cached instance, or both.
  public func reset(_ options: FactoryResetOptions = .all) {
    origin.modern.reset(options.modern)
  }
}
