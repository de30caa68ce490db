// Factory, MIT licence; see LICENSE
//
// The favourite books of the user who is logged in.
import Observation

@MainActor @Observable
final class Favourites {
  private(set) var ids: Set<Book.ID> = []

  subscript(book: Book) -> Bool {
    get { ids.contains(book.id) }
    set {
      if newValue { ids.insert(book.id) } else { ids.remove(book.id) }
    }
  }
}
