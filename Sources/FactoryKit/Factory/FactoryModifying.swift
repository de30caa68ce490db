// Factory, MIT licence; see LICENSE
//
// The modifiers that both kinds of factory have. What a modifier sets is stored in the container, so it
// persists; a factory's definition applies its own modifiers again on every read, so they win.

/// A factory whose scope, contexts and decorator can be set.
///
/// ``Factory`` and ``ParameterFactory`` are the only conforming types. All modifiers may be used from
/// any thread and take effect for every resolution that starts afterwards.
///
/// A modifier that says what the factory's settings say already costs one lookup, and allocates
/// nothing if its closure captures nothing or a single reference.
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
  /// Gives the factory a scope, and evicts what another scope has kept.
  ///
  /// Costs one lookup when the factory has that scope already. Declare scopes as stored constants, see
  /// ``Scope``.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public consuming func scope(_ scope: Scope) -> Self {
    _definition.setScope(scope, Self._types)
    return self
  }

  // Each of these is the same as `scope(_:)` with the scope of that name. They pass its number, so that
  // reading a factory does not have to load the scope: the properties stay short enough for the
  // compiler to inline them where they are read.

  /// A new instance for every resolution.
  public var unique: Self {
    @_alwaysEmitIntoClient @inline(__always) consuming get { scope(ofKind: 0) }
  }

  /// One instance for the container.
  public var cached: Self {
    @_alwaysEmitIntoClient @inline(__always) consuming get { scope(ofKind: 1) }
  }

  /// One instance for the container, as long as something else references it.
  public var shared: Self {
    @_alwaysEmitIntoClient @inline(__always) consuming get { scope(ofKind: 2) }
  }

  /// One instance for each resolution cycle.
  public var graph: Self {
    @_alwaysEmitIntoClient @inline(__always) consuming get { scope(ofKind: 3) }
  }

  /// One instance for the process.
  public var singleton: Self {
    @_alwaysEmitIntoClient @inline(__always) consuming get { scope(ofKind: 4) }
  }

  /// - Parameter kind: the raw value of a `ScopeKind`.
  @_alwaysEmitIntoClient @inline(__always)
  consuming func scope(ofKind kind: Int) -> Self {
    _definition.setScope(ofKind: kind, Self._types)
    return self
  }
}

// MARK: Contexts

extension FactoryModifying {
  /// Uses `factory` while one of the contexts holds.
  ///
  /// Instances that are already cached stay: call `reset(.scope)` to evict them.
  @_alwaysEmitIntoClient @discardableResult
  public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
    for context in contexts {
      if case .args(let arguments) = context {
        onArgs(arguments, factory: factory)
      } else {
        set(context, factory)
      }
    }
    return self
  }

  /// Uses `factory` while the process has this argument, from its start or by `FactoryContext.setArg`.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: Closure) -> Self { set(.arg(argument), factory) }

  /// Uses `factory` while the process has one of these arguments.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: Closure) -> Self {
    for argument in arguments { set(.arg(argument), factory) }
    return self
  }

  /// Uses `factory` in Xcode previews of debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: Closure) -> Self { set(.preview, factory) }

  /// Uses `factory` in test processes of debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: Closure) -> Self { set(.test, factory) }

  /// Uses `factory` in debug builds.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: Closure) -> Self { set(.debug, factory) }

  /// Uses `factory` in Apple's simulator.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: Closure) -> Self { set(.simulator, factory) }

  /// Uses `factory` anywhere but in a simulator.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: Closure) -> Self { set(.device, factory) }

  @_alwaysEmitIntoClient @discardableResult
  func set(_ context: FactoryContextType, _ closure: Closure) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    let identity = ClosureIdentity(of: closure)
    if !manager.hasContext(context, identity, declaration, Self._types) {
      // Both `_override` functions return one.
      let override = unsafeDowncast(Self._override(closure), to: AnyOverride.self)
      manager.change(.context(context, override), declaration, Self._types)
    }
    return self
  }
}

// MARK: Decorators, once, reset

extension FactoryModifying {
  /// Runs `decorator` with every instance that the factory resolves, new or kept, in place of the
  /// container's decorator.
  ///
  /// It runs on the resolving thread, with no lock held. What it resolves is not decorated by it. The
  /// container stores the closure: one that uses the container should capture it `unowned`, or the two
  /// own each other.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping (Product) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: decorator)) { instance, _ in decorator(instance) }
  }

  /// The same, also told whether the instance is new.
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: @escaping (Product, Bool) -> Void) -> Self {
    setDecorator(ClosureIdentity(of: decorator), decorator)
  }

  @_alwaysEmitIntoClient
  func setDecorator(
    _ identity: ClosureIdentity, _ decorator: @escaping (Product, Bool) -> Void
  ) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    if !manager.hasDecorator(identity, declaration, Self._types) {
      manager.change(
        .decorator(Decoration(decorator, identity)), declaration, Self._types)
    }
    return self
  }

  /// Applies the preceding modifiers of the factory's definition only once, so that later changes from
  /// outside persist.
  @_alwaysEmitIntoClient @discardableResult
  public consuming func once() -> Self {
    _definition.change(.once, Self._types)
    _definition.declaration.passOnce()
    return self
  }

  /// Resets this factory as far as `options` says: everything by default, including its singleton.
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func reset(_ options: FactoryResetOptions = .all) -> Self {
    _definition.reset(options, Self._types)
    return self
  }
}
