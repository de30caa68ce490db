// Factory, MIT licence; see LICENSE
struct StaticResolution: Rule {
  let info = RuleInfo(
    "static-resolution", .warning, "A global or static property that holds what was resolved",
    wrong: """
      import FactoryKit

      protocol Logger: Sendable {}
      struct LiveLogger: Logger {}

      extension Container {
        var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
      }

      enum Log {
        static let logger = Container.shared.logger()
      }
      """,
    right: """
      import FactoryKit

      protocol Logger: Sendable {}
      struct LiveLogger: Logger {}

      extension Container {
        var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
      }

      enum Log {
        static var logger: any Logger { Container.shared.logger() }
      }
      """,
    why: """
      The property is initialised once in the process, from the container that is the shared one \
      at that moment. It keeps this instance when a test, a child or a reset replaces the \
      container or the registration. Whichever test comes first decides what the others get.

      Declare a computed property, which resolves on each read.

      Keep it if the instance is the same in all containers and in all tests.

      The rule checks property wrappers, and initial values that are the resolution itself. It \
      does not check closures, arguments and default arguments in an initial value, which may be \
      used without being stored. Variables of `main.swift` are not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    var found: [MemberReference: Finding] = [:]
    for use in program.uses where use.isResolution {
      guard let index = property(of: use, program) else { continue }
      let member = program.member(Reference(use.file, index))
      // The variables of a script are those of the program.
      guard member.isStatic || member.owner == nil && !program.files[use.file].isMain else {
        continue
      }
      found[Reference(use.file, index)] = Finding(
        Location(use.file, member.place),
        "'\(member.name)' holds what was resolved from \(program.name(of: use.factory)) for the "
          + "rest of the process. Make it a computed property.")
    }
    return Array(found.values)
  }

  /// The stored property whose value a use is.
  private func property(of use: FactoryUse, _ program: Program) -> Int? {
    if case .wrapper(let name) = use.operation {
      return name == "DynamicInjected" ? nil : use.property
    }
    let facts = program.files[use.file].facts
    var (value, link) = (use.chain, use.link)
    if case .keyPath = facts.chains[value].root {
      // `dependency(\.x)`
      guard let call = program.lookup(in: use.file).call(around: value) else { return nil }
      (value, link) = (call.chain, call.link)
    }
    guard link == facts.chains[value].links.count - 1 else { return nil }
    return facts.members.firstIndex { member in
      member.kind == .property && member.value == value && member.storage != .computed
        // A wrapper of the program's own may resolve it later.
        && member.attributes.allSatisfy { $0.name.hasSuffix("Actor") || $0.name == "TaskLocal" }
    }
  }
}
