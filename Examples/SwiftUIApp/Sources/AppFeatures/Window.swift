// Factory, MIT licence; see LICENSE
//
// A window, which has a container of its own. So each window has its own user, models and favourites.
import FactoryKit
import Observation
import SwiftUI

@MainActor @Observable
public final class WindowModel {
  /// Everything that belongs to the user of this window. Services that all users share are those of the parent.
  private(set) var container = Container(parent: .shared, label: "window")
  private(set) var problem: String?

  public init() {}

  /// Logs in the user who was logged in when the application was last used.
  func resume() async { await container.session().resume() }

  /// Replaces the container, and with it all views and models, and then closes what the user had.
  ///
  /// Objects that somebody still holds continue to exist. The favourites have a shutdown hook, after which they cannot be
  /// changed any more.
  func logOut() async {
    let ended = container
    container = Container(parent: .shared, label: "window")
    await close(ended)
  }

  /// Closes what the user had, because the window is closed. Nothing else would call the shutdown hooks.
  func close() async { await close(container) }

  private func close(_ container: Container) async {
    do {
      try await container.shutdown()
    } catch {
      problem = "\(error)"
    }
  }
}

public struct WindowView: View {
  @State private var window: WindowModel

  @MainActor public init() { self.init(WindowModel()) }

  init(_ window: WindowModel) { _window = State(wrappedValue: window) }

  public var body: some View {
    Group {
      RootView(logOut: window.logOut)
        .container(window.container)
        // Another container is another user: the views get new state.
        .id(ObjectIdentifier(window.container))
      if let problem = window.problem {
        Text(problem).foregroundColor(.red)
      }
    }
    .task { await window.resume() }
    .onDisappear { Task { await window.close() } }
  }
}
