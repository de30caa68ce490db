// Factory, MIT licence; see LICENSE
//
// `wrap` for all kinds of factory. Its closures have the same isolation as the kind's decorators.
internal import FactoryCore
public import FactoryKitCore

extension SynchronousFactoryKind {
  /// Replaces each new instance by the one that `layer` returns for it. That one is cached.
  ///
  /// The closure is called a layer. The first layer is the innermost: it gets the instance itself,
  /// and the next one gets what the first one has returned. Layers wrap the instances of all closures:
  /// the factory's own, a registered one, and those for contexts. A layer runs on the thread that
  /// builds the instance, with no lock held, and may resolve other factories. Decorators get the
  /// wrapped instance. If the factory's closure throws, no layer runs.
  ///
  /// A layer is a registration: it is removed by `reset(.registration)`, restored by `pop()`, and
  /// evicts the cached instances when it is added. If the same call in the source runs again, its
  /// layer replaces the one that it added before. So the factory's definition may call `wrap` too;
  /// there, it evicts nothing. See <doc:Wrapping>.
  ///
  /// May be called from any thread. Returning a cached instance costs the same with layers as
  /// without. The container stores the closure. If the closure uses the container, capture it
  /// `unowned`; otherwise the two retain each other.
  ///
  /// ```swift
  /// Container.shared.client.wrap { LoggingClient($0) }
  /// ```
  /// - Parameters:
  ///   - file: the file that contains the call. It identifies the layer, with line and column.
  ///   - function: the property that contains the call. A call in the factory's own definition is
  ///     recognised by it.
  ///   - line: the line of the call.
  ///   - column: the column of the call.
  ///   - layer: returns the instance to use instead of its argument.
  @_alwaysEmitIntoClient @discardableResult
  public func wrap(
    file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    column: UInt = #column, _ layer: @escaping (Product) -> Product
  ) -> Self {
    addLayer(layer, ClosureIdentity(of: layer), CallSite(file, function, line, column))
  }
}

extension AsyncFactoryDecorating {
  /// Replaces each new instance by the one that `layer` returns for it. That one is cached.
  ///
  /// Works like `wrap` of ``Factory``; see <doc:Wrapping>. The layer runs in the task that runs the
  /// factory's closure, so it is `@Sendable`. It cannot suspend.
  ///
  /// ```swift
  /// Container.shared.database.wrap { LoggingDatabase($0) }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func wrap(
    file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    column: UInt = #column, _ layer: @escaping @Sendable (Product) -> Product
  ) -> Self {
    addLayer(layer, ClosureIdentity(of: layer), CallSite(file, function, line, column))
  }
}

extension MainActorFactoryDecorating {
  /// Replaces each new instance by the one that `layer` returns for it. That one is cached.
  ///
  /// Works like `wrap` of ``Factory``; see <doc:Wrapping>. The layer runs on the main actor, but
  /// `wrap` itself may be called on any thread.
  ///
  /// ```swift
  /// Container.shared.screenModel.wrap { LoggingModel($0) }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func wrap(
    file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    column: UInt = #column, _ layer: @escaping @MainActor (Product) -> Product
  ) -> Self {
    addLayer(
      MainActorClosure.plain(layer), ClosureIdentity(of: layer),
      CallSite(file, function, line, column))
  }
}

extension FactoryModifying {
  @_alwaysEmitIntoClient
  func addLayer(
    _ layer: @escaping (Product) -> Product, _ closure: ClosureIdentity, _ site: CallSite
  ) -> Self {
    let (manager, declaration) = (_definition.manager, _definition.declaration)
    if !manager.hasLayer(closure, site, declaration, Self._types) {
      manager.add(
        Layer(layer, closure, site), declaration, Self._types, _definition.scope)
    }
    return declaration.contains(site) ? self : recordingLayer
  }
}
