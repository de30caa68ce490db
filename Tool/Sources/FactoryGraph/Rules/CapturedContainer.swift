// Factory, MIT licence; see LICENSE
struct CapturedContainer: Rule {
  let info = RuleInfo(
    "captured-container", .warning,
    "A closure that a container stores and that retains the container",
    hasFix: true,
    wrong: """
      import FactoryKit

      struct Settings {}
      struct API { var settings = Settings() }

      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          api.register { API(settings: self.settings()) }
        }
      }
      """,
    right: """
      import FactoryKit

      struct Settings {}
      struct API { var settings = Settings() }

      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
          api.register { [unowned self] in API(settings: self.settings()) }
        }
      }
      """,
    why: """
      The container stores the closure, and the closure retains the container. Neither is ever \
      released, nor are the instances that the container has cached. Tests and child containers, \
      which create many containers, leak all of them.

      Capture the container as `unowned`. This is safe, because the closure runs only while the \
      container exists. Naming `self` is right: while a child of the container resolves the factory, \
      `self.settings()` resolves from the child. If the closure contains another one that runs later, resolve what that \
      one needs before it: there is no fix for this case.

      A closure that a class registers on `shared` and that names `self` retains that object as \
      long as the process exists. This is reported as well, unless the class has one instance: it \
      is a delegate of the app, has a static property of its own type, or a factory creates it.

      A closure in an instance that is kept is reported as well, such as the one in \
      `self { { self.user() } }.singleton`: it retains the container that asked first, which may be \
      the child of a request, and uses it for everyone. A cached instance with such a closure and its \
      container retain each other. Resolve what the closure needs before it, or use `dependency(_:)` in \
      it, which injects from the container that is current when it runs. The rule finds closures that \
      the definition of a singleton or a cached factory returns, or passes to an initialiser of the \
      program that stores them. It reports singletons only in libraries, and in programs that create \
      other containers than `shared` outside of their tests.

      Keep it if the container is never released. In an app that creates no container besides \
      `shared`, the rule is silent about closures that name the container as `self`.

      One finding stands for all closures of a function. The rule checks closures that are \
      passed to `register`, to a context, `decorator` or `onShutdown`, and that name the \
      container as the code around them does: as `self`, or as the same variable. It does not \
      follow another variable or property that contains the container, or a method that is \
      passed in place of a closure. The closure of a definition itself is not stored, and previews use \
      the container that exists as long as the process.
      """)

  /// A closure that a container stores.
  struct StoredClosure {
    var region: RegionReference
    /// The variable that holds the container where the closure is passed.
    var name: String
    /// Whether the variable holds the container, and not another object that `shared` would keep.
    var isContainer = true
  }

  func check(_ program: Program) -> [Finding] {
    let closures = program.uses.compactMap { closure(of: $0, program) }
    var found: [Location: Finding] = [:]
    for stored in closures + containerDecorators(program) {
      let captures = program.captures(by: stored)
      guard let first = captures.map(\.place).min(), !program.livesForever(stored) else { continue }
      let (name, file) = (stored.name, stored.region.file)
      let closure = program.closure(stored.region)
      let outlives = captures.contains(where: \.mayOutlive)
      let function = program.enclosingMember(of: stored.region)
      found[Location(file, first)] = Finding(
        Location(file, first),
        "the container stores this closure, which retains '\(name)', its container. "
          + advice(name, closure, outlives: outlives),
        fix: outlives ? nil : ("Capture \(name) unowned", [edit(name, closure, file)]),
        noFix: "a closure in it may run after the container is released",
        group: function.map {
          ("\($0.file) \($0.index) \(outlives)", "this closure retains '\(name)'")
        })
    }
    return Array(found.values) + program.registrationsOfObjects() + program.keptClosures()
  }

  private func advice(_ name: String, _ closure: ClosureFact, outlives: Bool) -> String {
    if outlives {
      return "Resolve what the closures in it need before they are made, and write "
        + "'[unowned \(name)]'."
    }
    return closure.captures.contains { $0.name == name }
      ? "Write 'unowned' before '\(name)' in its capture list." : "Write '[unowned \(name)]'."
  }

  private func closure(of use: FactoryUse, _ program: Program) -> StoredClosure? {
    let closure: Int?
    switch use.operation {
    case .register(let passed): closure = passed
    case .context(let contexts, let passed): closure = contexts == ["preview"] ? nil : passed
    case .modifier("decorator", let passed), .modifier("onShutdown", let passed): closure = passed
    default: return nil
    }
    let chain = ChainReference(use.file, use.chain)
    let isMember = program.chain(chain).rootName == program.factories[use.factory].name
    guard let closure, let name = program.variable(atStartOf: chain, isMember: isMember) else {
      return nil
    }
    return StoredClosure(region: Reference(use.file, closure), name: name)
  }

  /// The closures of `decorator` of a container, which see all instances: `container.decorator { … }`,
  /// or `decorator { … }` in a method of the container.
  private func containerDecorators(_ program: Program) -> [StoredClosure] {
    program.files.indices.flatMap { file -> [StoredClosure] in
      guard program.usesFactoryKit(file) else { return [] }
      return program.files[file].facts.chains.enumerated().compactMap { index, chain in
        let isMember = chain.rootName == "decorator" && chain.links.first?.name == nil
        guard isMember || chain.links.first?.name == "decorator",
          let closure = chain.links.first?.call?.closures.last?.region,
          let name = program.variable(atStartOf: Reference(file, index), isMember: isMember)
        else { return nil }
        return StoredClosure(region: Reference(file, closure), name: name)
      }
    }
  }

  private func edit(_ name: String, _ closure: ClosureFact, _ file: FileIndex) -> Finding.Edit {
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

extension Program {
  /// The variable with the container that a chain starts from: `self`, or a local variable or
  /// parameter. Closures do not capture globals and static properties, such as `shared`.
  ///
  /// - Parameter isMember: whether the chain starts with a member of `self`.
  fileprivate func variable(atStartOf reference: ChainReference, isMember: Bool) -> String? {
    let chain = chain(reference)
    let code = RegionReference(reference.file, chain.region)
    let name = chain.rootName
    let local = name.flatMap { placeOfLocal(named: $0, in: code, at: chain.place) }
    if chain.root == .me || isMember, local == nil {
      return isContainer(me(in: code)) ? "self" : nil
    }
    guard let name, local != nil, !name.hasPrefix("$"), !isMember,
      localVariable(named: name, in: code, at: chain.place)?.binding != .unretained,
      isContainer(follow(reference, upTo: 0))
    else { return nil }
    return name
  }

  private func isContainer(_ value: Value) -> Bool {
    if case .container = value { true } else { false }
  }

  func closure(_ region: RegionReference) -> ClosureFact {
    guard case .closure(let closure) = self.region(region).kind else {
      preconditionFailure("the region of a closure")
    }
    return closure
  }

  /// The places in a closure that retain the variable with its container, unless its capture list
  /// says otherwise, and whether a closure around the place may run after the container is released.
  func captures(
    by stored: CapturedContainer.StoredClosure
  ) -> [(place: Place, mayOutlive: Bool)] {
    let (name, region) = (stored.name, stored.region)
    if let capture = closure(region).captures.first(where: { $0.name == name }) {
      // `[name = value]` is another variable.
      let isCopy = lookup(in: region.file).ownVariables(of: region.index).contains {
        files[region.file].facts.variables[$0].place == capture.place
      }
      // The closures in it may use members of `self` without naming it.
      let mayOutlive = files[region.file].facts.regions.indices.contains {
        $0 != region.index && self.mayOutlive(Reference(region.file, $0), name, upTo: region)
      }
      return capture.specifier == nil && !isCopy ? [(capture.place, mayOutlive)] : []
    }
    return files[region.file].facts.chains.compactMap { chain in
      let code = RegionReference(region.file, chain.region)
      guard enclosing(code).contains(where: { $0.index == region.index }),
        !isCapturedAnew(name, from: chain.region, upTo: region)
      else { return nil }
      let isSame =
        name == "self"
        ? chain.root == .me && (!stored.isContainer || isContainer(me(in: code)))
        : chain.rootName == name
      return isSame ? (chain.place, mayOutlive(code, name, upTo: region)) : nil
    }
  }

  /// Whether code in a stored closure is in another closure or a function that may run later, and
  /// that does not refer to the variable weakly.
  private func mayOutlive(_ code: RegionReference, _ name: String, upTo outer: RegionReference)
    -> Bool
  {
    var isLater = false
    for (index, region) in enclosing(code) {
      if index == outer.index { return isLater }
      switch region.kind {
      case .closure(let closure):
        if closure.captures.contains(where: { $0.name == name && $0.specifier == "weak" }) {
          return false
        }
        if !isCalledAtOnce(closure, code.file) { isLater = true }
      case .localFunction: isLater = true
      default: continue
      }
    }
    // It is not in the closure.
    return false
  }

  /// Whether a region between some code and an outer closure declares a variable of the same name.
  /// `[weak name]` of an inner closure does not: the outer one still retains the variable.
  private func isCapturedAnew(_ name: String, from region: Int, upTo outer: RegionReference) -> Bool
  {
    for (index, current) in enclosing(Reference(outer.file, region)) {
      if current.parameters.contains(where: { $0.name == name }) { return true }
      let variables = lookup(in: outer.file).ownVariables(of: index)
      if variables.contains(where: { files[outer.file].facts.variables[$0].name == name }) {
        return true
      }
      if index == outer.index { return false }
    }
    return false
  }
}
