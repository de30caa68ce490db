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

      A line that registers nothing, such as one that logs the settings, does not have to be here: move it \
      to where the program starts.

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
        let isAlone = program.registersNothing(use.location, function)
        found.append(finding(use.location, use.factory, isAlone, function, program))
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
      let location = Location(call.file, call.place)
      let isAlone =
        program.registersNothing(location, function)
        && !call.targets.contains { target in
          program.codeUses(of: target).contains { $0.isRegistration }
        }
      found.append(finding(location, factory, isAlone, function, program))
    }
    return found
  }

  private func finding(
    _ location: Location, _ factory: FactoryIndex, _ isAlone: Bool, _ function: MemberReference,
    _ program: Program
  ) -> Finding {
    let name = program.name(of: factory)
    let isBefore = program.codeUses(of: function).contains { use in
      use.isRegistration && use.file == location.file && location.place < use.place
    }
    return Finding(
      location,
      "autoRegister() resolves \(name)"
        + (isBefore
          ? " before all registrations are made" : ", so each container builds it when it begins")
        + (isAlone
          ? ". This registers nothing: move it to where the program starts."
          : ". Resolve it in the closure that is registered, which gets it from the container that "
            + "asks: '[unowned self] in'."),
      group: ("\(function.file) \(function.index)", "it resolves \(name)"))
  }
}

extension Program {
  /// The function or accessor that runs some code as soon as it is called.
  fileprivate func function(_ ownership: Ownership) -> MemberReference? {
    guard case .member(let reference) = ownership.owner, !ownership.isDeferred else { return nil }
    return reference
  }

  /// The uses that a function itself makes.
  fileprivate func codeUses(of function: MemberReference) -> [FactoryUse] {
    (construction.code.uses[.member(function)] ?? []).map { uses[$0.index] }
  }

  /// Whether the code at a place is a part of a statement that registers nothing and whose value nothing
  /// uses, such as a call of a logger.
  fileprivate func registersNothing(_ location: Location, _ function: MemberReference) -> Bool {
    source(of: location.file).expressionStatement(at: location.place).map { range in
      !codeUses(of: function).contains {
        $0.isRegistration && $0.file == location.file && range.contains($0.place)
      }
    } ?? false
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
