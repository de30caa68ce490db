// Factory, MIT licence; see LICENSE
struct PromiseNil: Rule {
  let info = RuleInfo(
    "promise-nil", .warning, "A factory that is nil until another module registers it",
    hasFix: true,
    example: """
      // In module Feature:
      import FactoryKit

      public protocol AccountLoading: Sendable {}

      extension Container {
      -   public var accountLoader: Factory<(any AccountLoading)?> { self { nil } }
      +   public var accountLoader: Factory<(any AccountLoading)?> { promised() }
      }

      // In the app:
      import FactoryKit
      import Feature

      struct AccountLoader: AccountLoading {}

      func launch() {
        Container.shared.accountLoader.register { AccountLoader() }
      }
      """,
    why: """
      If the registration is removed, or comes too late, the program goes on with nil, and \
      nobody notices.

      Write `promised()`. It returns nil in release builds as well, but stops debug builds with \
      a message that names the factory, and `validate` finds it at launch.

      Keep nil if the program works without the registration, such as an optional analytics \
      service. Registrations in tests do not count.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard let value = program.onlyValue(of: factory), value.root == .null,
        program.canBePromised(factory),
        let registration = program.uses(of: factory).first(where: {
          $0.isRegistration && program.files[$0.file].module != info.module
            && !program.isTest($0.file)
        })
      else { return nil }
      return Finding(
        program.location(of: factory),
        "\(program.name(of: factory)) is nil until another module registers it. Write "
          + "'\(program.call(of: "promised", replacing: factory))', so that a missing registration is reported in debug builds.",
        notes: [Finding.Note(registration.location, "registered here")],
        fix: program.replaceBuilder(of: factory, by: "promised"),
        noFix: Program.hasArguments)
    }
  }
}
