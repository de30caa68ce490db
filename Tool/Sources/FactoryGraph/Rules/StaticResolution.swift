// Factory, MIT licence; see LICENSE
struct StaticResolution: Rule {
  let info = RuleInfo(
    "static-resolution", .warning, "A global or static property that holds what was resolved",
    example: """
      import FactoryKit

      protocol Flags: Sendable {}
      struct LiveFlags: Flags {}

      extension Container {
        var flags: Factory<any Flags> { self { LiveFlags() }.singleton }
      }

      enum Features {
      -   static let flags = Container.shared.flags()
      +   static var flags: any Flags { Container.shared.flags() }
      }
      """,
    why: """
      The property is initialised once in the process, from the container that is the shared one \
      at that moment. It keeps this instance when a test, a child or a reset replaces the \
      container or the registration. Whichever test comes first decides what the others get.

      Declare a computed property, which resolves on each read.

      Keep it if the instance is the same in all containers and in all tests. Loggers are not reported.

      The rule checks property wrappers, initial values that are the resolution itself, and the default \
      arguments of an initialiser that the initial value calls. It does not check closures and other \
      arguments in an initial value, which may be used without being stored. Variables of `main.swift` \
      are not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    var found: [MemberReference: Finding] = [:]
    var defaults: [CodeOwner: FactoryUse] = [:]
    for use in program.uses where use.isResolution && !program.isLogger(use.factory) {
      if let index = property(of: use, program) {
        add(use, Reference(use.file, index), program, &found)
      }
      let ownership = program.ownership(of: use)
      if case .defaultArgument = ownership.owner, ownership.timing == .atOnce {
        defaults[ownership.owner] = use
      }
    }
    for call in program.calls where call.constructs != nil && call.targets.count == 1 {
      guard let use = program.codeRun(by: call).lazy.compactMap({ defaults[$0] }).first,
        let index = property(ofValue: call.chain, endingAt: call.link, call.file, program)
      else { continue }
      add(use, Reference(call.file, index), program, &found)
    }
    return Array(found.values)
  }

  private func add(
    _ use: FactoryUse, _ property: MemberReference, _ program: Program,
    _ found: inout [MemberReference: Finding]
  ) {
    let member = program.member(property)
    // The variables of a script are those of the program.
    guard member.isStatic || member.owner == nil && !program.files[property.file].isMain else {
      return
    }
    found[property] = Finding(
      Location(property.file, member.place),
      "'\(member.name)' holds what was resolved from \(program.name(of: use.factory)) for the "
        + "rest of the process. Make it a computed property.")
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
    return property(ofValue: value, endingAt: link, use.file, program)
  }

  /// The stored property whose initial value a chain is.
  private func property(
    ofValue value: Int, endingAt link: Int, _ file: FileIndex, _ program: Program
  ) -> Int? {
    let facts = program.files[file].facts
    guard link == facts.chains[value].links.count - 1 else { return nil }
    guard let index = program.lookup(in: file).memberOfValue[value] else { return nil }
    let member = facts.members[index]
    return member.kind == .property && member.storage != .computed
      // A wrapper of the program's own may resolve it later.
      && member.attributes.allSatisfy { $0.name.hasSuffix("Actor") || $0.name == "TaskLocal" }
      ? index : nil
  }
}

extension Program {
  /// Whether a factory makes a logger, which is the same in all containers.
  fileprivate func isLogger(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    return [info.name, info.type.name].contains { name in
      let name = name.lowercased()
      return name.contains("logger") || name.contains("logging") || name.hasSuffix("log")
    }
  }
}
