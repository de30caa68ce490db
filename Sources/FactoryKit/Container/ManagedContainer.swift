// Factory, MIT licence; see LICENSE
//
// What makes a class a container, and what every container can do.

/// A class that owns registrations and instances through its ``ContainerManager``.
///
/// Containers of an application conform to ``SharedContainer``. Everything here may be called
/// from any thread.
public protocol ManagedContainer: AnyObject, Sendable {
  /// Keeps the container's registrations, settings and instances. Always the same object.
  var manager: ContainerManager { get }
}

/// A container with one instance that the program shares.
///
/// ```swift
/// public final class PaymentsContainer: SharedContainer {
///   @TaskLocal public static var shared = PaymentsContainer()
///   public let manager = ContainerManager()
/// }
/// ```
///
/// `shared` is task-local: inside `$shared.withValue(_:)` a task and its children see another
/// container. A detached task does not inherit it and sees the process's own; hand the container
/// over explicitly there.
public protocol SharedContainer: ManagedContainer {
  /// The container that key paths start from.
  static var shared: Self { get }
}

/// A container that registers things before it is first used.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///   public func autoRegister() {
///     accountLoader.register { AccountLoader() }
///   }
/// }
/// ```
///
/// `Sendable`, as every container is: the conformance cannot be isolated to an actor. An isolated one
/// would be invisible to a thread outside of that actor, and `autoRegister` would not run.
public protocol AutoRegistering: AnyObject, Sendable {
  /// Called once for each container instance before its first resolution or registration
  /// returns, and again after `reset()` or `reset(options: .registration)`.
  ///
  /// Threads that come at the same time wait for it. Factories may be resolved inside; they see
  /// the container as it is so far. Two containers that reach into each other here from two
  /// threads do not wait for each other: the second goes ahead and says so through the logger.
  func autoRegister()
}

/// The container that applications extend with their factories.
public final class Container: SharedContainer, @unchecked Sendable {
  // Sendable: the only stored property is a constant that guards itself.
  @TaskLocal public static var shared = Container()
  public let manager: ContainerManager

  public init() {
    manager = ContainerManager()
  }
}

extension ManagedContainer {
  /// A factory of this container: `self { MyService() }`.
  ///
  /// Short for `Factory(self) { … }`. Costs nothing by itself.
  /// - Parameters:
  ///   - key: identifies the factory in its container instead of its name and file. Factories of one
  ///     container with equal keys and types are one factory, wherever they are declared.
  ///   - name: the factory's name in its container: the enclosing property's.
  ///   - file: where the factory is declared.
  ///   - line: where the factory is declared.
  ///   - factory: creates an instance.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () -> T
  ) -> Factory<T> {
    Factory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// A factory that needs a parameter: `self { ParamService(value: $0) }`.
  @_alwaysEmitIntoClient @inline(__always)
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Runs `decorator` with every instance that this container resolves, new or kept, unless the
  /// factory has a decorator of its own; nil removes it.
  ///
  /// It runs after the instance is stored, on the resolving thread, with no lock held. What it resolves
  /// is not decorated by it.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: ((Any) -> Void)?) -> Self {
    manager.setDecorator(decorator)
    return self
  }

  /// Drops what `options` says; everything if it says nothing. See ``FactoryResetOptions``.
  @_alwaysEmitIntoClient
  public func reset(options: FactoryResetOptions = .all) {
    manager.reset(options: options)
  }

  /// Drops this container's instances in one scope. See ``ContainerManager/reset(scope:)``.
  @_alwaysEmitIntoClient
  public func reset(scope: Scope) {
    manager.reset(scope: scope)
  }
}
