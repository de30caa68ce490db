// Factory, MIT licence; see LICENSE
//
// The modifiers of all kinds of factory. A setting is stored in the container, so it persists. A
// factory's definition applies its modifiers again on every read, so they override later changes.
public import FactoryCore

/// The modifiers that set a factory's scope, contexts and decorator.
///
/// The library's kinds of factory are the only conforming types. Modifiers may be used from
/// any thread and apply to every resolution that starts afterwards. See <doc:Modifiers>.
///
/// A factory's definition applies its modifiers on every read. If the factory already has the
/// setting, this costs one lookup and no allocation. A closure counts as the same one only if it
/// captures nothing or a single reference; any other closure is stored again on every read.
///
/// ```swift
/// extension Container {
///   var analytics: Factory<Analytics> { self { Analytics() }.singleton }
/// }
/// ```
public protocol FactoryModifying: CustomStringConvertible, CustomReflectable {
  /// The type of the parameter: `Void` for a factory without one.
  associatedtype Parameter
  /// The type of the instances that the factory creates.
  associatedtype Product
  /// The type of the closure that creates an instance, as the container stores it.
  ///
  /// It is the factory's own `Closure`, for example `() -> T`, except for the throwing and the
  /// asynchronous kinds of factory. Their closures are stored in a struct, because a function type
  /// with a typed error cannot be an associated type before iOS 18 and macOS 15.
  associatedtype StoredClosure

  /// An implementation detail of the library.
  var _definition: FactoryDefinition { get set }
  /// An implementation detail of the library.
  static var _types: FactoryTypes { get }
  /// An implementation detail of the library: the object that stores a closure.
  static func _override(_ closure: StoredClosure) -> AnyObject
}

extension FactoryModifying {
  /// The type of the closure that the modifiers below take. Each kind of factory has a `Closure` of
  /// its own, which is the type of the function.
  public typealias Closure = StoredClosure
}

// MARK: Registrations

extension FactoryModifying {
  /// Replaces the factory's closure until the next reset, and evicts its cached instances, except those that child
  /// containers have cached.
  ///
  /// May be called from any thread. If the container's `autoRegister` has not run, the call runs it
  /// first, or waits for the thread that runs it. The call does not wait for factories' closures:
  /// an instance that is being built at that moment goes to the callers that wait for it, but is
  /// not cached. Inside the container's own `autoRegister`, nothing is evicted. See
  /// <doc:Registrations>.
  ///
  /// The container stores the closure. If the closure uses the container, capture it `unowned`;
  /// otherwise the two retain each other until a reset.
  ///
  /// ```swift
  /// Container.shared.myService.register { MockService() }
  /// ```
  #if DEBUG
    @inline(__always)
  #else
    // Otherwise the optimiser would make a copy for each factory before it inlines it, as with `self { … }`.
    @_transparent
  #endif
  @_alwaysEmitIntoClient @discardableResult
  public func register(factory: Closure) -> Self {
    // Every `_override` function returns a `ModifierClosure`.
    let override = assumedObject(Self._override(factory), ModifierClosure.self)
    _definition.register(override, Self._types)
    return self
  }
}

// MARK: Scopes

extension FactoryModifying {
  /// Sets the factory's scope, and evicts the instances cached under its previous scope.
  ///
  /// Costs one lookup if the factory already has the scope. Declare scopes as stored constants: see
  /// ``Scope`` and <doc:Scopes>.
  ///
  /// ```swift
  /// extension Container {
  ///   var user: Factory<User> { self { User() }.scope(.session) }
  /// }
  /// ```
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func scope(_ scope: Scope) -> Self {
    var factory = self
    factory._definition.setScope(scope, Self._types)
    return factory
  }

  // Each of these is the same as `scope(_:)` with the scope of that name. They pass the scope's
  // number instead of loading the scope, so that a property that uses them stays short enough for
  // the compiler to inline it where it is read.

  /// Creates a new instance for every resolution. The same as `scope(.unique)`.
  public var unique: Self {
    @_alwaysEmitIntoClient @inline(__always) get { scope(ofKind: 0) }
  }

  /// Caches one instance per container. The same as `scope(.cached)`.
  public var cached: Self {
    @_alwaysEmitIntoClient @inline(__always) get { scope(ofKind: 1) }
  }

  /// Caches one instance per container, held weakly. The same as `scope(.shared)`.
  public var shared: Self {
    @_alwaysEmitIntoClient @inline(__always) get { scope(ofKind: 2) }
  }

  /// Caches one instance per resolution cycle. The same as `scope(.graph)`. See <doc:Debugging>.
  public var graph: Self {
    @_alwaysEmitIntoClient @inline(__always) get { scope(ofKind: 3) }
  }

  /// Caches one instance per process. The same as `scope(.singleton)`.
  public var singleton: Self {
    @_alwaysEmitIntoClient @inline(__always) get { scope(ofKind: 4) }
  }

  /// - Parameter kind: the raw value of a `ScopeKind`.
  @_alwaysEmitIntoClient @_transparent
  package func scope(ofKind kind: Int) -> Self {
    var factory = self
    factory._definition.setScope(ofKind: kind, Self._types)
    return factory
  }
}

// MARK: Parameters

extension FactoryModifying where Parameter: Hashable {
  /// Caches one instance for each distinct parameter, compared with `==`, instead of one for all.
  ///
  /// `hash(into:)` and `==` run with no lock held. A hit usually costs one hash and one comparison.
  /// See <doc:Scopes>.
  public var scopeOnParameters: Self {
    @_alwaysEmitIntoClient @inline(__always) get {
      var factory = self
      factory._definition.scopeOnParameters(TypedParameterKey<Parameter>.self, Self._types)
      return factory
    }
  }
}

// MARK: Contexts

extension FactoryModifying {
  /// Uses `factory` while one of the contexts is active, instead of the factory's own closure or
  /// its registration.
  ///
  /// If several contexts are active, the most specific one wins: see <doc:Contexts>. Instances that
  /// are already cached stay: call `reset(.scope)` to evict them.
  ///
  /// ```swift
  /// Container.shared.analytics.context(.preview, .test) { NoAnalytics() }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func context(_ contexts: FactoryContextType..., factory: Closure) -> Self {
    set(contexts, factory)
  }

  /// Uses `factory` while the process has this argument, from its command line or from
  /// ``FactoryContext/setArg(_:forKey:)``. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onArg(_ argument: String, factory: Closure) -> Self { set(.arg(argument), factory) }

  /// Uses `factory` while the process has one of these arguments. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onArgs(_ arguments: [String], factory: Closure) -> Self {
    set([.args(arguments)], factory)
  }

  /// Uses `factory` in Xcode previews of debug builds. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onPreview(factory: Closure) -> Self { set(.preview, factory) }

  /// Uses `factory` in test processes of debug builds. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onTest(factory: Closure) -> Self { set(.test, factory) }

  /// Uses `factory` in debug builds. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onDebug(factory: Closure) -> Self { set(.debug, factory) }

  /// Uses `factory` in Apple's simulators. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onSimulator(factory: Closure) -> Self { set(.simulator, factory) }

  /// Uses `factory` everywhere except in Apple's simulators. See <doc:Contexts>.
  @_alwaysEmitIntoClient @discardableResult
  public func onDevice(factory: Closure) -> Self { set(.device, factory) }

  @_alwaysEmitIntoClient
  package func set(_ contexts: [FactoryContextType], _ closure: Closure) -> Self {
    var factory = self
    for context in contexts {
      if case .args(let arguments) = context {
        for argument in arguments { factory = factory.set(.arg(argument), closure) }
      } else {
        factory = factory.set(context, closure)
      }
    }
    return factory
  }

  /// The factory, which has added a layer or a member itself, outside of the function that declares it.
  @_alwaysEmitIntoClient
  package var recordingLayer: Self {
    var factory = self
    factory._definition.declaration.recordLayer()
    return factory
  }

  /// The factory, whose value records what its declaration or its chain of modifiers says.
  @_alwaysEmitIntoClient @inline(__always)
  package func recording(_ flag: factory_declaration_flags) -> Self {
    var factory = self
    factory._definition.declaration.record(flag)
    return factory
  }

  @_alwaysEmitIntoClient @discardableResult
  package func set(_ context: FactoryContextType, _ closure: Closure) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    let identity = ClosureIdentity(of: closure)
    if !manager.hasContext(context, identity, declaration, Self._types) {
      // Every `_override` function returns a `ModifierClosure`.
      let override = assumedObject(Self._override(closure), ModifierClosure.self)
      manager.change(.context(context, override), declaration, Self._types)
    }
    var factory = self
    factory._definition.declaration.recordContext()
    return factory
  }
}

// MARK: Tests

extension FactoryModifying {
  /// Allows strict tests to use the factory's own closure.
  ///
  /// Write it in the factory's definition, if the live instance needs neither a network nor files,
  /// like a formatter. A test that uses the trait `.container(.strict)` reports every other factory
  /// that calls its own closure, except those that only combine factories that are not reported.
  /// Costs nothing outside of such tests. See <doc:StrictTests>.
  ///
  /// ```swift
  /// extension Container {
  ///   var formatter: Factory<Formatter> { self { Formatter() }.testable }
  /// }
  /// ```
  public var testable: Self {
    @_alwaysEmitIntoClient @inline(__always) get { recording(FACTORY_IS_TESTABLE) }
  }
}

// MARK: Once, reset

extension FactoryModifying {
  /// Applies the preceding modifiers of the factory's definition only once, so that later changes
  /// from outside persist. They apply again after `reset(.all)`. See <doc:Modifiers>.
  ///
  /// ```swift
  /// extension Container {
  ///   var analytics: Factory<Analytics> {
  ///     self { Analytics() }.onTest { NoAnalytics() }.once()
  ///   }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func once() -> Self {
    var factory = self
    factory._definition.change(.once, Self._types)
    factory._definition.declaration.record(FACTORY_IS_AFTER_ONCE)
    return factory
  }

  /// Resets this factory: everything by default, including its singleton. See
  /// ``FactoryResetOptions``.
  ///
  /// May be called from any thread and returns immediately. An instance that is being built goes to
  /// the callers that wait for it, but is not cached.
  ///
  /// ```swift
  /// Container.shared.myService.reset(.scope)
  /// ```
  @_alwaysEmitIntoClient @inline(__always) @discardableResult
  public func reset(_ options: FactoryResetOptions = .all) -> Self {
    _definition.reset(options, Self._types)
    return self
  }
}

extension FactoryModifying {
  /// The type of the parameter, under the name that it has in 2.x: ``Parameter``.
  public typealias P = Parameter
  /// The type of the instances, under the name that it has in 2.x: ``Product``.
  public typealias T = Product
}

// MARK: -

// Modifiers that limit how long an unused instance stays cached.

extension FactoryModifying {
  /// Evicts a cached instance that has not been resolved for `seconds`. Each hit restarts the time.
  ///
  /// The time is measured with ``ContainerManager/clock``. An expired instance is evicted by the
  /// next resolution, not by a timer. With `scopeOnParameters`, resolutions with new parameters also
  /// evict the expired instances of others, from time to time. A negative value counts as zero. The
  /// unique and graph scopes ignore the time to live. See <doc:Scopes>.
  ///
  /// ```swift
  /// extension Container {
  ///   var session: Factory<Session> { self { Session() }.cached.timeToLive(300) }
  /// }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func timeToLive(_ seconds: Double) -> Self {
    _definition.change(.timeToLive(FactoryDefinition.nanoseconds(seconds)), Self._types)
    return recording(FACTORY_HAS_TIME_TO_LIVE)
  }

  /// Evicts a cached instance that has not been resolved for `duration`. See
  /// ``timeToLive(_:)-(Double)``.
  // Disfavored for the compiler's message only: no argument fits both functions. For one that fits
  // neither, as in `self { … }.timeToLive("x")`, it fails to produce a message if both are as
  // likely.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient @_disfavoredOverload @discardableResult
  public func timeToLive(_ duration: Duration) -> Self {
    _definition.change(.timeToLive(FactoryDefinition.nanoseconds(duration)), Self._types)
    return recording(FACTORY_HAS_TIME_TO_LIVE)
  }
}

extension FactoryDefinition {
  /// Whole nanoseconds: zero for negative values and NaN, and at most 285 years.
  @usableFromInline
  package static func nanoseconds(_ seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1_000_000_000
    if nanoseconds >= 9.0e18 { return 9_000_000_000_000_000_000 }
    return nanoseconds > 0 ? UInt64(nanoseconds) : 0
  }

  /// Whole nanoseconds: zero for negative values.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  @_alwaysEmitIntoClient
  package static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    return nanoseconds(Double(seconds)) &+ UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}

// MARK: -

// The decorators of factories.

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
