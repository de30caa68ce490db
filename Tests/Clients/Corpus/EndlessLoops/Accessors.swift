// Factory, MIT licence; see LICENSE
//
// A property and a subscript that loop.
import FactoryKit

public struct EndlessProperties {
  let container: Container

  public var first: Report {
    while true { consume(container.cached()) }
  }

  public subscript(_ number: Int) -> Report {
    while true { consume(container.profile(number)) }
  }
}
