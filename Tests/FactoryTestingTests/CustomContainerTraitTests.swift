// Factory, MIT licence; see LICENSE
//
// Traits for custom containers, and several traits at once. (Guide: Custom container
// traits.)
import FactoryTestSupport
import FactoryTesting
import Testing

public final class CustomContainerTraitTestsContainer: SharedContainer {
  @TaskLocal public static var shared = CustomContainerTraitTestsContainer()
  public let manager = ContainerManager()
}
private typealias CustomContainer = CustomContainerTraitTestsContainer

private final class OtherContainer: SharedContainer {
  @TaskLocal static var shared = OtherContainer()
  let manager = ContainerManager()
  let name: String
  init(name: String = "shared") { self.name = name }
}

extension Trait where Self == ContainerTrait<CustomContainerTraitTestsContainer> {
  fileprivate static var customContainer: ContainerTrait<CustomContainerTraitTestsContainer> {
    .init(shared: CustomContainerTraitTestsContainer.$shared, container: .init())
  }
}

extension Trait where Self == ContainerTrait<OtherContainer> {
  fileprivate static var otherContainer: ContainerTrait<OtherContainer> {
    .init(shared: OtherContainer.$shared, container: .init(name: "test"))
  }
}

extension CustomContainerTraitTestsContainer {
  fileprivate var number: Factory<Int> { self { 0 } }
}
extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
}

private let seenContainers = LockedValue([CustomContainer]())

private func isNew(_ container: CustomContainer) -> Bool {
  seenContainers.withLock { seen in
    defer { seen.append(container) }
    return !seen.contains { $0 === container }
  }
}

@Suite struct CustomContainerTraitTests {
  @Test("A custom trait gives each case a new custom container", .customContainer, arguments: 0..<4)
  func newContainer(_: Int) {
    #expect(isNew(CustomContainer.shared))
  }

  @Test("A custom trait isolates registrations", .customContainer, arguments: 1..<5)
  func registration(number: Int) async {
    #expect(CustomContainer.shared.number() == 0)
    CustomContainer.shared.number.register { number }
    await Task.yield()
    #expect(CustomContainer.shared.number() == number)
  }

  @Test("A custom trait takes a closure", .customContainer { $0.number.register { 3 } })
  func closure() {
    #expect(CustomContainer.shared.number() == 3)
  }

  @Test("A custom trait decides how its container is created", .otherContainer)
  func containerExpression() {
    #expect(OtherContainer.shared.name == "test")
  }

  @Test("Without its trait a test sees the process's container")
  func withoutTrait() {
    #expect(OtherContainer.shared.name == "shared")
  }

  @Test("Several traits give a test several containers", .container, .customContainer)
  func severalTraits() {
    Container.shared.number.register { 1 }
    CustomContainer.shared.number.register { 2 }
    #expect(Container.shared.number() == 1)
    #expect(CustomContainer.shared.number() == 2)
    #expect(isNew(CustomContainer.shared))
  }

  @Test(
    "Several traits take a closure each",
    .container { $0.number.register { 1 } },
    .customContainer { $0.number.register { 2 } },
    .otherContainer)
  func severalClosures() {
    #expect(Container.shared.number() == 1)
    #expect(CustomContainer.shared.number() == 2)
    #expect(OtherContainer.shared.name == "test")
  }

  @Test(
    "A later trait's closure sees the container of an earlier trait",
    .container { $0.number.register { 4 } },
    .customContainer {
      let number = Container.shared.number()
      $0.number.register { number + 1 }
    })
  func closureSeesOtherContainer() {
    #expect(CustomContainer.shared.number() == 5)
  }
}

@Suite(.container, .customContainer { $0.number.register { 6 } })
struct CustomContainerTraitOnSuiteTests {
  @Test("Traits of a suite give each of its tests several containers", arguments: 0..<3)
  func suite(_: Int) {
    #expect(CustomContainer.shared.number() == 6)
    CustomContainer.shared.number.register { 7 }
    #expect(isNew(CustomContainer.shared))
  }
}
