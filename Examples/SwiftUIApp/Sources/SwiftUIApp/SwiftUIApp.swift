// Factory, MIT licence; see LICENSE
//
// The application: its windows, and the registrations for a UI test's launch argument.
import AppFeatures
import FactoryKit
import SwiftUI

@main
struct SwiftUIApp: App {
  var body: some Scene {
    // SwiftUI stores the state of each window separately, so each one has a user of its own.
    WindowGroup { WindowView() }
  }
}

// Only the application conforms its container to `AutoRegistering`; its modules do not.
// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  /// A UI test launches the application with `app.launchArguments.append("mock")`. Then the user
  /// Ada is logged in, and the library has two books.
  public func autoRegister() {
    #if DEBUG
      library.onArg("mock") { MockLibrary() }
      accounts.onArg("mock") { MockAccounts(remembering: User(name: "Ada")) }
    #endif
  }
}
