// Factory, MIT licence; see LICENSE
//
// Factory values in constants of an object, resolved in each round.
import FactoryKit

public final class FactoryOwner<T> {
  let factory: Factory<T>
  let profiles: ParameterFactory<Int, Profile>

  public init(_ factory: Factory<T>, _ container: Container) {
    self.factory = factory
    profiles = container.profileByID
  }

  public func loopOnFactoryOfObject() {
    while true { consume(factory()) }
  }

  public func loopOnParameterFactoryOfObject() {
    while true { consume(profiles(1)) }
  }

  public func loopOnModifiedFactoryOfObject() {
    while true { consume(factory.cached()) }
  }
}
