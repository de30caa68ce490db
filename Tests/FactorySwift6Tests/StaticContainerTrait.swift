// Factory, MIT licence; see LICENSE
//
// Gives each test a static container of its own, as Tests/FactoryTests does. In a file of its own
// because FactoryTesting exports FactoryKit, whose names are those of 1.x.
import Factory
import FactoryTesting
import Testing

extension Trait where Self == ContainerTrait<StaticContainer> {
  static var staticContainer: Self {
    .init(shared: StaticContainer.$shared, container: StaticContainer())
  }
}
