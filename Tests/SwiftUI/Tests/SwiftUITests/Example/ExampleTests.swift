// Factory, MIT licence; see LICENSE
//
// Examples/SwiftUIApp from log-in to log-out, as a user would use it.
import FactoryTesting
import SwiftUI
import Testing

@testable import AppFeatures

@Suite("Examples/SwiftUIApp", .container { $0.setupMocks() }) @MainActor struct ExampleTests {
  private func loggedIn() async -> ViewHost {
    let host = ViewHost(RootView())
    host.enter("Ada", into: "Name")
    host.enter("secret", into: "Password")
    host.press("Log in")
    // The button starts a task of the view's own, so let it run.
    for _ in 0..<1000 where Container.shared.session().user == nil { await Task.yield() }
    host.update()
    await host.settle()
    return host
  }

  @Test("Before a name and a password are entered one cannot log in")
  func incomplete() {
    let host = ViewHost(RootView())
    #expect(host.shows("Welcome"))
    #expect(!host.press("Log in"))
    host.enter("Ada", into: "Name")
    host.enter("secret", into: "Password")
    #expect(host.press("Log in"))
  }

  @Test("Logging in shows the books")
  func books() async {
    let host = await loggedIn()
    #expect(host.texts == ["Books", "Book 0", "Book 1", "Log out"])
  }

  @Test("A remembered person need not log in")
  func remembered() async {
    Container.shared.accounts.register { MockAccounts(remembering: User(name: "Ada")) }
    let host = ViewHost(RootView())
    await host.settle()
    #expect(host.texts == ["Books", "Book 0", "Book 1", "Log out"])
  }

  @Test("A favourite is remembered until the person logs out")
  func favourite() async {
    let host = await loggedIn()
    host.press("Book 1")
    #expect(host.shows("Author 1"))
    host.turn("Favourite", on: true)
    let book = Book(id: 1, title: "Book 1", author: "Author 1")
    #expect(Container.shared.favourites()[book])
    host.press("Log out")
    #expect(host.shows("Welcome") && !host.shows("Books"))
    #expect(!Container.shared.favourites()[book])
  }

  @Test("A request to a closed library can be repeated")
  func closed() async {
    Container.shared.library.register { ClosedLibrary() }
    let host = await loggedIn()
    #expect(host.texts == ["Books", "The library is closed.", "Try again", "Log out"])
  }
}
