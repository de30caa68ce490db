// Factory, MIT licence; see LICENSE
//
// A warm-up of a factory with a parameter.
import FactoryKit

func start() async throws {
  #if MISTAKE
    // error: conform to 'WarmableFactoryKind'
    try await Container.shared.warmUp(\.database, \.tenant)
    // error: conform to 'WarmableFactoryKind'
    try await Container.shared.warmUp(\.tenant)
  #else
    try await Container.shared.warmUp(\.database)
    _ = try await Container.shared.tenant(1)
  #endif
}
