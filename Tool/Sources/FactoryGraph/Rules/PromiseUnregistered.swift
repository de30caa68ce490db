// Factory, MIT licence; see LICENSE
struct PromiseUnregistered: Rule {
  let info = RuleInfo(
    "promise-unregistered", .error, "A promised or required factory that nothing registers",
    needsProgram: true,
    wrong: """
      import FactoryKit

      public protocol AccountLoading: Sendable {}

      extension Container {
        public var accountLoader: Factory<any AccountLoading> { required() }
      }
      """,
    right: """
      // In module Feature:
      import FactoryKit

      public protocol AccountLoading: Sendable {}

      extension Container {
        public var accountLoader: Factory<any AccountLoading> { required() }
      }

      // In the app:
      import FactoryKit
      import Feature

      struct AccountLoader: AccountLoading {}

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          accountLoader.register { AccountLoader() }
        }
      }
      """,
    why: """
      One module declares the factory, and another one has to register it. Without a \
      registration, `required()` stops the program at the first resolution. `promised()` stops \
      debug builds, and returns nil in release builds.

      Register the factory in the app, in `autoRegister()` or at launch.

      Keep it if the registration is in a program that the tool does not read, and turn the rule \
      off there.

      A registration on a child container counts, because the child uses it for everything that it \
      builds; `captive-lifetime` reports singletons that resolve such a factory, and \
      `container-shared-in-child-code` code that resolves it from `Container.shared` when nothing is \
      built. Registrations in tests and closures for contexts do not count, nor does `validate`, which \
      only checks that there is one. The rule needs \
      a program with an executable target, a type with `@main` or an app: a library may leave \
      its promises to others.
      """)

  func check(_ program: Program) -> [Finding] {
    guard program.isWhole else { return [] }
    return program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard info.definition == .promised || info.definition == .required,
        !program.isTest(info.member.file), !program.mentionedNames.contains(info.name),
        !program.isPublished(factory), !program.isRequirement(factory),
        program.registrations(of: factory).isEmpty,
        !program.isPassedOn(factory)
      else { return nil }
      let call = program.isFunction(factory) ? "(…)" : ""
      return Finding(
        program.location(of: factory),
        "nothing registers \(program.name(of: factory)), which the module "
          + "\(program.modules[info.module].name) declares. Add "
          + "'\(info.name)\(call).register { … }' to autoRegister() of the app's "
          + "\(program.containers[info.container].name)\(program.place(ofApp: factory)).")
    }
  }
}

extension Program {
  /// ` in the module App`: the executable that has a factory, if there is one.
  fileprivate func place(ofApp factory: FactoryIndex) -> String {
    let module = factories[factory].module
    let apps = modules.indices.filter {
      modules[$0].kind == .executable && ($0 == module || modules[$0].dependencies.contains(module))
    }
    return apps.count == 1 ? ", in the module \(modules[apps[0]].name)" : ""
  }
}
