// Factory, MIT licence; see LICENSE
struct ContainerNotTaskLocal: Rule {
  let info = RuleInfo(
    "container-not-task-local", .warning, "A shared container that is not task-local",
    hasFix: true,
    wrong: """
      import FactoryKit

      final class PaymentsContainer: SharedContainer {
        static let shared = PaymentsContainer()
        let manager = ContainerManager()
      }
      """,
    right: """
      import FactoryKit

      final class PaymentsContainer: SharedContainer {
        @TaskLocal static var shared = PaymentsContainer()
        let manager = ContainerManager()
      }
      """,
    why: """
      A test gets a container of its own when `$shared` has another value for the test's task. \
      Without `@TaskLocal`, all tests use one container. They run in parallel, so one test sees \
      the registrations of another.

      Write `@TaskLocal static var shared`.

      Keep it if no test uses the container. One finding stands for all containers of a program.
      """)

  func check(_ program: Program) -> [Finding] {
    program.containerClasses.flatMap { reference, type -> [Finding] in
      guard let container = program.types.type(of: reference) else { return [] }
      return (program.types.types[container].members["shared"] ?? []).compactMap { shared in
        let member = program.member(shared)
        guard member.kind == .property, member.isStatic,
          !member.attributes.contains(where: { $0.name.hasSuffix("TaskLocal") })
        else { return nil }
        return Finding(
          Location(shared.file, member.place),
          "\(type.name).shared is not task-local. Write '@TaskLocal static var shared'.",
          fix: fix(member, shared.file, type, program),
          noFix: obstacle(member, shared.file, type, program),
          group: ("", "\(type.name).shared is not task-local"))
      }
    }
  }

  private func fix(
    _ member: MemberFact, _ file: FileIndex, _ type: TypeFact, _ program: Program
  ) -> (message: String, edits: [Finding.Edit])? {
    if obstacle(member, file, type, program) != nil { return nil }
    var edits = [Finding.Edit(file, at: member.attributePlace, "@TaskLocal ")]
    if member.storage == .letStored { edits.append(Finding.Edit(file, member.keyword, "var")) }
    return ("Make the property task-local", edits)
  }

  /// Why there is no fix: the macro makes the only property of a declaration a computed one without
  /// a setter. Nil if there is one.
  private func obstacle(
    _ member: MemberFact, _ file: FileIndex, _ type: TypeFact, _ program: Program
  ) -> String? {
    if member.storage == .computed || member.storage == .lazyStored {
      return "the property is not stored"
    }
    if member.hasAccessOfSetter { return "its setter has an access of its own" }
    if program.files[file].facts.sharesDeclaration(member) {
      return "other properties are declared with it"
    }
    if program.assigns("shared", ofType: type.name) {
      return "code assigns to it"
    }
    return program.hasObservers(member, file) ? "the property has observers" : nil
  }
}
