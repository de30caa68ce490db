// Factory, MIT licence; see LICENSE
//
// Circular dependencies through a decorator: the report names the decorator. `DocumentedMessages`
// has that of a cached factory.
//
// No name of a file, a type or a factory may contain the words that the tests look for.
import FactoryKitTestSupport
import FactoryTesting
import Foundation
import Testing

private final class IndirectCycleContainer: SharedContainer {
  @TaskLocal static var shared = IndirectCycleContainer()
  let manager = ContainerManager()

  // An unscoped factory needs one whose decorator needs the first.
  var needing: Factory<[TestService]> { self { [self.decorated()] } }
  var decorated: Factory<TestService> {
    self { TestService() }.decorator { [unowned self] _ in _ = self.needing() }
  }

  // The same with the container's decorator.
  var keptNeeding: Factory<[TestService]> { self { [self.undecorated()] }.cached }
  var undecorated: Factory<TestService> { self { TestService() } }
}

@Suite("Circular dependencies through a decorator") struct IndirectCycleTests {
  private func expect(_ result: ExitTest.Result?, mentions names: [String]) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("FactoryKit: circular dependency"))
    // After the library's name: the text before it may be from a logger or the system.
    let message = text.components(separatedBy: "FactoryKit: circular dependency").last ?? ""
    #expect(message.lowercased().contains("decorator"), "no decorator in:\n\(text)")
    for name in names { #expect(message.contains(name), "no \(name) in:\n\(text)") }
  }

  #if DEBUG
    @Test("A cycle of an unscoped factory through another factory's decorator names the decorator")
    func unscoped() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = IndirectCycleContainer.shared.needing()
      }
      expect(result, mentions: [".needing<", ".decorated<"])
    }
  #endif

  @Test("A cycle through the container's decorator names the decorator")
  func ofContainer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IndirectCycleContainer.shared
      container.decorator { [unowned container] _ in _ = container.keptNeeding() }
      _ = container.keptNeeding()
    }
    expect(result, mentions: [".keptNeeding<", ".undecorated<"])
  }
}
