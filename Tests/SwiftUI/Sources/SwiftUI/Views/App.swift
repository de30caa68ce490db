// Factory, MIT licence; see LICENSE
//
// An application.
import Dispatch
import Foundation

#if !SDK_15
  @MainActor @preconcurrency
#endif
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// Opens one window, waits for the tasks of its views, prints what is seen and ends.
  @MainActor @preconcurrency public static func main() {
    let app = Self()
    let host = ViewHost(windowOf: app.body)
    Task { @MainActor in
      await host.settle()
      for text in host.texts { print(text) }
      exit(0)
    }
    dispatchMain()
  }
}
