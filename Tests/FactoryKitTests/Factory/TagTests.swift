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

// As in the article Tags: `autoRegister` adds to a group that is declared elsewhere.
private final class TagContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = TagContainer()
  let manager = ContainerManager()

  func autoRegister() {
    addProcessor(\.second)
    addProcessor(\.third)
  }
}

extension TagContainer {
  fileprivate typealias ProcessorPath = KeyPath<TagContainer, Factory<Processor>>

  fileprivate var first: Factory<Processor> { self { NamedProcessor(name: "one") }.cached }
  fileprivate var second: Factory<Processor> { self { NamedProcessor(name: "two") }.cached }
  fileprivate var third: Factory<Processor> { self { NamedProcessor(name: "three") } }

  // Without a scope: `addProcessor` resolves it in `autoRegister`, where `register` evicts nothing.
  fileprivate var processorPaths: Factory<[ProcessorPath]> { self { [\.first] } }

  fileprivate func addProcessor(_ path: ProcessorPath) {
    let paths = processorPaths() + [path]
    processorPaths.register { paths }
  }

  fileprivate func allProcessors() -> [Processor] {
    processorPaths().map { self[keyPath: $0]() }
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
  @Test("autoRegister can add members to a group")
  func memberOfAutoRegister() {
    #expect(TagContainer().allProcessors().map(\.name) == ["one", "two", "three"])
  }

  @Test("After a reset, autoRegister adds its members to the group once")
  func memberAfterReset() {
    let container = TagContainer()
    _ = container.allProcessors()
    container.reset()
    #expect(container.allProcessors().map(\.name) == ["one", "two", "three"])
  }
}
