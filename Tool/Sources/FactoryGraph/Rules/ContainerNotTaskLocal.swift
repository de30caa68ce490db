// Factory, MIT licence; see LICENSE
struct ContainerNotTaskLocal: Rule {
  let info = RuleInfo(
    "container-not-task-local", .warning, "A shared container that is not task-local",
    hasFix: true,
    example: """
      import FactoryKit

      final class PaymentsContainer: SharedContainer {
      -   static let shared = PaymentsContainer()
      +   @TaskLocal static var shared = PaymentsContainer()
        let manager = ContainerManager()
      }
      -
      - // In the tests:
      - import FactoryTesting
      - import Testing
      -
      - @Test func pays() { PaymentsContainer.shared.reset() }
      """,
    why: """
      A test gets a container of its own when `$shared` has another value for the test's task. \
      Without `@TaskLocal`, all tests use one container. They run in parallel, so one test sees \
      the registrations of another.

      Write `@TaskLocal static var shared`.

      Containers that no test names or uses are not reported, nor are programs for Factory 2 without \
      FactoryTesting, which have no trait for containers. One finding stands for all containers of a \
      program.
      """)

  func check(_ program: Program) -> [Finding] {
    guard program.hasContainerTrait else { return [] }
    let tested = program.containersOfTests()
    return program.containerClasses.flatMap { reference, type -> [Finding] in
      guard let container = program.types.type(of: reference),
        program.container(ofType: container).map(tested.contains) == true
      else { return [] }
      return (program.types.types[container].members["shared"] ?? []).compactMap { shared in
        let member = program.member(shared)
        guard member.kind == .property, member.isStatic,
          !member.attributes.contains(where: { $0.name.lastPart == "TaskLocal" })
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
    let source = program.source(of: file)
    guard let attribute = source.insertAttribute("@TaskLocal", ofPropertyAt: member.place),
      let (property, _) = source.property(at: member.place)
    else { return nil }
    var edits = [attribute]
    if member.storage == .letStored {
      edits.append(source.replace(property.bindingSpecifier, by: "var"))
    }
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
    if program.source(of: file).sharesDeclaration(member) {
      return "other properties are declared with it"
    }
    if program.assigns("shared", ofType: type.name) {
      return "code assigns to it"
    }
    return program.hasObservers(member) ? "the property has observers" : nil
  }
}

extension Program {
  /// Whether the version of the library has the trait for containers: FactoryTesting came with 2.5.
  fileprivate var hasContainerTrait: Bool {
    libraryVersion.map { $0 >= 3 } ?? true || files.contains { $0.imports("FactoryTesting") }
  }

  /// The containers that tests name, or whose factories they use.
  fileprivate func containersOfTests() -> Set<ContainerIndex> {
    var found: Set<ContainerIndex> = []
    for file in files.indices where isTestCode(file) {
      for index in usesOfFile[file] ?? [] {
        found.insert(factories[uses[index].factory].container)
      }
      for chain in files[file].facts.chains {
        if let container = chain.rootName.flatMap({ container(named: $0, from: file) }) {
          found.insert(container)
        }
      }
    }
    return found
  }
}
