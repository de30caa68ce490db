// Factory, MIT licence; see LICENSE
struct StaticResolution: Rule {
  let info = RuleInfo(
    "static-resolution", .warning, "A global or static property that holds what was resolved",
    wrong: """
      extension Container {
        var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
      }

      enum Log {
        static let logger = Container.shared.logger()
      }
      """,
    right: """
      extension Container {
        var logger: Factory<any Logger> { self { LiveLogger() }.singleton }
      }

      enum Log {
        static var logger: any Logger { Container.shared.logger() }
      }
      """,
    why: """
      The instance is resolved once in the process, from the container that was the shared one \
      then. It outlives test containers, children and resets, so tests see each other's instances. \
      Make the property a computed one. The rule includes what default arguments of the calls in the \
      initial value resolve. A property that only keeps a number, a text, a truth value or nothing \
      is not reported, unless the factory makes such a value, nor are variables of `main.swift`.
      """)

  func check(_ program: Program) -> [Finding] {
    var found: [Reference: Finding] = [:]
    /// What the default values of parameters resolve.
    var defaults: [CodeOwner: Int] = [:]
    for use in program.uses where use.isResolution {
      let ownership = program.ownership(of: use)
      let resolution = Reference(use.file, use.chain)
      if case .defaultArgument(let function, let position) = ownership.owner,
        !ownership.isDeferred, !program.member(function).parameters[position].isDeferred,
        !program.dropsInitialValue(resolution, after: use.link + 1)
      {
        defaults[ownership.owner] = use.factory
      }
      guard let reference = holder(of: use, program), mayHold(reference, use.factory, program),
        use.property != nil || !program.dropsInitialValue(resolution, after: use.link + 1)
      else { continue }
      found[reference] = finding(reference, use.factory, program)
    }
    for call in program.calls {
      // Of several functions, it is not known which one is called.
      guard call.targets.count == 1, let target = call.targets.first,
        let factory = program.omitted(by: call, of: target).lazy
          .compactMap({ defaults[.defaultArgument(target, $0)] }).first,
        let reference = holder(program.ownership(of: call), program),
        found[reference] == nil, mayHold(reference, factory, program),
        !program.dropsInitialValue(Reference(call.file, call.chain), after: call.link)
      else { continue }
      found[reference] = finding(reference, factory, program)
    }
    return Array(found.values)
  }

  /// Whether the declared type of a property allows for what a factory makes, or a part of it.
  private func mayHold(_ property: Reference, _ factory: Int, _ program: Program) -> Bool {
    guard let type = program.member(property).type else { return true }
    if !program.isPlain(type, from: property.file) { return true }
    let info = program.factories[factory]
    return info.type.base == type.base && program.isPlain(info.type, from: info.member.file)
  }

  private func finding(_ holder: Reference, _ factory: Int, _ program: Program) -> Finding {
    let member = program.member(holder)
    return Finding(
      Location(holder.file, member.place),
      "'\(member.name)' holds what was resolved from \(program.name(of: factory)) for the rest of "
        + "the process. Make it a computed property.")
  }

  private func holder(of use: FactoryUse, _ program: Program) -> Reference? {
    if let property = use.property {
      let reference = Reference(use.file, property)
      let member = program.member(reference)
      guard case .wrapper(let name) = use.operation, name != "DynamicInjected",
        isHolder(member, use.file, program)
      else { return nil }
      return reference
    }
    if case .wrapper("DynamicInjected") = use.operation { return nil }
    return holder(program.ownership(of: use), program)
  }

  /// The property whose initial value some code computes.
  private func holder(_ ownership: Ownership, _ program: Program) -> Reference? {
    guard case .member(let reference) = ownership.owner, !ownership.isDeferred else { return nil }
    let member = program.member(reference)
    guard member.kind == .property, member.storage != .computed,
      !program.hasDeferringWrapper(member, reference.file),
      isHolder(member, reference.file, program)
    else { return nil }
    return reference
  }

  /// Whether a member is static or global. The variables of a script are those of the program.
  private func isHolder(_ member: MemberFact, _ file: Int, _ program: Program) -> Bool {
    member.isStatic || member.owner == nil && !program.files[file].isMain
  }
}

extension Program {
  /// Whether a property has a wrapper of the program that stores the initial value as a closure.
  fileprivate func hasDeferringWrapper(_ property: MemberFact, _ file: Int) -> Bool {
    property.attributes.contains { attribute in
      guard let type = types.find(attribute.name, from: file) else { return false }
      return initializers([type]).contains { initializer in
        member(initializer).parameters.contains { $0.label == "wrappedValue" && $0.isDeferred }
      }
    }
  }
}
