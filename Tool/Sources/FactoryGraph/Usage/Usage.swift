// Factory, MIT licence; see LICENSE
//
// The fourth step of the pipeline: what the program does with its factories, and what it calls.
/// The uses of factories, and the calls of functions and initialisers.
final class Usage {
  let uses: Table<FactoryUse>
  /// The uses that the links of a chain make.
  let usesOfChain: [ChainReference: [UseIndex]]
  /// Also those of what is in the place of a factory in other builds.
  let usesOfFactory: [FactoryIndex: [UseIndex]]
  let usesOfFile: [FileIndex: [UseIndex]]
  let containerUses: [ContainerUse]
  let containerUsesOfChain: [ChainReference: [ContainerUse]]
  /// The calls of functions and initialisers of the program.
  let calls: Table<CallSite>
  let callsOfChain: [ChainReference: [CallIndex]]
  /// Names that code of unknown type mentions, so that no rule says that nothing does, and the files that
  /// do.
  let mentionedNames: [String: Set<FileIndex>]
  /// What this step and those before it could not resolve.
  let unresolved: [Unresolved]

  init(_ program: Program) {
    let reader = UsageReader(program)
    uses = reader.uses
    usesOfChain = reader.usesOfChain
    usesOfFactory = Self.usesOfFactory(reader)
    usesOfFile = Dictionary(grouping: reader.uses.indices) { reader.uses[$0].file }
    containerUses = reader.containerUses
    containerUsesOfChain = Dictionary(grouping: reader.containerUses, by: \.chain)
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

extension HasProgram {
  var usage: Usage { program.usage }
  var uses: Table<FactoryUse> { usage.uses }
  var usesOfChain: [ChainReference: [UseIndex]] { usage.usesOfChain }
  var usesOfFactory: [FactoryIndex: [UseIndex]] { usage.usesOfFactory }
  var usesOfFile: [FileIndex: [UseIndex]] { usage.usesOfFile }
  var calls: Table<CallSite> { usage.calls }
  var callsOfChain: [ChainReference: [CallIndex]] { usage.callsOfChain }

  /// Whether code that may mean a factory mentions its name.
  func isMentioned(_ factory: FactoryIndex) -> Bool {
    usage.mentionedNames[factories[factory].name]?
      .contains { distance(to: factory, from: $0) != nil } ?? false
  }

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

/// A place that names a factory, and what it does with it.
struct FactoryUse {
  enum Operation {
    /// Resolves it: `x()`, `x.resolve()`, `dependency(\.x)`.
    case resolve
    /// Passes on `x.resolve` as a function, which resolves it when it is called.
    case passResolve
    /// Reads an instance that is cached: `x.resolvedOrNil()`.
    case existing
    case register(closure: Int?)
    case context([String], closure: Int?)
    case scope(ScopeName)
    /// Another modifier, such as `decorator`.
    case modifier(String, closure: Int?)
    case reset(arguments: [CallArgument])
    /// A property wrapper, such as `Injected`.
    case wrapper(String)
    /// Adds it to a group.
    case add(group: FactoryIndex)
    /// Names it, such as in `validate(\.x)`.
    case mention
  }

  var factory: FactoryIndex
  var file: FileIndex
  var operation: Operation
  var region: Int
  var place: Place
  /// The chain and the link, and the attribute of a wrapper.
  var chain: Int
  var link: Int
  /// The property that a wrapper belongs to.
  var property: Int?

  var isResolution: Bool {
    switch operation {
    case .resolve, .wrapper: true
    default: false
    }
  }

  /// Whether it resolves the factory as soon as it runs, which the lazy wrappers do not.
  var isResolutionAtOnce: Bool {
    if case .wrapper(let name) = operation { return Wrappers.all[name] == .construct }
    return isResolution
  }

  /// Whether it only names the factory, as a key path that is passed on does. What is done with it
  /// is not known.
  var isMention: Bool { if case .mention = operation { true } else { false } }

  /// Whether a construction of the factory runs the closure that it gets: of a registration, a layer,
  /// or a member of a group.
  var isPartOfConstruction: Bool {
    switch operation {
    case .register, .modifier("wrap", _), .modifier("add", _): true
    default: false
    }
  }

  var isRegistration: Bool { if case .register = operation { true } else { false } }

  var location: Location { Location(file, place) }
}

/// What code does with a container itself, or with its manager.
struct ContainerUse {
  enum Operation: Equatable {
    case make(isChild: Bool)
    /// `container.reset()`, or `manager.reset()`, which may be of one scope only. Nil for all, and for
    /// one that is not known.
    case reset(scope: String?)
    /// `manager.push()` and `manager.pop()`
    case push, pop
    /// `container.run { … }` and `Container.$shared.withValue(container) { … }`
    case share
  }

  /// Nil if it is not known, as for the variable `manager`.
  var container: ContainerIndex?
  var operation: Operation
  var chain: ChainReference
}

/// A call of a function or initialiser of the program.
struct CallSite {
  var file: FileIndex
  var region: Int
  var place: Place
  var chain: Int
  var link: Int
  /// The functions or initialisers that it may call.
  var targets: [MemberReference]
  /// The type that it makes.
  var constructs: TypeIndex?
}

typealias UseIndex = TableIndex<FactoryUse>
typealias CallIndex = TableIndex<CallSite>

/// The property wrappers that resolve a factory.
enum Wrappers {
  static let all: [String: Graph.Edge.Kind] = [
    "Injected": .construct, "LazyInjected": .lazy, "WeakLazyInjected": .weak,
    "DynamicInjected": .dynamic, "InjectedObject": .construct, "InjectedObservable": .lazy,
  ]
}
