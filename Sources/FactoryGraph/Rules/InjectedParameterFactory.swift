// Factory, MIT licence; see LICENSE
#if Tool
  struct InjectedParameterFactory: Rule {
    let info = RuleInfo(
      "injected-parameter-factory", .error, "A property wrapper of a factory with a parameter",
      wrong: """
        final class Screen {
          @Injected(\\.tenant) var tenant  // ParameterFactory<TenantID, Tenant>
        }
        """,
      right: """
        final class Screen {
          let tenant: Tenant

          init(id: TenantID) {
            tenant = Container.shared.tenant(id)
          }
        }
        """,
      why: """
        A property wrapper has no parameter to pass on, so this does not compile. Resolve the \
        factory from the container, or with `dependency(\\.tenant, parameter: id)`.
        """)

    func check(_ program: Program) -> [Finding] {
      program.uses.compactMap { use in
        guard case .wrapper(let wrapper) = use.operation,
          program.factories[use.factory].isParameterised
        else { return nil }
        let name = program.factories[use.factory].name
        return Finding(
          use.location,
          "@\(wrapper) has no parameter for \(program.name(of: use.factory)). Resolve it with "
            + "'dependency(\\.\(name), parameter: …)'.")
      }
    }
  }
#endif
