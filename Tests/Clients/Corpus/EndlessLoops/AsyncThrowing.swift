// Factory, MIT licence; see LICENSE
//
// An async loop that ends by throwing, and one that catches.
import FactoryKit

private func pause() async throws {
  try Task.checkCancellation()
  await Task.yield()
}

public func asyncThrowingLoop(_ container: Container) async throws {
  while true {
    try await pause()
    consume(container.cached())
  }
}

public func asyncCatchingLoop(_ container: Container) async {
  while true {
    try? await pause()
    consume(container.cached())
  }
}
