// Factory, MIT licence; see LICENSE
//
// The decorators of factories.
public import FactoryCore

// Disfavored, so that for a main-actor factory the compiler chooses the functions of
// `MainActorFactoryDecorating`, whose decorators are main-actor closures, and for an asynchronous one
// those of `AsyncFactoryDecorating`, whose decorators are `@Sendable`. They are members of every kind
// for generic code. So they also take a function value that is not `@Sendable`, as the decorator of an
// asynchronous factory; closures that are written in the call are checked.
extension FactoryModifying {
  /// Calls `decorator` with every instance that the factory resolves, new or cached. It replaces
  /// the container's decorator for this factory.
  ///
  /// The decorator runs on the resolving thread, with no lock held. It is not called for instances
  /// of the same factory that it resolves itself. See <doc:Debugging>.
  ///
  /// The container stores the closure. If the closure uses the container, capture it `unowned`;
  /// otherwise the two retain each other.
  ///
  /// ```swift
  /// Container.shared.myService.decorator { service in print("resolved \(service)") }
  /// ```
  @_alwaysEmitIntoClient @_disfavoredOverload @discardableResult
  public func decorator(_ decorator: @escaping (Product) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: DecoratorClosure(decorator))) { instance, _ in
      decorator(instance)
    }
  }

  /// Calls `decorator` with every instance that the factory resolves, and with true if the instance
  /// is new. Otherwise like the decorator with one argument.
  @_alwaysEmitIntoClient @_disfavoredOverload @discardableResult
  public func decorator(_ decorator: @escaping (Product, Bool) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: IsNewDecoratorClosure(decorator)), decorator)
  }
}

/// The factories whose closures and decorators run on the main actor.
///
/// ``MainActorFactory`` and ``MainActorParameterFactory`` are the only conforming types. See
/// <doc:MainActorFactories>.
public protocol MainActorFactoryDecorating: FactoryModifying {}

extension MainActorFactoryDecorating {
  /// Calls `decorator` on the main actor with every instance that the factory resolves, new or
  /// cached.
  ///
  /// Setting the decorator is not isolated to the main actor. In other respects it is the same as
  /// for the other kinds of factory. See <doc:Debugging> and <doc:MainActorFactories>.
  ///
  /// ```swift
  /// Container.shared.screenModel.decorator { model in model.count += 1 }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping @MainActor (Product) -> Void) -> Self {
    let plain = MainActorClosure.plain(decorator)
    return setDecorator(ClosureIdentity(of: MainActorDecoratorClosure(decorator))) { instance, _ in
      plain(instance)
    }
  }

  /// Calls `decorator` on the main actor with every instance that the factory resolves, and with
  /// true if the instance is new.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping @MainActor (Product, Bool) -> Void) -> Self {
    let plain = MainActorClosure.plain { (arguments: (Product, Bool)) in
      decorator(arguments.0, arguments.1)
    }
    return setDecorator(ClosureIdentity(of: MainActorIsNewDecoratorClosure(decorator))) {
      plain(($0, $1))
    }
  }
}

/// The factories whose closures and decorators run in any task.
///
/// ``AsyncFactory`` and ``AsyncParameterFactory`` are the only conforming types. See
/// <doc:AsyncFactories>.
public protocol AsyncFactoryDecorating: FactoryModifying {}

extension AsyncFactoryDecorating {
  /// Calls `decorator` with every instance that the factory resolves, new or cached.
  ///
  /// The decorator runs in the resolving task, on any thread, so it is `@Sendable`. In other respects
  /// it is the same as for the other kinds of factory. See <doc:Debugging>.
  ///
  /// ```swift
  /// Container.shared.database.decorator { database in print("resolved \(database)") }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping @Sendable (Product) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: DecoratorClosure(decorator))) { instance, _ in
      decorator(instance)
    }
  }

  /// Calls `decorator` with every instance that the factory resolves, and with true if the instance
  /// is new. Otherwise like the decorator with one argument.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping @Sendable (Product, Bool) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: IsNewDecoratorClosure(decorator)), decorator)
  }
}

extension FactoryModifying {
  @_alwaysEmitIntoClient
  func setDecorator(
    _ identity: ClosureIdentity, _ decorator: @escaping (Product, Bool) -> Void
  ) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    if !manager.hasDecorator(identity, declaration, Self._types) {
      manager.change(
        .decorator(Decoration(decorator, identity)), declaration, Self._types)
    }
    return recording(FACTORY_HAS_DECORATOR)
  }
}

/// Main-actor closures as closures without isolation, as settings store them.
@usableFromInline
package enum MainActorClosure {
  /// A closure that traps if it is called off the main actor. Main-actor factories do not call it
  /// there, but a `Factory` can: one that a property wrapper has made from a main-actor factory, or
  /// one with the same key as a main-actor factory.
  @_alwaysEmitIntoClient
  package static func plain<P, T>(_ closure: @escaping @MainActor (P) -> T) -> (P) -> T {
    // Both types have the same representation. The closure is called on the main actor only.
    let plain = unsafeBitCast(closure, to: ((P) -> T).self)
    return { argument in
      MainActor.preconditionIsolated("resolve a main-actor factory on the main actor")
      return plain(argument)
    }
  }
}

// MARK: The identity of decorators

// Structs of one closure each, because a decorator that is passed to a generic function is wrapped in a temporary
// closure, since its result is `Void`: see `ClosureIdentity`.

@usableFromInline
@frozen
struct DecoratorClosure<T> {
  @usableFromInline let closure: (T) -> Void

  @_alwaysEmitIntoClient @_transparent
  init(_ closure: @escaping (T) -> Void) { self.closure = closure }
}

@usableFromInline
@frozen
struct IsNewDecoratorClosure<T> {
  @usableFromInline let closure: (T, Bool) -> Void

  @_alwaysEmitIntoClient @_transparent
  init(_ closure: @escaping (T, Bool) -> Void) { self.closure = closure }
}

@usableFromInline
@frozen
struct MainActorDecoratorClosure<T> {
  @usableFromInline let closure: @MainActor (T) -> Void

  @_alwaysEmitIntoClient @_transparent
  init(_ closure: @escaping @MainActor (T) -> Void) { self.closure = closure }
}

@usableFromInline
@frozen
struct MainActorIsNewDecoratorClosure<T> {
  @usableFromInline let closure: @MainActor (T, Bool) -> Void

  @_alwaysEmitIntoClient @_transparent
  init(_ closure: @escaping @MainActor (T, Bool) -> Void) { self.closure = closure }
}
