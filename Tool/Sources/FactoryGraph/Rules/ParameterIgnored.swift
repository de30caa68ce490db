// Factory, MIT licence; see LICENSE
struct ParameterIgnored: Rule {
  let info = RuleInfo(
    "parameter-ignored", .warning, "A scope that ignores the factory's parameter",
    hasFix: true,
    wrong: """
      import FactoryKit

      typealias TenantID = Int

      final class Tenant {
        init(_ id: TenantID) {}
      }

      extension Container {
        var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) }.cached }
      }
      """,
    right: """
      import FactoryKit

      typealias TenantID = Int

      final class Tenant {
        init(_ id: TenantID) {}
      }

      extension Container {
        var tenant: ParameterFactory<TenantID, Tenant> {
          self { Tenant($0) }.scopeOnParameters.cached
        }
      }
      """,
    why: """
      The scope caches the instance that was created with the first parameter, and returns it \
      for all others.

      Add `scopeOnParameters`, which caches one instance for each parameter. The type of the \
      parameter has to be `Hashable`.

      Keep it if only the first parameter counts, such as a configuration that is passed once.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard info.isParameterised, program.effectiveScope(of: factory) != nil,
        !info.modifiers.contains(where: { $0.name == "scopeOnParameters" }),
        let modifier = info.modifiers.last(where: { $0.scope != nil }),
        // In 1.x, factories have no modifiers.
        !info.isOfFirstVersion
      else { return nil }
      let insertion = Finding.Edit(info.member.file, at: modifier.place, "scopeOnParameters.")
      return Finding(
        program.location(of: factory),
        "\(program.name(of: factory)) keeps the instance of the first parameter for all others. "
          + "Write '.scopeOnParameters' before '.\(modifier.name)'.",
        fix: isHashable(program.member(info.member).type?.arguments.first)
          ? ("Insert .scopeOnParameters", [insertion]) : nil,
        noFix: "the parameter may not be Hashable")
    }
  }

  /// Whether a parameter may be `Hashable`, which the modifier needs. Tuples and functions never
  /// are, nor is anything with `Any`.
  private func isHashable(_ parameter: TypeName?) -> Bool {
    guard let text = parameter?.text else { return true }
    return !text.hasPrefix("(") && !text.contains("->") && !text.contains("Any")
  }
}
