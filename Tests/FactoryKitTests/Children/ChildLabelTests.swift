// Factory, MIT licence; see LICENSE
//
// Messages name a child container by its label.
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

  var user: Factory<String> { self { "definition" } }
  var mailbox: Factory<Mailbox> { self { Mailbox(user: self.user()) }.singleton }
  var needed: ThrowingFactory<String, any Error> { required() }
  var plainNeeded: Factory<String> { required() }
}

private struct Mailbox { let user: String }

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
      LabelContainer(parent: .shared, label: "window 2").manager.pop()
      #expect(log.lines(containing: "LabelContainer \"window 2\".manager.pop()").count == 1)
    }

    @Test("A message about singletons of the container")
    func singletons() {
      let log = RecordedLines()
      let child = LabelContainer(parent: .shared, label: "window 2")
      // Lets the manager record its container's type.
      _ = child.user()
      child.manager.reset(scope: .singleton)
      let lines = log.lines(containing: "does not manage singletons")
      #expect(lines.filter { $0.contains("LabelContainer \"window 2\" does not") }.count == 1)
    }

    @Test("The error of a validation")
    func validation() {
      let child = LabelContainer(parent: .shared, label: "window 2")
      let error = #expect(throws: MissingRegistrations.self) {
        try child.validate(\.plainNeeded, \.needed)
      }
      #expect(error?.factories.count == 2)
      for factory in error?.factories ?? [] {
        #expect(factory.hasSuffix(" in the child container \"window 2\""))
      }
    }
  }
}

extension Container {
  fileprivate static let firstLine = #line + 1
}
