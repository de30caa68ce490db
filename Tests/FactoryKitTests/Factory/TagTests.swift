// Factory, MIT licence; see LICENSE
//
// Groups of factories by key paths. (Guide: Cross-module wiring, tagged groups.)
import FactoryTesting
import Testing

private protocol Processor {
  var name: String { get }
}
private struct NamedProcessor: Processor {
  let name: String
}

extension Container {
  fileprivate var processor1: Factory<Processor> { self { NamedProcessor(name: "one") } }
  fileprivate var processor2: Factory<Processor> { self { NamedProcessor(name: "two") } }

  // Computed: a stored `static var` is shared mutable state, which Swift 6 refuses.
  fileprivate static var processors: [KeyPath<Container, Factory<Processor>>] {
    [\.processor1, \.processor2]
  }
  fileprivate static let sendableProcessors:
    [any KeyPath<Container, Factory<Processor>> & Sendable] =
      [\.processor1, \.processor2]

  fileprivate func processors() -> [Processor] {
    Container.processors.map { self[keyPath: $0]() }
  }
}

@Suite struct TagTests {
  @Test("A list of key paths resolves a group of factories in its order")
  func group() {
    #expect(Container().processors().map(\.name) == ["one", "two"])
  }

  @Test("A group sees the registrations of its members")
  func registeredMember() {
    let container = Container()
    container.processor2.register { NamedProcessor(name: "mock") }
    #expect(container.processors().map(\.name) == ["one", "mock"])
  }

  @Test("The list of key paths may be a constant")
  func constantList() {
    let container = Container()
    let names = Container.sendableProcessors.map { container[keyPath: $0]().name }
    #expect(names == ["one", "two"])
  }
}
