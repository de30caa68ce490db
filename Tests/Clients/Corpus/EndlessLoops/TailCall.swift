// Factory, MIT licence; see LICENSE
//
// Functions that end by calling themselves, and each other.
import FactoryKit

public func callAgain(_ container: Container) {
  consume(container.cached())
  if CommandLine.argc < 1000 { callAgain(container) }
}

public func callEachOther(_ container: Container) {
  _ = container.plain()
  callBack(container)
}

public func callBack(_ container: Container) {
  consume(container.singleton())
  callEachOther(container)
}
