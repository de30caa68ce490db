// Factory, MIT licence; see LICENSE
struct ParameterIgnored: Rule {
  let info = RuleInfo(
    "parameter-ignored", .warning, "A scope that ignores the factory's parameter",
    hasFix: true,
    example: """
      import FactoryKit

      typealias TenantID = Int

      final class Tenant {
        init(_ id: TenantID) {}
      }

      extension Container {
      -   var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) }.cached }
      +   var tenant: ParameterFactory<TenantID, Tenant> {
      +     self { Tenant($0) }.scopeOnParameters.cached
      +   }
      }
      """,
    why: """
      The scope caches the instance that was created with the first parameter, and returns it \
      for all others.

      Add `scopeOnParameters`, which caches one instance for each parameter. The type of the \
      parameter has to be `Hashable`. There is a fix if it is known to be: a type of the standard \
      library or Foundation such as `Int` or `UUID`, a type of the program that declares the \
      conformance or is an enumeration without associated values, or an optional, array or set of \
      these.

      Keep it if only the first parameter counts, such as a configuration that is passed once.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard info.isParameterised, program.effectiveScope(of: factory) != nil,
        !info.modifiers.contains(where: { $0.name == "scopeOnParameters" }),
        let modifier = info.modifiers.last(where: { $0.scope != nil }),
        // In 1.x, factories have no modifiers.
        !info.isOfFirstVersion, !program.hasOneParameterValue(info)
      else { return nil }
      let insertion = Finding.Edit(info.member.file, at: modifier.place, "scopeOnParameters.")
      let isHashable = program.hasHashableParameter(info)
      return Finding(
        program.location(of: factory),
        "\(program.name(of: factory)) keeps the instance of the first parameter for all others. "
          + "Write '.scopeOnParameters' before '.\(modifier.name)'."
          + (isHashable ? "" : " The parameter has to be Hashable for that."),
        fix: isHashable ? ("Insert .scopeOnParameters", [insertion]) : nil,
        noFix: "the parameter may not be Hashable")
    }
  }
}

extension Program {
  /// Whether the parameter of a factory is known to be `Hashable`.
  fileprivate func hasHashableParameter(_ info: FactoryInfo) -> Bool {
    guard let (parameter, file) = parameter(of: info) else { return false }
    let region = RegionReference(info.member.file, member(info.member).region)
    return isHashable(parameter, from: file, in: region)
  }

  /// Whether the parameter of a factory is `Void`.
  fileprivate func hasOneParameterValue(_ info: FactoryInfo) -> Bool {
    guard let (parameter, file) = parameter(of: info) else { return false }
    return types.unaliased(parameter, from: file).type.isVoid
  }

  /// The type of the parameter, as it is written in a file.
  private func parameter(of info: FactoryInfo) -> (type: TypeExpression, file: FileIndex)? {
    guard let written = member(info.member).type else { return nil }
    let (type, file) = types.unaliased(written, from: info.member.file)
    return type.arguments.first.map { ($0, file) }
  }
}
