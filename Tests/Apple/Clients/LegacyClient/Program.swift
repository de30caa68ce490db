// Factory, MIT licence; see LICENSE
//
// A program with the interface of Factory 1.x.
import Factory

protocol Service: AnyObject, Sendable {}
final class LiveService: Service {}
final class MockService: Service {}

extension Container {
  static let service = Factory { LiveService() as any Service }
  static let single = Factory(scope: .singleton) { LiveService() }
  static let byNumber = ParameterFactory<Int, LiveService> { _ in LiveService() }
}

final class Model {
  @Injected(Container.service) var service
  @LazyInjected(Container.single) var single
  @WeakLazyInjected(Container.single) var weakly
}

func use() {
  _ = Container.service()
  _ = Container.byNumber(1)
  Container.service.register { MockService() }
  Container.service.reset()
  Container.Registrations.push()
  Container.Registrations.pop()
  Container.Registrations.reset()
  Container.Scope.reset()
}
