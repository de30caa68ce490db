// Factory, MIT licence; see LICENSE
struct PromiseUnregistered: Rule {
  let info = RuleInfo(
    "promise-unregistered", .error,
    "A promised or required factory that a program does not register",
    needsProgram: true,
    example: """
      // In module Feature:
      import FactoryKit

      public protocol AccountLoading: Sendable {}

      extension Container {
        public var accountLoader: Factory<any AccountLoading> { required() }
      }

      // In the app:
      import FactoryKit
      import Feature

      + struct AccountLoader: AccountLoading {}
      +
      + extension Container: @retroactive AutoRegistering {
      +   public func autoRegister() {
      +     accountLoader.register { AccountLoader() }
      +   }
      + }
      +
      print(Container.shared.accountLoader())
      """,
    why: """
      One module declares the factory, and another one has to register it. Without a \
      registration, `required()` stops the program at the first resolution. `promised()` stops \
      debug builds, and returns nil in release builds.

      Register the factory in the app, in `autoRegister()` or at launch.

      Keep it if the registration is in code that the tool does not read, and turn the rule off \
      there.

      Each program is judged by itself, with the modules that it depends on: an executable target, one \
      with a type with `@main`, or an app. It has to register the promises that its code resolves. A \
      registration by another program, by tests or previews, for a context, in a module that the program \
      does not depend on, or in a function that nothing calls does not count, nor does `validate`, \
      which only checks that there is one. A library leaves its promises to others, so the rule does not \
      run without a program.

      A registration on a child container counts, because the child uses it for everything that it \
      builds; `captive-lifetime` reports singletons that resolve such a factory.
      """)

  func check(_ program: Program) -> [Finding] {
    let programs = program.programs
    return program.declarations(of: FileCopies(program)).compactMap { declaration in
      let factory = declaration.original
      let info = program.factories[factory]
      guard info.definition == .promised || info.definition == .required,
        !program.isTest(info.member.file), !program.isMentioned(factory),
        !program.isRequirement(factory), !program.isPassedOn(factory)
      else { return nil }
      let broken = programs.filter { one in
        declaration.copies.contains { program.breaksPromise($0, one) }
      }
      return broken.isEmpty ? nil : finding(factory, broken, program)
    }
  }

  private func finding(
    _ factory: FactoryIndex, _ broken: [ModuleIndex], _ program: Program
  ) -> Finding {
    let info = program.factories[factory]
    let (name, call) = (program.name(of: factory), program.isFunction(factory) ? "(…)" : "")
    let names = broken.map { program.modules[$0].name }
    let subject =
      names.count == 1
      ? "the program \(names[0]) uses \(name) and does not register it"
      : "the programs \(names.joined(separator: ", ")) use \(name) and do not register it"
    let uncalled = program.registrations(of: factory).compactMap { use in
      program.uncalledFunction(around: use).map { (use, program.member($0).name) }
    }
    return Finding(
      program.location(of: factory),
      "\(subject). Add '\(info.name)\(call).register { … }' to autoRegister() of its "
        + "\(program.containers[info.container].name).",
      notes: broken.map {
        Finding.Note(program.start(of: $0), "the program \(program.modules[$0].name) starts here")
      }
        + uncalled.prefix(1).map { use, function in
          Finding.Note(use.location, "registered here, but nothing calls '\(function)'")
        })
  }
}

extension Program {
  /// Whether a program resolves a promise and certainly does not register it.
  fileprivate func breaksPromise(_ factory: FactoryIndex, _ program: ModuleIndex) -> Bool {
    let uses = uses(of: factory)
    return uses.contains {
      ($0.resolvesPerhapsLater || isValidation($0)) && isPart($0, of: program)
    }
      && !uses.contains { use in
        // A target that was guessed may be a part of any program.
        use.isRegistration && uncalledFunction(around: use) == nil
          && (isPart(use, of: program) || modules[files[use.file].module].isGuessed)
      }
  }
}

extension FactoryUse {
  /// Whether it resolves the factory, now or when what it makes is used.
  fileprivate var resolvesPerhapsLater: Bool {
    switch operation {
    case .resolve, .passResolve, .wrapper, .add: true
    default: false
    }
  }
}
