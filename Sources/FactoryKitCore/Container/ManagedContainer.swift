// Factory, MIT licence; see LICENSE
//
// The protocols of containers, the default container, and the members of every container.

/// A class that owns registrations and cached instances through its ``ContainerManager``.
///
/// Containers with a shared instance conform to ``SharedContainer``. All members may be used from
/// any thread. See <doc:Containers>.
public protocol ManagedContainer: AnyObject, Sendable {
  /// Stores the container's registrations, settings and cached instances. Must always return the
  /// same object.
  var manager: ContainerManager { get }
}

/// A container with an instance that the program shares.
///
/// ```swift
/// public final class PaymentsContainer: SharedContainer {
///   @TaskLocal public static var shared = PaymentsContainer()
///   public let manager = ContainerManager()
/// }
/// ```
///
/// `shared` is task-local: inside `$shared.withValue(_:)`, a task and its child tasks see another
/// container. A detached task does not inherit it and sees the process's container; pass the
/// container to it explicitly. See <doc:Containers> and <doc:Concurrency>.
public protocol SharedContainer: ManagedContainer {
  /// The container that key paths are resolved from.
  static var shared: Self { get }
}

/// A container that makes registrations before it is first used. See <doc:Containers>.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///   public func autoRegister() {
///     accountLoader.register { AccountLoader() }
///   }
/// }
/// ```
///
/// The protocol refines `Sendable`, so the conformance cannot be isolated to an actor. An isolated
/// conformance would not be found by code outside that actor, and `autoRegister` would not run.
public protocol AutoRegistering: AnyObject, Sendable {
  /// Makes the container's registrations.
  ///
  /// Called once per container instance, when one of the container's factories is first read, and
  /// again after `reset()`, `reset(options: .registration)`, or a `pop()` to a state before the call
  /// had ended. Other threads that read or resolve the container's factories wait until it returns.
  ///
  /// It may resolve factories, which see the registrations made so far. If two containers use each
  /// other in `autoRegister` on two threads, one thread continues without waiting and logs a
  /// message: see <doc:Errors>.
  func autoRegister()
}

/// The default container. Applications extend it with their factories.
///
/// ```swift
/// extension Container {
///   var myService: Factory<MyServiceType> { self { MyService() } }
/// }
/// let service = Container.shared.myService()
/// ```
public final class Container: SharedContainer, Sendable {
  /// The container that key paths are resolved from. Task-local: see <doc:Containers>.
  @TaskLocal public static var shared = process
  /// The shared container of code that has no other one.
  static let process = Container()
  public let manager: ContainerManager

  /// Creates a container without registrations or cached instances, for example for a test.
  public init() {
    manager = ContainerManager()
  }

  init(_ manager: ContainerManager) {
    self.manager = manager
  }

  deinit {
    if manager.parent != nil { manager.store.forgetContainer(self) }
  }
}

extension ManagedContainer {
  /// Calls `decorator` with every instance that this container's factories return, new or cached.
  /// Pass nil to remove the decorator.
  ///
  /// Factories that have a decorator of their own do not call it. It runs on the resolving thread,
  /// with no lock held; a new instance is cached before the call. The decorator may resolve
  /// factories of the container: it is not called again for those instances. See <doc:Debugging>.
  ///
  /// It is also called for the instances of child containers without a decorator of their own. That of a child is not called for
  /// what its parent or the process keeps.
  ///
  /// The container stores the closure. If the closure uses the container, capture it `unowned`;
  /// otherwise the two retain each other.
  ///
  /// ```swift
  /// Container.shared.decorator { instance in print("resolved \(type(of: instance))") }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: ((Any) -> Void)?) -> Self {
    manager.setDecorator(decorator)
    return self
  }

  /// Resets every factory of this container. See ``ContainerManager/reset(options:)``.
  @_alwaysEmitIntoClient
  public func reset(options: FactoryResetOptions = .all) {
    manager.reset(options: options)
  }

  /// Evicts this container's instances in one scope. See ``ContainerManager/reset(scope:)``.
  @_alwaysEmitIntoClient
  public func reset(scope: Scope) {
    manager.reset(scope: scope)
  }
}

// MARK: -

// The declarations of factories: `self { … }`. The type of the property selects the kind.
//
// In release builds, both are `@_transparent`. Otherwise the optimiser would make a copy of them for each factory before
// it inlines them, which is a fifth of the time that a program's factories take to compile.

extension ManagedContainer {
  /// Creates a factory of this container: `self { MyService() }`.
  ///
  /// Short for ``Factory/init(_:key:name:file:line:_:)``, at the same cost. See
  /// <doc:Registrations>.
  /// - Parameters:
  ///   - key: identifies the factory within its container, instead of its name and file. Factories
  ///     of one container with equal keys and types share their state, wherever they are declared.
  ///   - name: the factory's name within its container: that of the enclosing property.
  ///   - file: the file that declares the factory.
  ///   - line: the line that declares the factory.
  ///   - factory: creates an instance.
  #if DEBUG
    @inline(__always)
  #else
    @_transparent
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () -> T
  ) -> Factory<T> {
    Factory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }

  /// Creates a factory with a parameter: `self { ParamService(value: $0) }`. See
  /// <doc:Registrations>.
  #if DEBUG
    @inline(__always)
  #else
    @_transparent
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) -> T
  ) -> ParameterFactory<P, T> {
    ParameterFactory(
      FactoryDefinition(self, name, key: key, file, line), factory)
  }
}

// MARK: -

// Changing several factories of a container with one closure.

extension ManagedContainer {
  /// Changes this container and returns it, so that a changed container is one expression.
  ///
  /// `change` runs at once, on the calling thread, with no lock held.
  ///
  /// ```swift
  /// let container = Container().with { $0.myService.register { MockService() } }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func with(_ change: (Self) -> Void) -> Self {
    change(self)
    return self
  }

  /// Changes several factories of this container, and returns it:
  /// `container { $0.myService.register { Mock() } }`.
  ///
  /// The same as ``with(_:)``, but ignores the closure's result: otherwise a closure of one
  /// registration that states the type of its parameter would be the closure of a
  /// ``ParameterFactory``.
  @_alwaysEmitIntoClient @discardableResult
  public func callAsFunction<Result>(_ change: (Self) -> Result) -> Self {
    _ = change(self)
    return self
  }
}

// The parameter `column` distinguishes these functions from those without `@MainActor`. The
// compiler prefers them for closures and functions whose type says `@MainActor`.
extension ManagedContainer {
  /// Changes this container with a main-actor closure or function, and returns it. See
  /// ``with(_:)``.
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func with(column: UInt = #column, _ change: @MainActor (Self) -> Void) -> Self {
    change(self)
    return self
  }

  /// Changes several factories with a main-actor closure or function, whose result is ignored, and
  /// returns the container.
  ///
  /// ```swift
  /// @MainActor func registerMocks(_ container: Container) { /* … */ }
  /// await Container.shared(registerMocks)
  /// ```
  @_alwaysEmitIntoClient @MainActor @discardableResult
  public func callAsFunction<Result>(
    column: UInt = #column, _ change: @MainActor (Self) -> Result
  ) -> Self {
    _ = change(self)
    return self
  }
}

// Declared on `SharedContainer`, the more specific protocol, so that the compiler prefers these
// functions for an asynchronous or actor-isolated closure, and those above for any other closure.
extension SharedContainer {
  /// Changes this container with an asynchronous or actor-isolated closure, and returns it.
  ///
  /// `change` runs on its own actor. Other tasks may use the container meanwhile.
  ///
  /// ```swift
  /// let container = await Container().with { @MainActor in
  ///   $0.viewModel.register { MockViewModel() }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func with(_ change: @Sendable @isolated(any) (Self) async -> Void) async -> Self {
    await change(self)
    return self
  }

  /// Changes several factories with an asynchronous or actor-isolated closure, and returns the
  /// container. The same as `with` with such a closure.
  ///
  /// ```swift
  /// let changed = await container { @MainActor in
  ///   $0.viewModel.register { MockViewModel() }
  /// }
  /// ```
  ///
  /// For a new container, use ``with(_:)``: `Container().with { … }`. Swift 6.3 crashes when it
  /// compiles `Container() { … }` with a closure that does not wait.
  @_alwaysEmitIntoClient @discardableResult
  public func callAsFunction(
    _ change: @Sendable @isolated(any) (Self) async -> Void
  ) async -> Self {
    await change(self)
    return self
  }
}

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
