// Factory, MIT licence; see LICENSE
//
// The tests of an application, which the application loads.
import App
import FactoryKit
import FactoryTesting

func expect(_ condition: Bool, _ what: String) {
  guard condition else { fatalError("not so in the bundle: \(what)") }
  print("checked in the bundle: \(what)")
}

@_cdecl("checkBundle")
public func checkBundle() {
  expect(
    ObjectIdentifier(Container.self) == ObjectIdentifier(AppCode.containerType),
    "the process has one copy of FactoryKit")
  let container = Container.shared
  expect(container.singleton() === AppCode.singleton(), "one singleton")
  expect(container.cached() === AppCode.cached(), "one cached instance")
  expect(container.byNumber(1) === container.byNumber(1), "an instance by parameter")
  let held = container.held()
  expect(container.held() === held, "a weakly held instance")
  expect(container.unscoped() !== container.unscoped(), "an unscoped factory")

  let consumer = AppCode.consumer()
  container.cached.register { Service("bundle") }
  expect(AppCode.cached().origin == "bundle", "the application sees a registration of the bundle")
  expect(consumer.injected.origin == "app", "what was injected before stays")
  expect(consumer.lazy.origin == "bundle", "what is injected afterwards is the new instance")
  expect(consumer.weakly === AppCode.cached(), "a weak wrapper")

  container.parts.add { Service("part") }
  expect(AppCode.parts().map(\.origin) == ["part"], "a member that the bundle has added")

  expect(
    AppContainer.shared.service().origin == "autoRegister",
    "the application's autoRegister, if the bundle uses the container first")

  withTestContainer {
    $0.cached.register { Service("test") }
  } operation: {
    expect(AppCode.cached().origin == "test", "the application sees the container of a test")
    expect(AppCode.consumer().injected.origin == "test", "and so do its wrappers")
  }
  expect(AppCode.cached().origin == "bundle", "a test's container does not stay")

  checkStaticFactories()
}
