// Factory, MIT licence; see LICENSE
//
// Gives each test static factories that nobody has touched.
import Factory
import FactoryTesting
import Testing

extension Trait where Self == ContainerTrait<StaticContainer> {
  static var staticContainer: Self {
    .init(shared: StaticContainer.$shared, container: StaticContainer())
  }
}

extension Trait where Self == ContainerTrait<BridgedContainer> {
  /// The same for the other side of bridges: resets of other tests reach the process's.
  static var bridgedContainer: Self {
    .init(shared: BridgedContainer.$shared, container: BridgedContainer())
  }
}
