// Factory, MIT licence; see LICENSE
//
// The services and containers that the tests of injection share.
import FactoryTesting
import Testing

protocol MyServiceType: AnyObject, Sendable {}
final class MyService: MyServiceType {}
final class MockService: MyServiceType {}

final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager = ContainerManager()
  var service: Factory<MyServiceType> { self { MyService() }.cached }
}

/// Its factories are those of each file.
final class OtherContainer: SharedContainer {
  @TaskLocal static var shared = OtherContainer()
  let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<OtherContainer> {
  static var otherContainer: Self {
    .init(shared: OtherContainer.$shared, container: OtherContainer())
  }
}
