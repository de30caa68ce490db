// Factory, MIT licence; see LICENSE
//
// An asynchronous factory, resolved without `await`.
import FactoryKit

func use() async throws {
  #if MISTAKE
    // error: expression is 'async' but is not marked with 'await'
    _ = try dependency(\.database)
    // error: expression is 'async' but is not marked with 'await'
    _ = dependency(\.cache)
    // error: expression is 'async' but is not marked with 'await'
    _ = try dependency(\.tenant, parameter: 3)
    // error: expression is 'async' but is not marked with 'await'
    _ = try dependency(\Payments.database)
  #else
    _ = try await dependency(\.database)
    _ = await dependency(\.cache)
    _ = try await dependency(\.tenant, parameter: 3)
    _ = try await dependency(\Payments.database)
  #endif
}
