// Factory, MIT licence; see LICENSE
//
// Closures in instances that a container or the process keeps, and that use the container later.
extension Program {
  /// The closures that capture the container of a definition and are a part of what that makes:
  /// `self { { self.user() } }.singleton`.
  func keptClosures() -> [Finding] {
    files.indices.filter { usesFactoryKit($0) }.flatMap { file in
      files[file].facts.regions.indices.compactMap { keptClosure(Reference(file, $0)) }
    }
  }

  private func keptClosure(_ closure: RegionReference) -> Finding? {
    guard let factory = factory(keeping: closure), let lifetime = lifetime(of: factory),
      case .container = me(in: closure)
    else { return nil }
    let isSingleton = lifetime == CaptiveLifetime.process
    let stored = CapturedContainer.StoredClosure(region: closure, name: "self")
    guard !livesForever(stored, countsTests: !isSingleton),
      let place = captures(by: stored).map(\.place).min()
    else { return nil }
    return Finding(
      Location(closure.file, place),
      isSingleton
        ? "the process keeps this closure, which retains 'self', the container that resolves "
          + "\(name(of: factory)) first, and resolves from it for all others. Resolve what it needs "
          + "before it, or use dependency(_:) in it."
        : "the container keeps this closure, which retains 'self', its container. Resolve what it "
          + "needs before it, or write '[weak self]'.",
      noFix: "only its author knows from which container it should resolve")
  }

  /// The factory whose instance certainly contains a closure: its definition returns the closure, or passes
  /// it to an initialiser that stores it, and returns the new instance.
  private func factory(keeping closure: RegionReference) -> FactoryIndex? {
    guard case .closure(let fact) = region(closure).kind,
      let around = enclosing(closure).dropFirst().first(where: { !$0.region.isCondition })?.index,
      let factory = definitions.factoryOfClosure[Reference(closure.file, around)],
      case .closure(let definition) = region(Reference(closure.file, around)).kind,
      !definition.captures.contains(where: { $0.name == "self" })
    else { return nil }
    switch fact.use {
    case .called: return nil
    case .stored: return fact.isResult ? factory : nil
    case .argument(let index, let link, let label):
      let chain = ChainReference(closure.file, index)
      let makesInstance = (callsOfChain[chain] ?? []).contains {
        calls[$0].link == link && calls[$0].constructs != nil
      }
      // What is called on a new instance may be all that it is for.
      return makesInstance && self.chain(chain).links.count == link + 1
        && timing(ofClosureIn: chain, link, label) == .later ? factory : nil
    }
  }
}

extension Region {
  fileprivate var isCondition: Bool { if case .condition = kind { true } else { false } }
}
