// Factory, MIT licence; see LICENSE
//
// The list of all books.
import FactoryKit
import SwiftUI

/// Injects the container with a property wrapper. In an `@Observable` class, the property also needs
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
  @InjectedObservable(\.session) private var session

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
      .toolbar { Button("Log out") { session.logOut() } }
    }
    .task { await model.load() }
  }
}

#Preview("Books") {
  Container.preview { $0.setupMocks() }
  BookListView()
}

#Preview("Closed") {
  Container.shared.catalogue.preview { throw ClosedLibrary.IsClosed() }
  BookListView()
}
