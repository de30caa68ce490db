// Factory, MIT licence; see LICENSE
//
// The factories of all of the application's components. Start reading here.
import FactoryKit

// Services: created once, and used from any thread.
extension Container {
  public var library: Factory<any Library> {
    self { BundledLibrary() }.singleton
  }
  public var accounts: Factory<any Accounts> {
    self { LocalAccounts() }.singleton
  }
}

// Instances that live as long as a user is logged in. `Session.logOut` resets the scope.
extension Scope {
  static let session = Cached()
}

extension Container {
  @MainActor var favourites: Factory<Favourites> {
    self { Favourites() }.scope(.session)
  }
}

// View models, which are isolated to the main actor. Annotate the property, not the closure.
extension Container {
  @MainActor var session: Factory<Session> {
    self { Session(accounts: self.accounts()) }.cached
  }
  @MainActor var logInModel: Factory<LogInModel> {
    self { LogInModel(session: self.session()) }
  }
  @MainActor var bookListModel: Factory<BookListModel> {
    self { BookListModel() }
  }
  @MainActor var bookModel: ParameterFactory<Book, BookModel> {
    self { BookModel(book: $0, favourites: self.favourites()) }
  }
}
