// Factory, MIT licence; see LICENSE
struct FactoryFunction: Rule {
  let info = RuleInfo(
    "factory-function", .warning, "A function whose arguments share one scoped factory",
    example: """
      import FactoryKit

      final class Client {
        init(_ host: String) {}
      }

      extension Container {
      -   func client(_ host: String) -> Factory<Client> { self { Client(host) }.cached }
      +   var client: ParameterFactory<String, Client> {
      +     self { Client($0) }.scopeOnParameters.cached
      +   }
      }
      """,
    why: """
      The key of a factory is the name of its property or function, without the arguments. So \
      the instance that is cached for the first host is returned for all other hosts.

      Use a `ParameterFactory` with `scopeOnParameters`, or distinguish the factories with \
      `key:`.

      Keep it if the argument does not change the instance.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      let member = program.member(info.member)
      guard member.kind == .function,
        // The product's type, which is a part of the key, tells types apart.
        member.parameters.contains(where: { $0.type?.isMetatype != true }),
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
