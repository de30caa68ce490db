// Factory, MIT licence; see LICENSE
struct InjectedParameterFactory: Rule {
  let info = RuleInfo(
    "injected-parameter-factory", .error, "A property wrapper of a factory with a parameter",
    wrong: """
      extension Container {
        var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) } }
      }

      final class Screen {
        @Injected(\\.tenant) var tenant
      }
      """,
    right: """
      extension Container {
        var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) } }
      }

      final class Screen {
        let tenant: Tenant

        init(id: TenantID) {
          tenant = Container.shared.tenant(id)
        }
      }
      """,
    why: """
      A property wrapper has no parameter to pass on. Resolve the factory from the container, or \
      with `dependency(\\.tenant, parameter: id)`, or declare the property as a function: \
      `@Injected(\\.tenant) var tenant: (TenantID) -> Tenant`. Local variables are not checked.
      """)

  func check(_ program: Program) -> [Finding] {
    program.uses.compactMap { use in
      guard case .wrapper(let wrapper) = use.operation,
        program.factories[use.factory].isParameterised, !mayInjectFunction(use, program)
      else { return nil }
      let name = program.factories[use.factory].name
      return Finding(
        use.location,
        "@\(wrapper) has no parameter for \(program.name(of: use.factory)). Resolve it with "
          + "'dependency(\\.\(name), parameter: …)'.")
    }
  }

  /// Whether the property is declared as a function, to which the parameter is passed. Local
  /// variables are not checked, because a use does not refer to its variable.
  private func mayInjectFunction(_ use: FactoryUse, _ program: Program) -> Bool {
    guard let property = use.property else { return true }
    return program.member(Reference(use.file, property)).type?.isFunction ?? false
  }
}
