// Factory, MIT licence; see LICENSE
//
// Gives each test of bridges a FactoryKit container that other tests do not reset.
import FactoryTesting
import Testing

extension Trait where Self == ContainerTrait<BridgedContainer> {
  static var bridgedContainer: Self {
    .init(shared: BridgedContainer.$shared, container: BridgedContainer())
  }
}
