// Factory, MIT licence; see LICENSE
//
// Gives each test of bridges an other side that the resets of other tests do not reach.
import FactoryTesting
import Testing

extension Trait where Self == ContainerTrait<BridgedContainer> {
  static var bridgedContainer: Self {
    .init(shared: BridgedContainer.$shared, container: BridgedContainer())
  }
}
