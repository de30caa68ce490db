// Factory, MIT licence; see LICENSE
struct FactoryFunction: Rule {
  let info = RuleInfo(
    "factory-function", .warning, "A function whose arguments share one scoped factory",
    wrong: """
      extension Container {
        func client(_ host: String) -> Factory<Client> { self { Client(host) }.cached }
      }
      """,
    right: """
      extension Container {
        var client: ParameterFactory<String, Client> {
          self { Client($0) }.scopeOnParameters.cached
        }
      }
      """,
    why: """
      A factory is known by the name of its function, not by its arguments, so all arguments share \
      the instance that was cached first. Use a `ParameterFactory`, or tell the factories apart with \
      `key:`.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      let member = program.member(info.member)
      guard member.kind == .function,
        // The product's type, which is a part of the key, tells types apart.
        member.parameters.contains(where: { $0.type?.text.hasSuffix(".Type") != true }),
        program.effectiveScope(of: factory) != nil, !hasKey(info, program)
      else { return nil }
      return Finding(
        program.location(of: factory),
        "all arguments of \(program.name(of: factory))(…) share one instance. Use a "
          + "ParameterFactory with 'scopeOnParameters'.")
    }
  }

  private func hasKey(_ info: FactoryInfo, _ program: Program) -> Bool {
    info.builders.contains { builder in
      let chain = program.chain(Reference(info.member.file, builder.chain))
      return chain.links[builder.link].call?.argument("key") != nil
    }
  }
}
