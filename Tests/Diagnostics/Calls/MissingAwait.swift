// Factory, MIT licence; see LICENSE
//
// An asynchronous factory, called without `await`.
import FactoryKit

func use() async throws {
  #if MISTAKE
    // error: expression is 'async' but is not marked with 'await'
    _ = try Container.shared.database()
    // error: expression is 'async' but is not marked with 'await'
    _ = Container.shared.cache()
    // error: expression is 'async' but is not marked with 'await'
    _ = try Container.shared.tenant(3)
  #else
    _ = try await Container.shared.database()
    _ = await Container.shared.cache()
    _ = try await Container.shared.tenant(3)
  #endif
}
