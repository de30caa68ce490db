// Factory, MIT licence; see LICENSE
//
// The application's wiring.
import FactoryTesting
import LoansFeature
import LoansInterface
import Testing

@testable import loans

@Suite("The wiring", .container) struct WiringTests {
  @Test("The application registers all that its modules require")
  func complete() throws {
    // The container of a test registers what that of the application does, because it is of the same type.
    try validatePromises()
  }

  @Test("A promise that is not kept is named, with the line to add")
  func incomplete() throws {
    Container.shared.loanStore.reset(.registration)
    let error = #expect(throws: MissingRegistrations.self) {
      try validatePromises()
    }
    let text = "\(try #require(error))"
    #expect(text.contains("Container.loanStore"))
    #expect(text.contains("loanStore.register { … }"))
    #expect(!text.contains("Container.today"))
  }
}
