// Factory, MIT licence; see LICENSE
//
// Functions that register in the body of a `#Preview`. Each expression there must be a view, so the
// functions return an empty one. Without SwiftUI they return `Void`.
public import FactoryKitCore

#if canImport(SwiftUI)
  public import SwiftUI

  /// The result of registering in the body of a preview: an empty view, or `Void` without SwiftUI.
  public typealias Registered = EmptyView
#else
  /// The result of registering in the body of a preview: `Void`, or an empty view with SwiftUI.
  public typealias Registered = Void
#endif

extension FactoryModifying {
  /// Registers a closure in the body of a preview. Otherwise the same as ``register(factory:)``.
  /// See <doc:Previews>.
  ///
  /// The registration stays in the container after the preview. If that is the shared one, as below, later
  /// previews in the same process see it too. From iOS 18 and macOS 15 on, the trait `.container` gives
  /// each preview a container of its own.
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
  public func preview(factory: Closure) -> Registered {
    register(factory: factory)
    return Registered()
  }

  /// Registers a closure: `container.myService { Mock() }`. The same as ``preview(factory:)``.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func callAsFunction(factory: Closure) -> Registered {
    preview(factory: factory)
  }
}

extension ManagedContainer {
  /// Changes several factories of this container in the body of a preview. See <doc:Previews>.
  ///
  /// The changes stay in the container after the preview. `change` runs immediately, on the calling thread, with no lock held.
  #if canImport(SwiftUI)
    @discardableResult
  #endif
  @_alwaysEmitIntoClient
  public func preview(_ change: (Self) -> Void) -> Registered {
    change(self)
    return Registered()
  }

  // In the body of a preview, only this one fits. Elsewhere the compiler prefers the one that returns
  // the container.
  #if canImport(SwiftUI)
    /// Changes several factories of this container in the body of a preview:
    /// `container { $0.myService.register { Mock() } }`. The same as `preview(_:)`. See <doc:Previews>.
    @_disfavoredOverload @_alwaysEmitIntoClient @discardableResult
    public func callAsFunction<Result>(_ change: (Self) -> Result) -> Registered {
      preview { _ = change($0) }
    }
  #endif
}

extension SharedContainer {
  /// Changes several factories of the shared container in the body of a preview. See <doc:Previews>.
  ///
  /// The shared container is the one of the calling task. The changes stay in it, and later previews in the
  /// same process see them too. From iOS 18 and macOS 15 on, the trait `.container` gives each preview a
  /// container of its own. `change` runs immediately, on the calling thread, with no lock held.
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
