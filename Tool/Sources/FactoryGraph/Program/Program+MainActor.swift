// Factory, MIT licence; see LICENSE
//
// Whether code runs on the main actor.
extension Program {
  /// Whether a factory's property is isolated to the main actor.
  func isIsolated(_ factory: FactoryIndex) -> Bool {
    FactoryTypes.all[factories[factory].typeName]?.kind == .mainActor
      || member(factories[factory].member).attributes.contains { $0.isMainActor }
  }

  /// Whether it is certain that a factory is named on the main actor. Key paths, which wrappers
  /// need, are not, because those of isolated properties cannot be formed everywhere.
  func isOnMainActor(_ use: FactoryUse) -> Bool {
    if case .wrapper = use.operation { return false }
    if case .keyPath = chain(Reference(use.file, use.chain)).root { return false }
    return isOnMainActor(Reference(use.file, use.region))
  }

  private func isOnMainActor(_ code: RegionReference) -> Bool {
    var name: String?
    for (index, region) in enclosing(code) {
      switch region.kind {
      case .condition: continue
      case .closure(let closure):
        if closure.mainActor != nil { return true }
        if let factory = definitions.factoryOfClosure[Reference(code.file, index)] {
          return isIsolated(factory)
        }
        guard isCalledAtOnce(closure, code.file) else { return false }
      case .member(let index):
        let member = member(Reference(code.file, index))
        if member.attributes.contains(where: { $0.isMainActor }) { return true }
        let mayBeElsewhere =
          member.modifiers.contains { $0.hasPrefix("nonisolated") }
          || member.kind == .function && member.attributes.contains { $0.mayBeGlobalActor }
        if mayBeElsewhere { return false }
        name = member.name
      case .type(let index): return isOnMainActor(Reference(code.file, index), member: name)
      case .file, .argument, .local, .localFunction: return false
      }
    }
    return false
  }

  /// Whether it is certain that only the code around a closure runs it, on the same actor.
  func isCalledAtOnce(_ closure: ClosureFact, _ file: FileIndex) -> Bool {
    switch closure.use {
    case .called: true
    case .argument(let chain, let link, let label):
      !timing(ofClosureIn: Reference(file, chain), link, label).isDeferred
    case .stored: false
    }
  }

  /// Whether a member of a type or extension is on the main actor: the type is isolated, or it is a
  /// view's body.
  private func isOnMainActor(_ type: TypeReference, member: String?) -> Bool {
    let fact = fact(of: type)
    if fact.attributes.contains(where: { $0.isMainActor }) { return true }
    guard let declared = types.type(of: type) else { return false }
    let isIsolated = types.types[declared].parts.contains { part in
      let fact = self.fact(of: part)
      return fact.kind != .extension && fact.attributes.contains { $0.isMainActor }
    }
    let isView = types.types[declared].inherited.contains { ["View", "SwiftUI.View"].contains($0) }
    return isIsolated || isView && member == "body"
  }
}

extension AttributeFact {
  fileprivate var isMainActor: Bool { name == "MainActor" || name == "Swift.MainActor" }

  /// Attributes that are types may be global actors of the program.
  fileprivate var mayBeGlobalActor: Bool {
    name.first?.isUppercase == true && !["ViewBuilder", "IBAction", "Test"].contains(name)
  }
}
