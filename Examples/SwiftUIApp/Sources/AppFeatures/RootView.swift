// Factory, MIT licence; see LICENSE
//
// The root view of a window: the login form or, when a user is logged in, the list of books.
import FactoryKit
import SwiftUI

struct RootView: View {
  @InjectedObservable(\.session) private var session
  let logOut: () async -> Void

  init(logOut: @escaping () async -> Void) { self.logOut = logOut }

  var body: some View {
    if session.user != nil {
      BookListView(logOut: logOut)
    } else {
      LogInView()
    }
  }
}

// Each preview has a container of its own.
@available(iOS 18, macOS 15, *)
#Preview("Logged out", traits: .container { $0.setupMocks() }) {
  RootView(logOut: {})
}

@available(iOS 18, macOS 15, *)
#Preview("Logged in", traits: .container { $0.setupMocks(user: User(name: "Ada")) }) {
  RootView(logOut: {})
}
