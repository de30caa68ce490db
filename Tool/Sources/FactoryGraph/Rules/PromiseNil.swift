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
      let (name, test) = (program.name(of: factory), program.testWithout(registrationOf: factory))
      let advice =
        "\(name) is nil until another module registers it. Write "
        + "'\(program.call(of: "promised", replacing: factory))', so that a missing registration is "
        + "reported in debug builds."
      return Finding(
        program.location(of: factory),
        advice
          + (test.map { " Tests of \($0.target) that do not register it would stop there." } ?? ""),
        notes: [Finding.Note(registration.location, "registered here")]
          + (test.map { [Finding.Note($0.use.location, "\($0.target) may resolve it here")] } ?? []),
        fix: test == nil ? program.replaceBuilder(of: factory, by: "promised") : nil,
        noFix: test.map { "the tests of \($0.target) may resolve it without a registration" }
          ?? Program.hasArguments)
    }
  }
}

extension Program {
  /// A target of tests that does not register a factory, and what resolves it there: the tests, or code of
  /// a module that they depend on.
  fileprivate func testWithout(registrationOf factory: FactoryIndex) -> (
    target: String, use: FactoryUse
  )? {
    let uses = uses(of: factory)
    for test in modules.indices where modules[test].kind == .test {
      let own = uses.filter { files[$0.file].module == test }
      let parts = uses.filter { isReached($0, from: test) }
      // A test registers for itself, and `autoRegister` for all.
      let registering = Set(own.filter(\.isRegistration).map(\.file))
      if parts.contains(where: { $0.isRegistration && isInAutoRegister($0) }) { continue }
      let resolved =
        own.first { $0.isResolution && !registering.contains($0.file) }
        ?? (registering.isEmpty ? parts.first { $0.isResolution && !isInPreview($0) } : nil)
      if let resolved { return (modules[test].name, resolved) }
    }
    return nil
  }

  private func isReached(_ use: FactoryUse, from test: ModuleIndex) -> Bool {
    modules[test].dependencies.contains(files[use.file].module) && !isTestCode(use.file)
  }
}
