// Factory, MIT licence; see LICENSE
//
// What the application shows first.
import FactoryKit
import SwiftUI

public struct RootView: View {
  @InjectedObservable(\.session) private var session

  public init() {}

  public var body: some View {
    if session.user != nil {
      BookListView()
    } else {
      LogInView()
    }
  }
}

#Preview("Logged out") {
  Container.preview { $0.setupMocks() }
  RootView()
}
