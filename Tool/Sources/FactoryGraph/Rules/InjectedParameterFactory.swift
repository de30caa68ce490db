// Factory, MIT licence; see LICENSE
struct InjectedParameterFactory: Rule {
  let info = RuleInfo(
    "injected-parameter-factory", .error, "A property wrapper of a factory with a parameter",
    example: """
      import FactoryKit

      typealias TenantID = Int

      final class Tenant {
        init(_ id: TenantID) {}
      }

      extension Container {
        var tenant: ParameterFactory<TenantID, Tenant> { self { Tenant($0) } }
      }

      final class Screen {
      -   @Injected(\\.tenant) var tenant: Tenant
      +   let tenant: Tenant
      +
      +   init(id: TenantID) {
      +     tenant = Container.shared.tenant(id)
      +   }
      }
      """,
    why: """
      A property wrapper cannot pass a parameter to the factory.

      Resolve the factory where the parameter is known: from the container, or with \
      `dependency(\\.tenant, parameter: id)`. Or inject a function with `@Injected`, `@LazyInjected` \
      or `@DynamicInjected`: `@Injected(\\.tenant) var makeTenant`, with or without its type `(TenantID) \
      -> Tenant`. The rule does not report it.

      There is no reason to keep it. Local variables are not checked.
      """)

  func check(_ program: Program) -> [Finding] {
    program.uses.compactMap { use in
      guard case .wrapper(let wrapper) = use.operation,
        program.factories[use.factory].isParameterised,
        !mayInjectFunction(use, wrapper, program)
      else { return nil }
      let name = program.factories[use.factory].name
      return Finding(
        use.location,
        "@\(wrapper) has no parameter for \(program.name(of: use.factory)). Resolve it with "
          + "'dependency(\\.\(name), parameter: …)'.",
        notes: [Finding.Note(program.location(of: use.factory), "\(name) is declared here")])
    }
  }

  /// The wrappers that inject a function, also into a property that does not declare its type.
  private static let ofFunctions: Set = ["Injected", "LazyInjected", "DynamicInjected"]

  /// Whether the property is a function, to which the parameter is passed. Local variables are not
  /// checked, because a use does not refer to its variable.
  private func mayInjectFunction(
    _ use: FactoryUse, _ wrapper: String, _ program: Program
  ) -> Bool {
    guard let property = use.property else { return true }
    guard let type = program.member(Reference(use.file, property)).type else {
      // 2.x injects no functions.
      return Self.ofFunctions.contains(wrapper)
        && ["ParameterFactory", "MainActorParameterFactory"].contains(
          program.factories[use.factory].typeName)
        && program.libraryVersion.map { $0 >= 3 } ?? true
    }
    return program.types.unaliased(type, from: use.file).type.function != nil
  }
}
