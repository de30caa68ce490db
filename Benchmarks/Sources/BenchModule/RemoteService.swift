// Factory, MIT licence; see LICENSE
//
// A service whose factories are resolved in another module than the one that declares them, as in
// an application of several modules. Nothing here is inlinable.
import FactoryKit

public protocol RemoteService {
  func answer() -> Int
}

final class RemoteImplementation: RemoteService {
  func answer() -> Int { 42 }
}

extension Container {
  public var remote: Factory<any RemoteService> { self { RemoteImplementation() } }
  public var remoteCached: Factory<any RemoteService> { self { RemoteImplementation() }.cached }
}
