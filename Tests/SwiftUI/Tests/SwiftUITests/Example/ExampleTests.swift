// Factory, MIT licence; see LICENSE
//
// Examples/SwiftUIApp from log-in to log-out, as a user would use it, in two windows.
import FactoryTesting
import SwiftUI
import Testing

@testable import AppFeatures

/// A window, and what it shows.
@MainActor private struct Window {
  let model = WindowModel()
  let host: ViewHost

  init() { host = ViewHost(WindowView(model)) }

  func logIn(_ name: String) async {
    host.enter(name, into: "Name")
    host.enter("secret", into: "Password")
    host.press("Log in")
    // The button starts a task of the view's own, so let it run.
    for _ in 0..<1000 where model.container.session().user == nil { await Task.yield() }
    host.update()
    await host.settle()
  }

  func logOut() async {
    let container = ObjectIdentifier(model.container)
    host.press("Log out")
    for _ in 0..<1000 where ObjectIdentifier(model.container) == container { await Task.yield() }
    host.update()
    await host.settle()
  }
}

@Suite("Examples/SwiftUIApp", .container { $0.setupMocks() }) @MainActor struct ExampleTests {
  private func loggedIn(_ name: String = "Ada") async -> Window {
    let window = Window()
    await window.logIn(name)
    return window
  }

  @Test("A remembered person need not log in, until the person logs out")
  func remembered() async {
    Container.shared.accounts.register { MockAccounts(remembering: User(name: "Ada")) }
    let window = Window()
    await window.host.settle()
    #expect(window.host.texts == ["Books", "Book 0", "Book 1", "Log out"])
    await window.logOut()
    #expect(window.host.shows("Welcome"))
  }

  @Test("Another user starts with new views")
  func nextUser() async {
    let window = await loggedIn()
    window.host.press("Book 1")
    await window.logOut()
    #expect(window.host.texts.first == "Welcome" && !window.host.texts.contains("Ada"))
    await window.logIn("Grace")
    #expect(window.host.texts == ["Books", "Book 0", "Book 1", "Log out"])
  }

  @Test("Two windows have a user each, and one logs out alone")
  func twoWindows() async {
    let (ada, grace) = (await loggedIn("Ada"), await loggedIn("Grace"))
    ada.host.press("Book 1")
    ada.host.turn("Favourite", on: true)
    let book = Book(id: 1, title: "Book 1", author: "Author 1")
    #expect(ada.model.container.favourites()[book])
    #expect(!grace.model.container.favourites()[book])
    await ada.logOut()
    grace.host.update()
    #expect(ada.host.shows("Welcome"))
    #expect(grace.host.shows("Books"))
    #expect(grace.model.container.session().user == User(name: "Grace"))
  }

  @Test("A window that is closed releases what belongs to its user", .timeLimit(.minutes(1)))
  func closedWindow() async {
    weak var favourites: Favourites?
    weak var container: Container?
    do {
      let window = await loggedIn()
      (favourites, container) = (window.model.container.favourites(), window.model.container)
      window.host.remove()
    }
    // A task of the view shuts the container down.
    while favourites != nil || container != nil { await Task.yield() }
    #expect(favourites == nil && container == nil)
  }
}
