// Factory, MIT licence; see LICENSE
struct AutoRegisterResolves: Rule {
  let info = RuleInfo(
    "auto-register-resolves", .warning, "autoRegister resolves a factory",
    example: """
      import FactoryKit

      struct Settings {}
      struct API { var settings = Settings() }

      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
      -     let current = settings()
      -     api.register { API(settings: current) }
      +     api.register { [unowned self] in API(settings: settings()) }
        }
      }
      """,
    why: """
      A container calls `autoRegister()` before its first resolution. A factory that is resolved \
      there is built before the registrations that follow it, in every test and preview, and \
      even if nothing needs the instance. One finding stands for all resolutions of a function.

      Resolve inside the closure that you register, with `[unowned self] in`. It runs when the factory \
      is resolved, and `self` then resolves as the container that asks, such as the child of a request.

      Keep the resolution if the instance decides what to register, such as a configuration that \
      selects one of two services. Not reported is a variable that a registration of the same \
      factory returns, such as a list to which the function adds an element.
      """)

  func check(_ program: Program) -> [Finding] {
    var resolved: [MemberReference: FactoryIndex] = [:]
    var found: [Finding] = []
    for use in program.uses where use.isResolutionAtOnce {
      guard let function = program.function(program.ownership(of: use)),
        !program.isRegisteredAgain(use)
      else { continue }
      if program.isAutoRegister(function) {
        found.append(finding(use.location, use.factory, function, program))
      } else if resolved[function] == nil {
        resolved[function] = use.factory
      }
    }
    // Functions of the program that `autoRegister()` calls.
    for call in program.calls {
      guard let factory = call.targets.lazy.compactMap({ resolved[$0] }).first,
        let function = program.function(program.ownership(of: call)),
        program.isAutoRegister(function)
      else { continue }
      found.append(finding(Location(call.file, call.place), factory, function, program))
    }
    return found
  }

  private func finding(
    _ location: Location, _ factory: FactoryIndex, _ function: MemberReference, _ program: Program
  ) -> Finding {
    let name = program.name(of: factory)
    let isBefore = (program.construction.code.uses[.member(function)] ?? []).contains {
      let use = program.uses[$0.index]
      return use.isRegistration && use.file == location.file && location.place < use.place
    }
    return Finding(
      location,
      "autoRegister() resolves \(name)"
        + (isBefore
          ? " before all registrations are made" : ", so each container builds it when it begins")
        + ". Resolve it in the closure that is registered, which gets it from the container that "
        + "asks: '[unowned self] in'.",
      group: ("\(function.file) \(function.index)", "it resolves \(name)"))
  }
}

extension Program {
  /// The function or accessor that runs some code as soon as it is called.
  fileprivate func function(_ ownership: Ownership) -> MemberReference? {
    guard case .member(let reference) = ownership.owner, !ownership.isDeferred else { return nil }
    return reference
  }

  /// Whether a resolution is the value of a variable that a registration of the same factory uses.
  fileprivate func isRegisteredAgain(_ use: FactoryUse) -> Bool {
    guard let index = lookup(in: use.file).variableOfValue[use.chain] else { return false }
    let variable = files[use.file].facts.variables[index]
    return uses(of: use.factory).contains { $0.file == use.file && names(variable, $0) }
  }

  /// Whether the closure of a registration names a variable.
  private func names(_ variable: VariableFact, _ use: FactoryUse) -> Bool {
    guard case .register(let closure?) = use.operation else { return false }
    return lookup(in: use.file).chains(in: closure).contains { index in
      let chain = files[use.file].facts.chains[index]
      return chain.root == .name(variable.name)
        && placeOfLocal(named: variable.name, in: Reference(use.file, closure), at: chain.place)
          == variable.place
    }
  }
}
