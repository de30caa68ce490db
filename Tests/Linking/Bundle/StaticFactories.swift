// Factory, MIT licence; see LICENSE
//
// A static factory of the module `Factory` for a factory of the application.
import App
import Factory

extension Container {
  fileprivate static let bridged = Factory(\.cached)
}

func checkStaticFactories() {
  expect(Container.bridged() === AppCode.cached(), "a static factory has the same instance")
}
