// Factory, MIT licence; see LICENSE
//
// An initialiser and a deinitialiser that loop.
import FactoryKit

public final class Endless {
  public let report: Report

  public init(_ container: Container) {
    report = container.cached()
    while true { consume(container.singleton()) }
  }

  deinit {
    while true { consume(Container.shared.cached()) }
  }
}
