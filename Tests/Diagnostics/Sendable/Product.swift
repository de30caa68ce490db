// Factory, MIT licence; see LICENSE
//
// An asynchronous factory of a class that is not `Sendable`.
import FactoryKit

final class Cache {
  var count = 0
}

actor SafeCache {
  var count = 0
}

extension Container {
  #if MISTAKE
    // error: type 'Cache' does not conform to the 'Sendable' protocol
    var page: AsyncFactory<Cache, Never> { self { Cache() }.cached }
  #else
    var page: AsyncFactory<SafeCache, Never> { self { SafeCache() }.cached }
  #endif
}
