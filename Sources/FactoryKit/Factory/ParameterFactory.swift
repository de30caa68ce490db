// Factory, MIT licence; see LICENSE
//
// A factory that needs a value at run time.
import FactoryAtomics

/// Knows how to make a `T` from a `P`. (Guide: Parameters.)
///
/// Everything said of ``Factory`` holds. With a scope, the first instance is kept whatever the
/// parameter, unless the factory is scoped on its parameters:
///
/// ```swift
/// extension Container {
///   var profile: ParameterFactory<Int, Profile> {
///     self { Profile(id: $0) }.scopeOnParameters.cached
///   }
/// }
/// let profile = Container.shared.profile(42)
/// ```
public struct ParameterFactory<P, T>: FactoryModifying {
  public typealias Parameter = P
  public typealias Product = T
  public typealias Closure = (P) -> T

  public var _definition: FactoryDefinition
  @usableFromInline let factory: (P) -> T

  /// A factory of `container`; see ``Factory/init(_:key:file:line:_:)``.
  @_alwaysEmitIntoClient @_transparent
  public init<C: ManagedContainer>(
    _ container: __shared C, key: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line, _ factory: @escaping (P) -> T
  ) {
    _definition = FactoryDefinition(container, key, file, line)
    self.factory = factory
  }

  @_alwaysEmitIntoClient @_transparent
  init(_ definition: FactoryDefinition, _ factory: @escaping (P) -> T) {
    _definition = definition
    self.factory = factory
  }

  /// The instance for `parameter`: new, or the one its scope keeps.
  @_alwaysEmitIntoClient @_transparent
  public consuming func callAsFunction(_ parameter: P) -> T { resolve(parameter) }

  /// The same as calling the factory.
  @_alwaysEmitIntoClient @_transparent
  public consuming func resolve(_ parameter: P) -> T {
    // As in `Factory.resolve()`.
    let make = factory
    let definition = _definition
    _ = consume self
    let sighting = definition.look(Self._types)
    var frame: factory_frame
    var turn: factory_turn
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
      let value: T? = withUnsafePointer(to: parameter) {
        definition.resolveFully(sighting, &frame, $0, &turn)
      }
      if let value { return value }
      _ = consume definition
    }
    return withUnsafeMutablePointer(to: &frame) { frame in
      withUnsafePointer(to: parameter) {
        frame.setParameter($0)
        frame.begin()
        let value = make(parameter)
        frame.end(&turn, value)
        return value
      }
    }
  }

  /// Registers `factory` in place of the original closure; see ``Factory/register(factory:)``.
  @_alwaysEmitIntoClient @_transparent @discardableResult
  public consuming func register(factory: @escaping (P) -> T) -> Self {
    _definition.register(Self._override(factory), Self._types)
    return self
  }

  @_alwaysEmitIntoClient @_transparent
  public static var _types: FactoryTypes { FactoryTypes(P.self, T.self) }

  @_alwaysEmitIntoClient
  public static func _override(_ closure: @escaping Closure) -> AnyObject {
    Override<P, T>(closure)
  }
}

// Sendable for the same reason as `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}

extension ParameterFactory where P: Hashable {
  /// Has the scope keep one instance for each distinct parameter, compared with `==`.
  ///
  /// `hash(into:)` and `==` run with no lock held. Cost of a hit: one hash and one comparison.
  @_alwaysEmitIntoClient
  public var scopeOnParameters: Self {
    var factory = self
    factory._definition.record(
      Modification.scopeOnParameters, Self._types, key: KeyOf<P>.self)
    return factory
  }
}
