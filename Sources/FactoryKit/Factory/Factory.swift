// Factory, MIT licence; see LICENSE
//
// A factory without parameter: the value that a container's property returns.
import FactoryAtomics

/// Knows how to make a `T`, and whose it is. (Guide: Core mental model.)
///
/// A factory is a passing value, made anew each time its property is read; what lasts is in its
/// container. Do not keep it in a `lazy var` of the container: it owns the container's manager,
/// and its closure often owns the container.
///
/// Resolving is safe from any thread. The closure runs on the thread that resolves, with no lock
/// held. A factory declared `@MainActor` must be resolved there: see ``resolveOnMainActor()``.
///
/// ```swift
/// extension Container {
///   var myService: Factory<MyServiceType> { self { MyService() } }
/// }
/// let service = Container.shared.myService()
/// ```
public struct Factory<T>: FactoryModifying {
  public typealias Parameter = Void
  public typealias Product = T
  public typealias Closure = () -> T

  public var _definition: FactoryDefinition
  @usableFromInline let factory: () -> T

  /// A factory of `container`; `self { … }` inside a container's extension is short for it.
  /// - Parameters:
  ///   - container: whose factory it is.
  ///   - key: its name there; the enclosing property's name if not given. Factories of one
  ///     container with equal keys and types are one factory.
  ///   - file: where the factory is declared.
  ///   - line: where the factory is declared.
  ///   - factory: makes an instance.
  @_alwaysEmitIntoClient @_transparent
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping () -> T
  ) {
    _definition = FactoryDefinition(container, key, file, line)
    self.factory = factory
  }

  @_alwaysEmitIntoClient @_transparent
  init(_ definition: FactoryDefinition, _ factory: @escaping () -> T) {
    _definition = definition
    self.factory = factory
  }

  /// The instance: new, or the one its scope keeps.
  ///
  /// Stops the program with the whole chain when the factory needs itself.
  @_alwaysEmitIntoClient @_transparent
  public consuming func callAsFunction() -> T { resolve() }

  /// The same as calling the factory.
  @_alwaysEmitIntoClient @_transparent
  public consuming func resolve() -> T {
    // Taken apart once: a debug build retains a whole value to read a part of it.
    let make = factory
    let definition = _definition
    _ = consume self
    let sighting = definition.look(Self._types)
    var frame: factory_frame
    var turn: factory_turn
    // The container is let go of before the closure runs, on each way for itself: then the plain one
    // need not retain it at all.
    if sighting.isPlain {
      frame = factory_frame()
      turn = factory_turn()
      definition.describe(&frame, Self._types)
      _ = consume definition
    } else {
      if let value: T = definition.manager.take(sighting) {
        _ = consume definition
        return value
      }
      frame = factory_frame()
      turn = factory_turn()
      var nothing: Void = ()
      if let value: T = definition.resolveFully(sighting, &frame, &nothing, &turn) {
        return value
      }
      _ = consume definition
    }
    return withUnsafeMutablePointer(to: &frame) { frame in
      frame.begin()
      let value = make()
      frame.end(&turn, value)
      return value
    }
  }

  /// Registers `factory` in place of the original closure, and drops what was kept. Returns at
  /// once, also while an instance is being made: that one is not kept. (Guide: Testing.)
  ///
  /// Inside `autoRegister` nothing is dropped. The container keeps the closure: one that uses the
  /// container should capture it unowned, or the two own each other until a reset.
  @_alwaysEmitIntoClient @_transparent @discardableResult
  public consuming func register(factory: @escaping () -> T) -> Self {
    _definition.register(Self._override(factory), Self._types)
    return self
  }

  @_alwaysEmitIntoClient @_transparent
  public static var _types: FactoryTypes { FactoryTypes(T.self) }

  @_alwaysEmitIntoClient
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    Override<Void, T> { _ in closure() }
  }
}

// Sendable although the closure is not: it is called where the factory is resolved, and what it
// makes may be used there. A closure that belongs to an actor comes from a factory property of
// that actor and must be resolved on it, as the documentation above says.
extension Factory: @unchecked Sendable where T: Sendable {}
