// Factory, MIT licence; see LICENSE
//
// The modifiers that both kinds of factory have. Each records itself in the container's entry,
// so it lasts; a factory's definition records its own again each time it is read, so it wins.
import FactoryAtomics

/// A factory whose scope, contexts and decorator can be set. (Guide: Modifiers and ordering.)
///
/// ``Factory`` and ``ParameterFactory`` are the only two. All modifiers may be used from any
/// thread and take effect for every resolution that starts afterwards.
public protocol FactoryModifying {
  associatedtype Parameter
  associatedtype Product
  /// The type of closure that makes a product.
  associatedtype Closure

  /// For the library's use.
  var _definition: FactoryDefinition { get set }
  /// For the library's use.
  static var _types: FactoryTypes { get }
  /// For the library's use.
  static func _override(_ closure: Closure) -> AnyObject
}

// MARK: Scopes

extension FactoryModifying {
  /// Gives the factory a scope; what another scope kept is dropped at once. By the short forms, such
  /// as ``cached``, it is dropped when the container is next used.
  ///
  /// Costs one look-up when the factory has that scope already.
  @_alwaysEmitIntoClient @_transparent @discardableResult
  public consuming func scope(_ scope: Scope) -> Self {
    _definition.setScope(scope, Self._types)
    return self
  }

  /// A new instance for every resolution.
  public var unique: Self {
    @_alwaysEmitIntoClient @_transparent consuming get { scope(ofKind: FACTORY_UNIQUE_SCOPE) }
  }

  /// One instance for the container.
  public var cached: Self {
    @_alwaysEmitIntoClient @_transparent consuming get { scope(ofKind: FACTORY_CACHED_SCOPE) }
  }

  /// One instance for the container while somebody holds it.
  public var shared: Self {
    @_alwaysEmitIntoClient @_transparent consuming get { scope(ofKind: FACTORY_SHARED_SCOPE) }
  }

  /// One instance for the process.
  public var singleton: Self {
    @_alwaysEmitIntoClient @_transparent consuming get { scope(ofKind: FACTORY_SINGLETON_SCOPE) }
  }

  /// One instance for each resolution cycle.
  public var graph: Self {
    @_alwaysEmitIntoClient @_transparent consuming get { scope(ofKind: FACTORY_GRAPH_SCOPE) }
  }

  // A factory's property is to be so short that the compiler puts it where it is read, and to let go
  // of nothing: then handing out a kept instance counts no reference but that instance's own.
  @_alwaysEmitIntoClient @_transparent
  consuming func scope(ofKind kind: Int) -> Self {
    _definition.setScope(ofKind: kind, Self._types)
    return self
  }

  /// Drops a kept instance that was not asked for during `seconds`; each hit counts as asking.
  @_alwaysEmitIntoClient @discardableResult
  public consuming func timeToLive(_ seconds: Double) -> Self {
    timeToLive(nanoseconds: FactoryDefinition.nanoseconds(seconds))
  }

  /// The same, as a `Duration`.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient @discardableResult
  public consuming func timeToLive(_ duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    return timeToLive(
      nanoseconds: FactoryDefinition.nanoseconds(Double(seconds))
        &+ UInt64(max(0, attoseconds) / 1_000_000_000))
  }

  @_alwaysEmitIntoClient
  consuming func timeToLive(nanoseconds: UInt64) -> Self {
    _definition.record(Modification.timeToLive, Self._types, nanoseconds: nanoseconds)
    return self
  }
}

extension FactoryDefinition {
  /// Whole nanoseconds; none for what is negative or not a number, and no more than would fit.
  @usableFromInline
  static func nanoseconds(_ seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1_000_000_000
    if nanoseconds >= 9.0e18 { return 9_000_000_000_000_000_000 }
    return nanoseconds > 0 ? UInt64(nanoseconds) : 0
  }
}

// MARK: Contexts

extension FactoryModifying {
  /// Uses `factory` while one of the contexts holds. (Guide: Contexts, precedence.)
  ///
  /// Instances that are kept already stay: follow it by `reset(.scope)` to drop them.
  @_alwaysEmitIntoClient @discardableResult
  public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
    record(contexts, factory)
  }

  /// While the process has this argument, from its start or by `FactoryContext.setArg`.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: Closure) -> Self {
    record([.arg(argument)], factory)
  }

  /// While the process has one of these arguments.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: Closure) -> Self {
    record([.args(arguments)], factory)
  }

  /// In Xcode previews of debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: Closure) -> Self { record([.preview], factory) }

  /// In test processes of debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: Closure) -> Self { record([.test], factory) }

  /// In debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: Closure) -> Self { record([.debug], factory) }

  /// In Apple's simulator.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: Closure) -> Self { record([.simulator], factory) }

  /// Anywhere but in a simulator.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: Closure) -> Self { record([.device], factory) }

  @_alwaysEmitIntoClient
  consuming func record(_ contexts: [FactoryContextType], _ closure: Closure) -> Self {
    _definition.record(
      Modification.contexts, Self._types, object: Self._override(closure), contexts: contexts)
    return self
  }
}

// MARK: Decorators, once, reset

extension FactoryModifying {
  /// Runs `decorator` with every instance the factory resolves, new or kept, in place of the
  /// container's decorator. No lock is held. (Guide: Decorators.)
  ///
  /// The container keeps the closure: one that uses the container should capture it unowned, or
  /// the two own each other.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping (Product) -> Void) -> Self {
    self.decorator { instance, _ in decorator(instance) }
  }

  /// The same, also told whether the instance is new.
  @_alwaysEmitIntoClient @discardableResult
  public consuming func decorator(_ decorator: @escaping (Product, Bool) -> Void) -> Self {
    _definition.record(Modification.decorator, Self._types, object: Decoration(decorator))
    return self
  }

  /// Has the modifiers before it, in the factory's definition, apply only the first time, so that
  /// those given from outside last. (Guide: `.once()`.)
  @_alwaysEmitIntoClient @discardableResult
  public consuming func once() -> Self {
    _definition.record(Modification.once, Self._types)
    _definition.declaration.isPastOnce = true
    return self
  }

  /// Drops what `options` says of this factory: everything if nothing is said, singletons too.
  @_alwaysEmitIntoClient @_transparent @discardableResult
  public consuming func reset(_ options: FactoryResetOptions = .all) -> Self {
    _definition.reset(options, Self._types)
    return self
  }
}
