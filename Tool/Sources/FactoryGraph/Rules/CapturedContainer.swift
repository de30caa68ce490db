// Factory, MIT licence; see LICENSE
struct CapturedContainer: Rule {
  let info = RuleInfo(
    "captured-container", .warning, "A closure stored in a container that retains the container",
    hasFix: true,
    wrong: """
      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          api.register { API(self.settings()) }
        }
      }
      """,
    right: """
      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          api.register { [unowned self] in API(self.settings()) }
        }
      }
      """,
    why: """
      The container stores the closure, and the closure retains the container, so neither is ever \
      released, nor are the instances that the container has cached. The closure runs only while \
      the container exists, so `unowned` is safe. A method of the container that is passed to a \
      factory instead of a closure, as in `register(factory: make)`, retains it too. A factory's \
      own definition is not stored.
      """)

  /// A closure that a container stores.
  struct StoredClosure {
    var region: Reference
    /// The variable that holds the container where the closure is passed.
    var name: String
    var container: Int
  }

  func check(_ program: Program) -> [Finding] {
    let closures = program.uses.compactMap { closure(of: $0, program) }
    var found: [Location: Finding] = [:]
    for stored in closures + containerDecorators(program) {
      let file = stored.region.file
      let captures = program.names(of: stored).flatMap { name in
        program.captures(of: name, stored.container, in: stored.region).map { ($0, name) }
      }
      let copies = program.copies(in: stored.region, of: stored)
      guard let (first, name) = (captures + copies).min(by: { $0 < $1 }) else {
        if let place = program.captureOfOwner(of: stored) {
          found[Location(file, place)] = Finding(
            Location(file, place),
            "the container stores this closure, which retains 'self', and 'self' retains the "
              + "container. Write '[unowned \(stored.name)]', and use '\(stored.name)' without "
              + "'self'.")
        }
        continue
      }
      let closure = program.closure(stored.region)
      let advice =
        closure.captures.contains { $0.name == name }
        ? "Write 'unowned' before '\(name)' in its capture list."
        : "Write '[unowned \(name)]'."
      found[Location(file, first)] = Finding(
        Location(file, first),
        "the container stores this closure, which retains '\(name)', its container. \(advice)",
        fix: ("Capture \(name) unowned", [edit(name, closure, file)]))
    }
    return Array(found.values) + program.uses.flatMap { methods(in: $0, program) }
  }

  /// The methods of a container that it stores as closures: `register(factory: make)`.
  private func methods(in use: FactoryUse, _ program: Program) -> [Finding] {
    guard stores(use), let (name, _) = owner(of: use, program) else { return [] }
    let chain = program.chain(Reference(use.file, use.chain))
    guard chain.links.indices.contains(use.link) else { return [] }
    let region = Reference(use.file, use.region)
    let origin = program.origin(of: name, in: region, at: chain.place)
    return (chain.links[use.link].call?.arguments ?? []).compactMap { argument in
      guard let index = argument.chain,
        let method = program.method(Reference(use.file, index)), method.origin == origin
      else { return nil }
      return Finding(
        Location(use.file, argument.range.start),
        "the container stores the method '\(method.name)', which retains its container. Write a "
          + "closure that captures '\(name)' unowned.")
    }
  }

  private func closure(of use: FactoryUse, _ program: Program) -> StoredClosure? {
    guard let region = storedClosure(of: use), let (name, container) = owner(of: use, program)
    else { return nil }
    return StoredClosure(
      region: Reference(use.file, region), name: name, container: container)
  }

  /// The closures of `decorator` of a container, which see all instances.
  private func containerDecorators(_ program: Program) -> [StoredClosure] {
    program.files.indices.flatMap { file -> [StoredClosure] in
      guard program.usesFactoryKit(file) else { return [] }
      let chains = program.files[file].facts.chains
      return chains.indices.compactMap { index in
        containerDecorator(chains[index], Reference(file, index), program)
      }
    }
  }

  /// `container.decorator { … }`, or `decorator { … }` in a method of the container.
  private func containerDecorator(
    _ chain: Chain, _ reference: Reference, _ program: Program
  ) -> StoredClosure? {
    guard let first = chain.links.first, let closure = first.call?.closures.last?.region else {
      return nil
    }
    let me = program.me(in: Reference(reference.file, chain.region))
    let (name, value): (String, Value)
    switch chain.root {
    case .me where first.name == "decorator": (name, value) = ("self", me)
    case .name("decorator") where first.name == nil: (name, value) = ("self", me)
    case .name(let root)
    where first.name == "decorator" && program.isCaptured(root, chain, reference.file):
      (name, value) = (root, program.follow(reference, upTo: 0))
    default: return nil
    }
    guard case .container(let container) = value else { return nil }
    return StoredClosure(
      region: Reference(reference.file, closure), name: name, container: container)
  }

  /// The modifiers whose closures the container stores.
  private static let storingModifiers: Set = ["decorator", "onShutdown"]

  /// Whether the container stores what is passed to it.
  private func stores(_ use: FactoryUse) -> Bool {
    switch use.operation {
    case .register, .context: true
    case .modifier(let name, _): Self.storingModifiers.contains(name)
    default: false
    }
  }

  private func storedClosure(of use: FactoryUse) -> Int? {
    switch use.operation {
    case .register(let closure), .context(_, let closure): closure
    case .modifier(let name, let closure) where Self.storingModifiers.contains(name):
      closure
    default: nil
    }
  }

  /// The variable that the factory is read from, and its container.
  private func owner(of use: FactoryUse, _ program: Program) -> (String, Int)? {
    let chain = program.chain(Reference(use.file, use.chain))
    let container = program.factories[use.factory].container
    switch chain.root {
    case .me:
      if case .container = program.me(in: Reference(use.file, use.region)) {
        return ("self", container)
      }
      // `self.container.service.register { … }`
      guard let name = chain.links.first?.name,
        case .container = program.follow(Reference(use.file, use.chain), upTo: 1),
        program.storesContainer(name, in: Reference(use.file, use.region))
      else { return nil }
      return (name, container)
    case .name(let name):
      let root = program.follow(Reference(use.file, use.chain), upTo: 0)
      if name == program.factories[use.factory].name,
        case .container = program.me(in: Reference(use.file, use.region))
      {
        return ("self", container)
      }
      guard case .container = root, program.isCaptured(name, chain, use.file) else { return nil }
      return (name, container)
    default: return nil
    }
  }

  private func edit(_ name: String, _ closure: ClosureFact, _ file: Int) -> Finding.Edit {
    if let capture = closure.captures.first(where: { $0.name == name }) {
      return Finding.Edit(file, at: capture.place, "unowned ")
    }
    if let first = closure.captures.first {
      return Finding.Edit(file, at: first.place, "unowned \(name), ")
    }
    let insertion = closure.captureInsertion
    return Finding.Edit(
      file, at: insertion.place, "\(insertion.before)unowned \(name)\(insertion.after)")
  }
}
