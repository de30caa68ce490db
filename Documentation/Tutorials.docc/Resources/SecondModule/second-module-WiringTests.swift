import FactoryTesting
import Testing

@testable import remind

@Test(.container) func everythingIsRegistered() throws {
  try validate()
}
