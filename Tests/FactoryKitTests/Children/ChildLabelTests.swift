// Factory, MIT licence; see LICENSE
//
// Messages name a child container by its label, also those that stop the program.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class LabelContainer: SharedContainer {
  @TaskLocal static var shared = LabelContainer()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: LabelContainer, label: String?) {
    manager = ContainerManager(childOf: parent, label: label)
  }

  static var window: LabelContainer { LabelContainer(parent: .shared, label: "window 2") }

  var needed: ThrowingFactory<String, any Error> { required() }
  var promise: Factory<String?> { promised() }

  // The declarations are in consecutive lines.
  static let firstLine = #line + 1
  var plain: Factory<String> { required() }
  var screen: Factory<Screen> { self { Screen() } }
}

private final class Screen {
  let name: String = dependency(\LabelContainer.plain)
}

extension ProcessWide {
  @Suite("Labels of child containers", .container, .collectsIssues)
  struct ChildLabelTests {
    @Test("A child has the label that it was created with, other containers have none")
    func labels() {
      #expect(Container(parent: .shared, label: "window 2").manager.label == "window 2")
      #expect(Container(parent: .shared, sharing: .cached, label: "tab").manager.label == "tab")
      #expect(Container(parent: .shared).manager.label == nil)
      #expect(Container.shared.manager.label == nil)
      #expect(LabelContainer(parent: .shared, label: "own").manager.label == "own")
    }

    @Test("The error of a required factory", arguments: ["window 2", nil])
    func required(label: String?) {
      let child = LabelContainer(parent: .shared, label: label)
      let place = " in the child container \"window 2\""
      let messages = issues { _ = try? child.needed() }
      #expect(messages.count == 1)
      #expect(messages.first?.contains(place) == (label != nil))
    }

    @Test("A message about the container itself")
    func pop() {
      let log = RecordedLines()
      LabelContainer.window.manager.pop()
      #expect(log.lines(containing: "LabelContainer \"window 2\".manager.pop()").count == 1)
    }

    @Test("The error of a validation, which counts the parent's registrations")
    func validation() throws {
      let parent = LabelContainer()
      let child = LabelContainer(parent: parent, label: "window 2")
      let error = #expect(throws: MissingRegistrations.self) {
        try child.validate(\.plain, \.needed)
      }
      #expect(error?.factories.count == 2)
      for factory in error?.factories ?? [] {
        #expect(factory.hasSuffix(" in the child container \"window 2\""))
      }
      parent.plain.register { "parent's" }
      parent.needed.register { "parent's" }
      try child.validate(\.plain, \.needed)
    }
  }
}

@Suite("Traps in a child with a label") struct ChildLabelTrapTests {
  @Test("A required factory, also if an object injects it which the child builds")
  func injected() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let window = LabelContainer.window
      _ = window.screen()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let file = "FactoryKitChildTests/ChildLabelTests.swift"
    let (plain, screen) = (LabelContainer.firstLine, LabelContainer.firstLine + 1)
    let message = """
      FactoryKit: FactoryKitChildTests.LabelContainer.plain<Swift.String> \
      (\(file):\(plain)) in the child container "window 2" is required, but nothing is \
      registered for it.
      The resolutions that led to it:
        0: FactoryKitChildTests.LabelContainer.screen<FactoryKitChildTests.Screen> \
      (\(file):\(screen))
        1: FactoryKitChildTests.LabelContainer.plain<Swift.String> (\(file):\(plain))
      To fix this: register it before it is resolved, for example in autoRegister() of the app's \
      container: plain.register { … }
      """
    #expect(text.contains(message), "\(text)")
  }

  #if DEBUG
    @Test("A promised factory, in debug builds")
    func promised() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = LabelContainer.window.promise()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("LabelContainer.promise<Swift.Optional<Swift.String>>"), "\(text)")
      #expect(text.contains("in the child container \"window 2\""), "\(text)")
    }
  #endif
}
