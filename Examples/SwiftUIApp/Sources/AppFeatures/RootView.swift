// Factory, MIT licence; see LICENSE
//
// The root view: the login form or, when a user is logged in, the list of books.
import FactoryKit
import SwiftUI

public struct RootView: View {
  @InjectedObservable(\.session) private var session

  public init() {}

  public var body: some View {
    Group {
      if session.user != nil {
        BookListView()
      } else {
        LogInView()
      }
    }
    .task { await session.resume() }
  }
}

#Preview("Logged out") {
  Container.preview { $0.setupMocks() }
  RootView()
}

#Preview("Logged in") {
  Container.preview {
    $0.setupMocks()
    $0.accounts.register { MockAccounts(remembering: User(name: "Ada")) }
  }
  RootView()
}
