// Factory, MIT licence; see LICENSE
//
// What the program does with its factories, and the calls of its functions.
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
