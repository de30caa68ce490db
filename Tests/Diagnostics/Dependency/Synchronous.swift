// Factory, MIT licence; see LICENSE
//
// An asynchronous factory, in a function that cannot wait.
import FactoryKit

#if MISTAKE
  func use() throws -> Service {
    // error: 'async' call in a function that does not support concurrency
    try dependency(\.database)
  }
#else
  func use() async throws -> Service {
    try await dependency(\.database)
  }
#endif
