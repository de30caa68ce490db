// Factory, MIT licence; see LICENSE
//
// The modifiers of `FactoryModifying` with a function of the parameter, for modifiers that a program
// declares for all kinds of factory.
public import FactoryCore
public import FactoryKitCore

// A kind of factory has the functions of the same names that take its own type of closure, and the
// compiler prefers those. So these are only used where the kind is not known:
//
//   extension FactoryModifying {
//     func onSandbox(factory: @Sendable @escaping (P) -> T) -> Self {
//       context(.arg("sandbox"), factory: factory)
//     }
//   }
//
// A function that neither throws nor waits is a closure of each kind. The parameter of the kinds
// without one is `Void`. The documentation of the library omits these functions, because links to the
// others would be ambiguous. The article From2 describes them.

extension FactoryModifying {
  /// Registers a function of the parameter, for modifiers that a program declares for all kinds of
  /// factory. Otherwise the same as ``register(factory:)``.
  ///
  /// The compiler prefers the function that takes the kind's own closure.
  ///
  /// ```swift
  /// extension FactoryModifying {
  ///   func onSandbox(factory: @Sendable @escaping (P) -> T) -> Self {
  ///     context(.arg("sandbox"), factory: factory)
  ///   }
  /// }
  /// Container.shared.myService.onSandbox { MockService() }
  /// ```
  @_documentation(visibility: internal)
  @_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
  public func register(factory: @escaping @Sendable (P) -> T) -> Self {
    // Every `_override` function returns a `ModifierClosure`.
    let override = unsafeDowncast(Self._override(ofFunction: factory), to: ModifierClosure.self)
    _definition.register(override, Self._types)
    return self
  }

  /// Sets contexts by a function of the parameter. Otherwise the same as ``context(_:factory:)``.
  @_documentation(visibility: internal)
  @_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
  public func context(
    _ contexts: FactoryContextType..., factory: @escaping @Sendable (P) -> T
  ) -> Self { setFunction(contexts, factory) }

  @_alwaysEmitIntoClient
  func setFunction(
    _ contexts: [FactoryContextType], _ function: @escaping @Sendable (P) -> T
  ) -> Self {
    // Not `@Sendable`: a generic argument needs the metadata of its type, and the runtimes of iOS 13
    // and 14 and macOS 10.15 and 11 are older than `@Sendable`.
    let plain: (P) -> T = function
    let identity = ClosureIdentity(of: plain)
    for context in FactoryContextType.separated(contexts) {
      let (manager, declaration) = (_definition.manager, _definition.declaration)
      if !manager.hasContext(context, identity, declaration, Self._types) {
        // Every `_override` function returns a `ModifierClosure`.
        let override = unsafeDowncast(
          Self._override(ofFunction: function), to: ModifierClosure.self)
        manager.change(.context(context, override), declaration, Self._types)
      }
    }
    return recording(FACTORY_HAS_CONTEXT)
  }
}

extension FactoryContextType {
  /// The contexts, with one for each of several arguments.
  @_alwaysEmitIntoClient
  static func separated(_ contexts: [FactoryContextType]) -> [FactoryContextType] {
    contexts.flatMap { context in
      guard case .args(let arguments) = context else { return [context] }
      return arguments.map { .arg($0) }
    }
  }
}

// MARK: The stored functions

// The override has the types of those that the kind's own closures are stored in.

extension SynchronousFactoryKind {
  @_alwaysEmitIntoClient
  public static func _override(ofFunction function: @escaping @Sendable (P) -> T) -> AnyObject {
    let plain: (P) -> T = function
    return Override<P, T, Failure>(plain, ClosureIdentity(of: plain))
  }
}

extension AsyncFactoryKind {
  @_alwaysEmitIntoClient
  public static func _override(ofFunction function: @escaping @Sendable (P) -> T) -> AnyObject {
    let plain: (P) -> T = function
    // A closure, because Swift 6.2 warns if the function itself is converted to an asynchronous one.
    return AsyncOverride<P, T, Failure>({ function($0) }, ClosureIdentity(of: plain))
  }
}
