// Factory, MIT licence; see LICENSE
//
// Factory values in variables, resolved in each round.
import FactoryKit

public func loopOnFactoryInOut(_ factory: inout Factory<Report>) {
  while true { consume(factory()) }
}

public func loopOnFactories(_ factories: [Factory<Report>]) {
  while true {
    for factory in factories { consume(factory()) }
  }
}

public struct Makers {
  let report: Factory<Report>
  let profile: ParameterFactory<Int, Profile>

  public func loopOnFactoriesOfStruct() {
    while true { consume((report(), profile(1))) }
  }
}
