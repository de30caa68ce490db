// Factory, MIT licence; see LICENSE
//
// A key path that is not known when the loop is compiled.
import FactoryKit

public func loopOnKeyPath(_ path: KeyPath<Container, Factory<Report>>) {
  while true { consume(dependency(path)) }
}

public func loopOnKeyPath(
  _ path: KeyPath<Container, Factory<Report>>, of container: Container
) {
  while true { consume(container[keyPath: path]()) }
}
