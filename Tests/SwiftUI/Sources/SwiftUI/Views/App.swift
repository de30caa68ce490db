// Factory, MIT licence; see LICENSE
//
// An application and its windows.
import Dispatch
import Foundation

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// Shows the first window, waits for the tasks of its views, prints what is seen and ends.
  @MainActor @preconcurrency public static func main() {
    let app = Self()
    guard let window = app.body as? any Window else {
      fatalError("\(Self.self) has a scene that this module does not know: \(Self.Body.self)")
    }
    let host = window.open()
    Task { @MainActor in
      await host.settle()
      for text in host.texts { print(text) }
      exit(0)
    }
    dispatchMain()
  }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body: only `App.main` shows it") }
}

@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: Scene {
    content
  }
}

public struct WindowGroup<Content: View>: Scene {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public typealias Body = Never
}

/// A scene that shows a view.
@MainActor private protocol Window {
  func open() -> ViewHost
}

extension WindowGroup: Window {
  fileprivate func open() -> ViewHost { ViewHost(content) }
}
