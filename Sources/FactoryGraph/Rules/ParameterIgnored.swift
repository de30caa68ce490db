// Factory, MIT licence; see LICENSE
#if Tool
  struct ParameterIgnored: Rule {
    let info = RuleInfo(
      "parameter-ignored", .warning, "A scope that ignores the factory's parameter",
      wrong: """
        extension Container {
          var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) }.cached }
        }
        """,
      right: """
        extension Container {
          var tenant: ParameterFactory<TenantID, Tenant> {
            self { Tenant($0) }.scopeOnParameters.cached
          }
        }
        """,
      why: """
        The scope keeps the instance of the first parameter and gives it to all later resolutions. \
        `scopeOnParameters` keeps one instance for each parameter, which has to be `Hashable`.
        """)

    func check(_ program: Program) -> [Finding] {
      program.factories.indices.compactMap { factory in
        let info = program.factories[factory]
        guard info.isParameterised, program.effectiveScope(of: factory) != nil,
          !info.modifiers.contains(where: { $0.name == "scopeOnParameters" }),
          let modifier = info.modifiers.last(where: { $0.scope != nil })
        else { return nil }
        return Finding(
          program.location(of: factory),
          "\(program.name(of: factory)) keeps the instance of the first parameter for all others. "
            + "Write '.scopeOnParameters' before '.\(modifier.name)'.",
          fix: (
            "Insert .scopeOnParameters",
            [Finding.Edit(info.member.file, at: modifier.place, "scopeOnParameters.")]
          ))
      }
    }
  }
#endif
