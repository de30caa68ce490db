// Factory, MIT licence; see LICENSE
//
// The fourth step of the pipeline: what the program does with its factories, and what it calls.
/// The uses of factories, and the calls of functions and initialisers.
final class Usage {
  let values: Values
  let uses: Table<FactoryUse>
  /// The uses that the links of a chain make.
  let usesOfChain: [ChainReference: [UseIndex]]
  /// Also those of what is in the place of a factory in other builds.
  let usesOfFactory: [FactoryIndex: [UseIndex]]
  let usesOfFile: [FileIndex: [UseIndex]]
  /// The calls of functions and initialisers of the program.
  let calls: Table<CallSite>
  let callsOfChain: [ChainReference: [CallIndex]]
  /// Names that code of unknown type mentions, so that no rule says that nothing does.
  let mentionedNames: Set<String>
  /// What this step and those before it could not resolve.
  let unresolved: [Unresolved]

  init(_ values: Values) {
    self.values = values
    let reader = UsageReader(values)
    uses = reader.uses
    usesOfChain = reader.usesOfChain
    usesOfFactory = Self.usesOfFactory(reader)
    usesOfFile = Dictionary(grouping: reader.uses.indices) { reader.uses[$0].file }
    calls = reader.calls
    callsOfChain = Dictionary(grouping: reader.calls.indices) {
      Reference(reader.calls[$0].file, reader.calls[$0].chain)
    }
    mentionedNames = reader.mentionedNames
    unresolved = reader.unresolved
  }

  private static func usesOfFactory(_ reader: UsageReader) -> [FactoryIndex: [UseIndex]] {
    let found = Dictionary(grouping: reader.uses.indices) { reader.uses[$0].factory }
    var all = found
    for factory in reader.factories.indices {
      let others = reader.alternatives(of: factory).flatMap { found[$0] ?? [] }.filter {
        let use = reader.uses[$0]
        return reader.isPossible(factory, in: Reference(use.file, use.region))
      }
      if !others.isEmpty { all[factory] = ((found[factory] ?? []) + others).sorted() }
    }
    return all
  }
}

/// What the uses of factories can be asked.
protocol HasUsage: HasValues {
  var usage: Usage { get }
}

extension Usage: HasUsage {
  var usage: Usage { self }
}

extension HasUsage {
  var values: Values { usage.values }
  var uses: Table<FactoryUse> { usage.uses }
  var usesOfChain: [ChainReference: [UseIndex]] { usage.usesOfChain }
  var usesOfFactory: [FactoryIndex: [UseIndex]] { usage.usesOfFactory }
  var usesOfFile: [FileIndex: [UseIndex]] { usage.usesOfFile }
  var calls: Table<CallSite> { usage.calls }
  var callsOfChain: [ChainReference: [CallIndex]] { usage.callsOfChain }
  var mentionedNames: Set<String> { usage.mentionedNames }

  func uses(of factory: FactoryIndex) -> [FactoryUse] {
    (usesOfFactory[factory] ?? []).map { uses[$0] }
  }

  /// The parameters of a function that a call leaves out.
  func omitted(by site: CallSite, of target: MemberReference) -> [Int] {
    guard let call = chain(Reference(site.file, site.chain)).links[site.link].call else {
      return []
    }
    return omitted(by: call, of: member(target).parameters) ?? []
  }

  // MARK: Functions that return factories

  /// What tells the factory of a use from others of the same name: the arguments of its function.
  func argumentsOfName(_ use: FactoryUse) -> [CallArgument] {
    guard isFunction(use.factory), let link = linkOfName(use) else { return [] }
    return chain(Reference(use.file, use.chain)).links[link].call?.arguments ?? []
  }

  /// The link that calls the function of a factory.
  private func linkOfName(_ use: FactoryUse) -> Int? {
    let name = factories[use.factory].name
    let links = chain(Reference(use.file, use.chain)).links
    return links.firstIndex { $0.name == name } ?? links.firstIndex { $0.call != nil }
  }

  /// Whether a use may as well be one of another function that returns a factory, whose arguments
  /// fit the call as well.
  func isAmbiguous(_ use: FactoryUse) -> Bool {
    let info = factories[use.factory]
    guard isFunction(use.factory), let link = linkOfName(use),
      let call = chain(Reference(use.file, use.chain)).links[link].call
    else { return false }
    let visible = visibleFactories(named: info.name, in: info.container, from: use.file)
    if visible.count < 2 { return false }
    let region = member(info.member).region
    return overloads(visible, call, use.file).contains { other in
      other != use.factory && isFunction(other) && factories[other].module == info.module
        && !areConditional(
          Reference(info.member.file, region),
          Reference(factories[other].member.file, member(factories[other].member).region))
    }
  }
}
