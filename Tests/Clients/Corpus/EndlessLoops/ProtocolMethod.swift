// Factory, MIT licence; see LICENSE
//
// A loop in a protocol's extension and in a conformance.
import FactoryKit

public protocol Serving {
  var container: Container { get }
  func serve()
}

extension Serving {
  public func loopInExtension() {
    while true { consume(container.cached()) }
  }
}

public struct Server: Serving {
  public let container: Container

  public func serve() {
    while true { consume(container.cached()) }
  }
}
