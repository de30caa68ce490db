// Factory, MIT licence; see LICENSE
//
// Everything the application is made of. Start reading here.
import FactoryKit

// Services: made once and used from anywhere.
extension Container {
  public var library: Factory<any Library> {
    self { BundledLibrary() }.singleton
  }
  public var accounts: Factory<any Accounts> {
    self { LocalAccounts() }.singleton
  }
}

// What lasts as long as somebody is logged in; `Session.logOut` resets the scope.
extension Scope {
  static let session = Cached()
}

extension Container {
  @MainActor var favourites: Factory<Favourites> {
    self { Favourites() }.scope(.session)
  }
}

// View models: of the main actor. Only the property says so, never the closure.
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
