// Factory, MIT licence; see LICENSE
//
// The application: one window, and what a UI test's launch argument changes.
import AppFeatures
import FactoryKit
import SwiftUI

@main
struct SwiftUIApp: App {
  var body: some Scene {
    WindowGroup { RootView() }
  }
}

// Nobody but the application may say what its container registers.
// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  /// UI tests launch the application with `app.launchArguments.append("mock")`, and find Ada
  /// logged in and two books.
  public func autoRegister() {
    #if DEBUG
      library.onArg("mock") { MockLibrary() }
      accounts.onArg("mock") { MockAccounts(remembering: User(name: "Ada")) }
    #endif
  }
}
