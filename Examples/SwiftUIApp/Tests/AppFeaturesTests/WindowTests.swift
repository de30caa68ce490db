// Factory, MIT licence; see LICENSE
//
// Two windows with a user each, and what remains of a user who logs out.
import FactoryTesting
import Testing

@testable import AppFeatures

@Suite("Windows", .container { $0.setupMocks() }) @MainActor
struct WindowTests {
  private let book = Book(id: 1, title: "", author: "")

  private func window(of name: String) async throws -> WindowModel {
    let window = WindowModel()
    try await window.container.session().logIn(name: name, password: "")
    return window
  }

  @Test("Each window has a user of its own")
  func users() async throws {
    let windows = [try await window(of: "Ada"), try await window(of: "Grace")]
    #expect(windows.map { $0.container.session().user?.name } == ["Ada", "Grace"])
    #expect(Container.shared.session().user == nil)
  }

  @Test("Favourites belong to one window")
  func favourites() async throws {
    let (ada, grace) = (try await window(of: "Ada"), try await window(of: "Grace"))
    ada.container.bookModel(book).isFavourite = true
    #expect(ada.container.bookModel(book).isFavourite)
    #expect(!grace.container.bookModel(book).isFavourite)
  }

  @Test("Windows share the services of the application")
  func services() async throws {
    Container.shared.library.register { MockLibrary(count: 3) }
    for name in ["Ada", "Grace"] {
      #expect(try await window(of: name).container.catalogue().count == 3)
    }
  }

  @Test("Logging out forgets the user, the books and the favourites of one window")
  func logOut() async throws {
    let (ada, grace) = (try await window(of: "Ada"), try await window(of: "Grace"))
    for window in [ada, grace] {
      _ = try await window.container.catalogue()
      window.container.bookModel(book).isFavourite = true
    }
    await ada.logOut()
    #expect(ada.container.session().user == nil)
    #expect(ada.container.catalogue.resolvedOrNil() == nil)
    #expect(!ada.container.bookModel(book).isFavourite)
    #expect(grace.container.session().user == User(name: "Grace"))
    #expect(grace.container.bookModel(book).isFavourite)
  }

  @Test("A model that somebody still holds cannot change anything after the log-out")
  func oldModel() async throws {
    let window = try await window(of: "Ada")
    let model = window.container.bookModel(book)
    model.isFavourite = true
    await window.logOut()
    model.isFavourite = false
    #expect(model.isFavourite)
    #expect(!window.container.bookModel(book).isFavourite)
  }

  @Test("A window that is closed closes what its user had")
  func closed() async throws {
    let window = try await window(of: "Ada")
    let model = window.container.bookModel(book)
    await window.close()
    model.isFavourite = true
    #expect(!model.isFavourite)
  }

  @Test("A model that holds the container still resolves from it, even after the shutdown")
  func oldContainer() async throws {
    let window = try await window(of: "Ada")
    let list = window.container.bookListModel()
    await list.load()
    await window.logOut()
    Container.shared.library.register { MockLibrary(count: 5) }
    await list.load()
    #expect(list.books.count == 5)
    #expect(window.container.catalogue.resolvedOrNil() == nil)
  }

  @Test("Nothing of a user remains when nobody holds it")
  func released() async throws {
    let window = try await window(of: "Ada")
    weak let favourites = window.container.favourites()
    weak let container = window.container
    await window.logOut()
    #expect(favourites == nil && container == nil)
  }

  @Test("A log-out that fails is reported")
  func failure() async throws {
    struct Unsaved: Error {}
    let window = try await window(of: "Ada")
    window.container.catalogue.onShutdown { _ in throw Unsaved() }
    _ = try await window.container.catalogue()
    await window.logOut()
    #expect(window.problem?.contains("Unsaved") == true)
  }
}
