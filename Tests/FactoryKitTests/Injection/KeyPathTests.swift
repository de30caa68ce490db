// Factory, MIT licence; see LICENSE
//
// Key paths that are not written as literals in the attribute: the wrappers keep the key path that
// they were created with.
import FactoryTesting
import Testing

private final class Service {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Container {
  fileprivate var first: Factory<Service> { self { Service("first") } }
  fileprivate var second: Factory<Service> { self { Service("second") } }
  fileprivate subscript(numbered number: Int) -> Factory<Service> {
    Factory(self, key: "numbered") { Service("number \(number)") }
  }
}

private typealias Path = KeyPath<Container, Factory<Service>>

/// The properties of each wrapper's factory, after it was created from a key path.
private let wrappers: [@Sendable (Path) -> () -> Factory<Service>] = [
  { path in
    let wrapper = Injected(path)
    return { wrapper.factory }
  },
  { path in
    let wrapper = LazyInjected(path)
    return { wrapper.factory }
  },
  { path in
    let wrapper = WeakLazyInjected(path)
    return { wrapper.factory }
  },
  { path in
    let wrapper = DynamicInjected(path)
    return { wrapper.projectedValue }
  },
]

private struct Owner<T> {
  @Injected<T> var injected: T
  @LazyInjected<T> var lazy: T
  @DynamicInjected<T> var dynamic: T

  init(_ path: KeyPath<Container, Factory<T>>) {
    _injected = Injected(path)
    _lazy = LazyInjected(path)
    _dynamic = DynamicInjected(path)
  }
}

extension Owner<Service> {
  var names: [String] { [injected, lazy, dynamic].map(\.name) }
}

@Suite(.container) struct KeyPathTests {
  @Test("A variable that changes later does not change the wrapper", arguments: wrappers.indices)
  func captured(wrapper: Int) {
    var path: Path = \.first
    let factory = wrappers[wrapper](path)
    path = \.second
    #expect(factory().resolve().name == "first")
    #expect(wrappers[wrapper](path)().resolve().name == "second")
  }

  @Test("An expression for a key path is evaluated once, when the wrapper is created")
  func evaluatedOnce() {
    var evaluations = 0
    func path() -> Path {
      evaluations += 1
      return \.first
    }
    @DynamicInjected(path()) var service
    #expect(evaluations == 1)
    _ = (service, service, $service)
    #expect(evaluations == 1)
  }

  @Test("A key path keeps the argument of its subscript", arguments: wrappers.indices)
  func subscripted(wrapper: Int) {
    let factories = (0..<3).map { number in wrappers[wrapper](\.[numbered: number]) }
    #expect(factories.map { $0().resolve().name } == ["number 0", "number 1", "number 2"])
  }

  @Test("A generic owner is given its key path")
  func generic() {
    let owner = Owner(\.first)
    #expect(owner.names == ["first", "first", "first"])
    Container.shared.first.register { Service("other") }
    #expect(owner.names == ["first", "first", "other"])
  }
}
