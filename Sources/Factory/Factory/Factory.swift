// Factory, MIT licence; see LICENSE
//
// The factory of 1.x: a static property of a container class.
internal import FactoryKit

/// Knows how to make a `T`. (1.x guide: Factory.)
///
/// Declare it as a static property, once:
///
/// ```swift
/// extension Container {
///   static let myService = Factory<MyServiceType> { MyService() }
///   static let database = Factory(scope: .singleton) { Database() }
/// }
/// let service = Container.myService()
/// ```
///
/// A lightweight value; copies are the same factory, but each one that is made is another, so a
/// computed property would have no registration and no instance that lasts.
///
/// Resolving, registering and resetting are safe from any thread. The closure runs on the thread
/// that resolves, with no lock held.
public struct Factory<T>: @unchecked Sendable {
  // Sendable whatever `T` is, because static constants must be: 1.x programs declare factories of
  // every type. The closure is called where the factory is resolved, and what it makes is handed
  // to the one who asked; that a scope may hand it to several threads is the program's choice.
  let origin: Origin<FactoryKit.Factory<T>>

  /// A factory that makes a new instance each time.
  /// - Parameters:
  ///   - name: what traces call it; the container's name if not given.
  ///   - file: where the factory is declared.
  ///   - line: where the factory is declared.
  ///   - factory: makes an instance.
  public init(
    name: StaticString = #function, file: StaticString = #fileID, line: UInt = #line,
    factory: @escaping () -> T
  ) {
    self.init(name, file, line, nil, factory)
  }

  /// A factory whose instances live as long as a scope says.
  public init(
    scope: SharedContainer.Scope, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, factory: @escaping () -> T
  ) {
    self.init(name, file, line, scope, factory)
  }

  private init(
    _ name: StaticString, _ file: StaticString, _ line: UInt, _ scope: SharedContainer.Scope?,
    _ factory: @escaping () -> T
  ) {
    origin = Origin(name, scope) { container, key in
      FactoryKit.Factory(container, key: key, file: file, line: line, factory)
    }
  }

  /// The instance: new, or the one its scope keeps.
  ///
  /// Stops the program with the whole chain when the factory needs itself.
  public func callAsFunction() -> T { origin.modern.resolve() }

  /// Uses `factory` in place of the original closure, and drops the instance that was kept.
  ///
  /// Returns at once, also while an instance is being made: that one is not kept.
  public func register(factory: @escaping () -> T) {
    origin.modern.register(factory: factory)
  }

  /// Drops the registration, the instance that was kept, or both.
  public func reset(_ options: FactoryResetOptions = .all) {
    origin.modern.reset(options.modern)
  }
}
