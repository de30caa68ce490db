// Factory, MIT licence; see LICENSE
//
// A list of key paths, one after the other.
import FactoryKit

public func loopOnKeyPaths(_ container: Container) {
  let paths: [KeyPath<Container, Factory<Report>>] = [\.cached, \.plain, \.singleton]
  while true {
    for path in paths { consume(container[keyPath: path]()) }
  }
}
