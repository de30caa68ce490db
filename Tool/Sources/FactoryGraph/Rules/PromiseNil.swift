// Factory, MIT licence; see LICENSE
struct PromiseNil: Rule {
  let info = RuleInfo(
    "promise-nil", .warning, "A factory that returns nil until another module registers it",
    hasFix: true,
    wrong: """
      extension Container {
        public var accountLoader: Factory<AccountLoading?> { self { nil } }
      }

      // In the app:
      Container.shared.accountLoader.register { AccountLoader() }
      """,
    right: """
      extension Container {
        public var accountLoader: Factory<AccountLoading?> { promised() }
      }
      """,
    why: """
      Without the registration, the program runs with nil, and nobody notices. `promised()` gives \
      nil in release builds as well, but stops debug builds with a message that names the factory. \
      Registrations that tests make do not count.
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
