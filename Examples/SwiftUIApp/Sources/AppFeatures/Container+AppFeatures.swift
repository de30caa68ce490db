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

// Instances that exist once for each window, because each window has a container of its own, and
// until its user logs out, because then the window gets another one. See `WindowModel`.
extension Container {
  var session: MainActorFactory<Session> {
    self { Session(accounts: self.accounts()) }.cached
  }
  var favourites: MainActorFactory<Favourites> {
    self { Favourites() }.onShutdown { $0.close() }.cached
  }
  /// All books. They are loaded once, however many models ask for them at the same time. An error is
  /// not cached, so the next model that asks tries again.
  var catalogue: AsyncFactory<[Book], any Error> {
    self { try await self.library().books() }.cached
  }
}

// View models. Their classes are isolated to the main actor, so their factories are main-actor
// factories. The properties themselves can be used anywhere, for example to register a mock.
extension Container {
  var logInModel: MainActorFactory<LogInModel> {
    self { LogInModel(session: self.session()) }
  }
  var bookListModel: MainActorFactory<BookListModel> {
    self { BookListModel() }
  }
  var bookModel: MainActorParameterFactory<Book, BookModel> {
    self { BookModel(book: $0, favourites: self.favourites()) }
  }
}
