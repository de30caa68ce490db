// Factory, MIT licence; see LICENSE
struct PromiseUnregistered: Rule {
  let info = RuleInfo(
    "promise-unregistered", .error, "A promised or required factory that nothing registers",
    wrong: """
      extension Container {
        public var accountLoader: Factory<any AccountLoading> { required() }
      }
      """,
    right: """
      extension Container {
        public var accountLoader: Factory<any AccountLoading> { required() }
      }

      // In the app:
      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          accountLoader.register { AccountLoader() }
        }
      }
      """,
    why: """
      A promise is made by one module and kept by another. Without a registration, `required()` \
      stops the program at the first resolution, and `promised()` gives nil. Registrations that \
      tests make, and closures for contexts, keep no promise, and `validate` only checks that \
      there is one. Registrations on child containers count. The rule needs a program with an \
      executable target, a type with `@main` or an app, because a library alone may leave its \
      promises to others.
      """)

  func check(_ program: Program) -> [Finding] {
    guard program.isWhole else { return [] }
    return program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard info.definition == .promised || info.definition == .required,
        !program.isTest(info.member.file), !program.mentionedNames.contains(info.name),
        !program.isPublished(factory),
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
