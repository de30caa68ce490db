// Factory, MIT licence; see LICENSE
#if Tool
  struct StaticResolution: Rule {
    let info = RuleInfo(
      "static-resolution", .warning, "A global or static property that holds what was resolved",
      wrong: """
        extension Container {
          var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
        }

        enum Log {
          static let logger = Container.shared.logger()
        }
        """,
      right: """
        extension Container {
          var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
        }

        enum Log {
          static var logger: any Logger { Container.shared.logger() }
        }
        """,
      why: """
        The instance is resolved once in the process, from the container that was the shared one \
        then. It outlives test containers, children and resets, so tests see each other's instances. \
        Make the property a computed one. Variables of `main.swift` are not reported.
        """)

    func check(_ program: Program) -> [Finding] {
      var found: [Reference: Finding] = [:]
      for use in program.uses where use.isResolution {
        guard let reference = holder(of: use, program) else { continue }
        let member = program.member(reference)
        // The variables of a script are those of the program.
        if member.owner == nil, program.files[use.file].isMain { continue }
        found[reference] = Finding(
          Location(reference.file, member.place),
          "'\(member.name)' holds what was resolved from "
            + "\(program.name(of: use.factory)) for the rest of the process. Make it a computed "
            + "property.")
      }
      return Array(found.values)
    }

    private func holder(of use: FactoryUse, _ program: Program) -> Reference? {
      if let property = use.property {
        let reference = Reference(use.file, property)
        let member = program.member(reference)
        guard case .wrapper(let name) = use.operation, name != "DynamicInjected",
          member.isStatic || member.owner == nil
        else { return nil }
        return reference
      }
      let ownership = program.ownership(of: Reference(use.file, use.region))
      guard case .member(let reference) = ownership.owner, !ownership.isDeferred else { return nil }
      let member = program.member(reference)
      guard member.kind == .property, member.storage != .computed,
        member.isStatic || member.owner == nil
      else { return nil }
      return reference
    }
  }
#endif
