// Factory, MIT licence; see LICENSE
//
// An async loop that ends by throwing, and one that catches.
import FactoryKit

public func asyncThrowingLoop(_ container: Container) async throws {
  while true {
    try await Task.sleep(nanoseconds: 1)
    consume(container.cached())
  }
}

public func asyncCatchingLoop(_ container: Container) async {
  while true {
    try? await Task.sleep(nanoseconds: 1)
    consume(container.cached())
  }
}
