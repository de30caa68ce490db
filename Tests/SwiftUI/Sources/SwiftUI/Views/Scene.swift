// Factory, MIT licence; see LICENSE
//
// The windows of an application.

#if !SDK_15
  @MainActor @preconcurrency
#endif
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  @MainActor @preconcurrency public var body: Never {
    fatalError("\(Self.self) has no body: only `App.main` and `WindowHost` show it")
  }
}

@resultBuilder public struct SceneBuilder {
  public static func buildExpression<Content>(_ content: Content) -> Content where Content: Scene {
    content
  }

  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene {
    content
  }
}

public struct WindowGroup<Content: View>: Scene {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public typealias Body = Never
}

extension Scene {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some Scene {
    EnvironmentScene(self, keyPath, value)
  }
}

// MARK: Windows

/// A scene that shows a view in each of its windows.
protocol Windows {
  @MainActor func window() -> any View
}

extension WindowGroup: Windows {
  @MainActor func window() -> any View { content }
}

/// A scene with another environment.
struct EnvironmentScene<Content: Scene, Value>: Scene, Windows {
  typealias Body = Never
  // Immutable, and used by the host on the main actor.
  nonisolated(unsafe) let content: Content
  nonisolated(unsafe) let keyPath: WritableKeyPath<EnvironmentValues, Value>
  nonisolated(unsafe) let value: Value

  nonisolated init(
    _ content: Content, _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) {
    self.content = content
    self.keyPath = keyPath
    self.value = value
  }

  @MainActor func window() -> any View {
    EnvironmentView(AnyView(SwiftUI.window(of: content)), keyPath, value)
  }
}

/// What a new window of a scene shows.
@MainActor func window<S: Scene>(of scene: S) -> any View {
  if let scene = scene as? any Windows { return scene.window() }
  return window(of: scene.body)
}

extension ViewHost {
  /// Opens a window of a scene.
  public convenience init<S: Scene>(windowOf scene: S) {
    self.init(AnyView(window(of: scene)))
  }
}
