// Factory, MIT licence; see LICENSE
//
// The favourite books of the user who is logged in.
import Observation

@MainActor @Observable
final class Favourites {
  private(set) var ids: Set<Book.ID> = []
  private(set) var isClosed = false

  subscript(book: Book) -> Bool {
    get { ids.contains(book.id) }
    set {
      // Somebody has kept the favourites of a user who has logged out.
      if isClosed { return }
      if newValue { ids.insert(book.id) } else { ids.remove(book.id) }
    }
  }

  /// Called when the user logs out.
  func close() { isClosed = true }
}
