// Factory, MIT licence; see LICENSE
//
// The login form. Its model is an `ObservableObject`, as in applications for older systems.
import Combine
import FactoryKit
import SwiftUI

@MainActor
final class LogInModel: ObservableObject {
  @Published var name = ""
  @Published var password = ""
  @Published private(set) var message: String?
  private let session: Session

  init(session: Session) { self.session = session }

  var canLogIn: Bool { !name.isEmpty && !password.isEmpty }

  func logIn() async {
    do {
      try await session.logIn(name: name, password: password)
    } catch is WrongPassword {
      message = "That is not the password."
    } catch {
      message = "Nobody answers. Try again later."
    }
  }
}

struct LogInView: View {
  @InjectedObject(\.logInModel) private var model

  var body: some View {
    Form {
      TextField("Name", text: $model.name)
      SecureField("Password", text: $model.password)
      if let message = model.message {
        Text(message).foregroundColor(.red)
      }
      Button("Log in") { Task { await model.logIn() } }
        .disabled(!model.canLogIn)
    }
    .navigationTitle("Welcome")
  }
}

// On every system: `preview` registers in the container that all previews share.
#Preview("Log in") {
  Container.preview { $0.setupMocks() }
  LogInView()
}
