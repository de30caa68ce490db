// Factory, MIT licence; see LICENSE
//
// A factory whose type is a generic parameter of the loop's function.
import FactoryKit

public func loopOnGenericFactory<T>(_ factory: Factory<T>) {
  while true { consume(factory()) }
}

public func loopOnGenericParameterFactory<P, T>(_ factory: ParameterFactory<P, T>, _ value: P) {
  while true { consume(factory(value)) }
}

public func loopOnGenericKeyPath<T>(_ path: KeyPath<Container, Factory<T>>) {
  while true { consume(dependency(path)) }
}

public func loopOnSpecialised(_ container: Container) {
  loopOnGenericFactory(container.cached)
}
