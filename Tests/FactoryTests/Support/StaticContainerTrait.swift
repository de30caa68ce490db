// Factory, MIT licence; see LICENSE
//
// Gives each test a static container of its own.
import Factory
import FactoryTesting
import Testing

extension Trait where Self == ContainerTrait<StaticContainer> {
  static var staticContainer: Self {
    .init(shared: StaticContainer.$shared, container: StaticContainer())
  }
}
