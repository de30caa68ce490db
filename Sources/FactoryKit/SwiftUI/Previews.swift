// Factory, MIT licence; see LICENSE
//
// The forms of registering that may stand in the body of a `#Preview`, where every line is a view.
// Without SwiftUI they are there too, and return nothing.
#if canImport(SwiftUI)
  public import SwiftUI

  /// What registering with a closure returns: a view that shows nothing; `Void` without SwiftUI.
  public typealias Registered = EmptyView
#else
  /// What registering with a closure returns: nothing; with SwiftUI, a view that shows nothing.
  public typealias Registered = Void
#endif

extension Factory {
  /// Registers `factory`, as ``register(factory:)`` does, in the body of a preview. (Guide:
  /// Previews.)
  ///
  /// May be used anywhere and from any thread; costs what `register` does.
  ///
  /// ```swift
  /// #Preview {
  ///   Container.shared.myService.preview { MockService() }
  ///   ContentView()
  /// }
  /// ```
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping () -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  /// Short for ``register(factory:)``: `container.myService { Mock() }`.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(_ factory: @escaping () -> T) -> Registered {
    preview(factory: factory)
  }
}

extension ParameterFactory {
  /// Registers `factory` in the body of a preview; see ``Factory/preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(factory: @escaping (P) -> T) -> Registered {
    register(factory: factory)
    return Registered()
  }

  /// Short for ``register(factory:)``: `container.profile { Mock(id: $0) }`.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(_ factory: @escaping (P) -> T) -> Registered {
    preview(factory: factory)
  }
}

extension ManagedContainer {
  /// Changes several factories in one go, in the body of a preview. (Guide: Previews.)
  ///
  /// `change` runs at once, on the calling thread, with no lock held.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(_ change: (Self) -> Void) -> Registered {
    change(self)
    return Registered()
  }

  /// Changes several factories in one go: `container { $0.myService.register { Mock() } }`.
  ///
  /// The same as ``preview(_:)``; see ``with(_:)`` for going on with the container.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(_ change: (Self) -> Void) -> Registered {
    preview(change)
  }

  /// Changes this container and returns it, so that a changed container is one expression:
  /// `let container = Container().with { $0.myService.register { Mock() } }`.
  @_alwaysEmitIntoClient @discardableResult
  public func with(_ change: (Self) -> Void) -> Self {
    change(self)
    return self
  }
}

extension SharedContainer {
  /// Changes several factories of the shared container in one go, in the body of a preview.
  /// (Guide: Previews.)
  ///
  /// The shared container is that of the calling task. `change` runs at once.
  ///
  /// ```swift
  /// #Preview {
  ///   Container.preview {
  ///     $0.myService.register { MockService() }
  ///     $0.otherService.register { MockOther() }
  ///   }
  ///   ContentView()
  /// }
  /// ```
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public static func preview(_ change: (Self) -> Void) -> Registered {
    shared.preview(change)
  }
}
