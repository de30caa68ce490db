// Factory, MIT licence; see LICENSE
#if Tool
  struct AutoRegisterResolves: Rule {
    let info = RuleInfo(
      "auto-register-resolves", .warning, "autoRegister that resolves factories",
      wrong: """
        extension Container {
          var settings: Factory<Settings> { self { Settings() }.cached }
          var api: Factory<API> { self { API() } }
        }

        extension Container: @retroactive AutoRegistering {
          public func autoRegister() {
            let current = settings()
            api.register { API(current) }
          }
        }
        """,
      right: """
        extension Container {
          var settings: Factory<Settings> { self { Settings() }.cached }
          var api: Factory<API> { self { API() } }
        }

        extension Container: @retroactive AutoRegistering {
          public func autoRegister() {
            api.register { [unowned self] in API(settings()) }
          }
        }
        """,
      why: """
        `autoRegister()` runs before the first resolution of the container. What it resolves is built \
        without the registrations that come after it, in all tests and previews, needed or not. \
        Resolve inside the closure that is registered.
        """)

    func check(_ program: Program) -> [Finding] {
      program.uses.compactMap { use in
        guard use.isResolution else { return nil }
        let ownership = program.ownership(of: Reference(use.file, use.region))
        guard case .member(let reference) = ownership.owner, !ownership.isDeferred,
          program.isAutoRegister(reference)
        else { return nil }
        return Finding(
          use.location,
          "autoRegister() resolves \(program.name(of: use.factory)) before all registrations are "
            + "made. Resolve it in the closure that is registered.")
      }
    }
  }

  extension Program {
    /// Whether a function is the `autoRegister()` of a container.
    func isAutoRegister(_ reference: Reference) -> Bool {
      let member = member(reference)
      guard member.name == "autoRegister", member.kind == .function, member.parameters.isEmpty,
        let owner = member.owner, let type = types.type(of: Reference(reference.file, owner))
      else { return false }
      return containerOfType[type] != nil
    }
  }
#endif
