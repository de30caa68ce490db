// Factory, MIT licence; see LICENSE
//
// The list of all books.
import FactoryKit
import Observation
import SwiftUI

/// Injects the container with a property wrapper: that of the window. In an `@Observable` class, the property also needs
/// `@ObservationIgnored`. The list of books cannot be injected, because loading it takes time and may
/// fail: it comes from an asynchronous factory.
@MainActor @Observable
final class BookListModel {
  @ObservationIgnored @InjectedContainer private var container: Container

  private(set) var books: [Book] = []
  private(set) var isLoading = false
  private(set) var message: String?

  func load() async {
    isLoading = true
    message = nil
    do {
      books = try await container.catalogue()
    } catch is CancellationError {
      // The view has disappeared.
    } catch {
      message = "The library is closed."
    }
    isLoading = false
  }
}

struct BookListView: View {
  @InjectedObservable(\.bookListModel) private var model
  let logOut: () async -> Void

  init(logOut: @escaping () async -> Void) { self.logOut = logOut }

  var body: some View {
    NavigationStack {
      Group {
        if model.isLoading {
          ProgressView("Loading…")
        } else if let message = model.message {
          VStack {
            Text(message)
            Button("Try again") { Task { await model.load() } }
          }
        } else {
          List {
            ForEach(model.books) { book in
              NavigationLink(book.title) { BookView(book: book) }
            }
          }
        }
      }
      .navigationTitle("Books")
      .toolbar { Button("Log out") { Task { await logOut() } } }
    }
    .task { await model.load() }
  }
}

@available(iOS 18, macOS 15, *)
#Preview("Books", traits: .container { $0.setupMocks() }) {
  BookListView(logOut: {})
}

@available(iOS 18, macOS 15, *)
#Preview("Closed", traits: .container { $0.library.register { ClosedLibrary() } }) {
  BookListView(logOut: {})
}
