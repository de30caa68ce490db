// Factory, MIT licence; see LICENSE
//
// Tests of the view models. Each test has its own container.
import FactoryTesting
import Testing

@testable import AppFeatures

@Suite("Log in", .container { $0.setupMocks() }) @MainActor
struct LogInTests {
  @Test("A name and a password are needed")
  func incomplete() {
    let model = Container.shared.logInModel()
    #expect(!model.canLogIn)
    model.name = "Ada"
    #expect(!model.canLogIn)
    model.password = "secret"
    #expect(model.canLogIn)
  }

  @Test("The person who logs in is the session's user")
  func logsIn() async {
    let model = Container.shared.logInModel()
    model.name = "Ada"
    await model.logIn()
    #expect(Container.shared.session().user == User(name: "Ada"))
    #expect(model.message == nil)
  }

  @Test("The person who was logged in before still is")
  func resumes() async {
    Container.shared.accounts.register { MockAccounts(remembering: User(name: "Ada")) }
    let session = Container.shared.session()
    await session.resume()
    #expect(session.user == User(name: "Ada"))
  }

  @Test("A wrong password is reported")
  func wrongPassword() async {
    let model = Container.shared.logInModel()
    model.name = "nobody"
    await model.logIn()
    #expect(Container.shared.session().user == nil)
    #expect(model.message == "That is not the password.")
  }

  @Test("Another error is not reported as a wrong password")
  func otherError() async {
    struct Unreachable: Accounts {
      struct Offline: Error {}
      func rememberedUser() async -> User? { nil }
      func logIn(name: String, password: String) async throws -> User { throw Offline() }
    }
    Container.shared.accounts.register { Unreachable() }
    let model = Container.shared.logInModel()
    await model.logIn()
    #expect(model.message == "Nobody answers. Try again later.")
  }
}

/// Counts how often the books are requested, and fails the first time.
private actor UnreliableLibrary: Library {
  private(set) var requests = 0

  func books() async throws -> [Book] {
    requests += 1
    if requests == 1 { throw ClosedLibrary.IsClosed() }
    return [Book(id: 1, title: "", author: "")]
  }
}

@Suite("Books", .container { $0.setupMocks() }) @MainActor
struct BookTests {
  @Test("The list has the library's books", arguments: [0, 1, 20])
  func list(count: Int) async {
    Container.shared.library.register { MockLibrary(count: count) }
    let model = Container.shared.bookListModel()
    await model.load()
    #expect(model.books.count == count)
    #expect(!model.isLoading && model.message == nil)
  }

  @Test("A library that does not respond is reported as closed")
  func closed() async {
    Container.shared.library.register { ClosedLibrary() }
    let model = Container.shared.bookListModel()
    await model.load()
    #expect(model.books.isEmpty && model.message == "The library is closed.")
  }

  @Test("Loading can be repeated after an error, and succeeds once for all models")
  func repeated() async {
    let library = UnreliableLibrary()
    Container.shared.library.register { library }
    let model = Container.shared.bookListModel()
    await model.load()
    #expect(model.message == "The library is closed.")
    await model.load()
    #expect(model.books.count == 1 && model.message == nil)
    await Container.shared.bookListModel().load()
    #expect(await library.requests == 2)
  }

  @Test("A view that disappears while it loads shows no error")
  func cancelled() async {
    let model = Container.shared.bookListModel()
    let loading = Task { await model.load() }
    loading.cancel()
    await loading.value
    #expect(model.books.isEmpty && model.message == nil && !model.isLoading)
  }

  @Test("A main-actor factory is registered without await")
  nonisolated func registered() async {
    Container.shared.bookListModel.register { BookListModel() }
    #expect(await Container.shared.bookListModel().books.isEmpty)
  }

  @Test("Favourites are shared by the models, book by book")
  func favourites() {
    let book = Book(id: 1, title: "", author: "")
    let other = Book(id: 2, title: "", author: "")
    Container.shared.bookModel(book).isFavourite = true
    #expect(Container.shared.bookModel(book).isFavourite)
    #expect(!Container.shared.bookModel(other).isFavourite)
  }
}
