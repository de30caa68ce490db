// Factory, MIT licence; see LICENSE
//
// The view of one book. The book is known only when the view is created, so the model comes from a
// factory with a parameter.
import FactoryKit
import Observation
import SwiftUI

@MainActor @Observable
final class BookModel {
  let book: Book
  private let favourites: Favourites

  init(book: Book, favourites: Favourites) {
    self.book = book
    self.favourites = favourites
  }

  var isFavourite: Bool {
    get { favourites[book] }
    set { favourites[book] = newValue }
  }
}

struct BookView: View {
  @InjectedObservable private var model: BookModel

  /// The model is created when the view first reads it, not each time a list creates its rows. The
  /// window's container is the shared one then.
  init(book: Book) {
    _model = InjectedObservable(Container.shared.bookModel(book))
  }

  var body: some View {
    Form {
      Text(model.book.author)
      Toggle("Favourite", isOn: $model.isFavourite)
    }
    .navigationTitle(model.book.title)
  }
}

@available(iOS 18, macOS 15, *)
#Preview("Book", traits: .container { $0.setupMocks() }) {
  BookView(book: Book(id: 7, title: "A title", author: "An author"))
}
