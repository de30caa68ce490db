// Factory, MIT licence; see LICENSE
#if Tool
  struct CapturedContainer: Rule {
    let info = RuleInfo(
      "captured-container", .warning, "A closure stored in a container that retains the container",
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
        the container exists, so `unowned` is safe. A factory's own definition is not stored.
        """)

    /// A closure that a container stores.
    private struct StoredClosure {
      var region: Reference
      /// The variable that holds the container where the closure is passed.
      var name: String
      var container: Int
    }

    func check(_ program: Program) -> [Finding] {
      let closures = program.uses.compactMap { closure(of: $0, program) }
      var found: [Location: Finding] = [:]
      for stored in closures + containerDecorators(program) {
        let (name, file) = (stored.name, stored.region.file)
        guard let first = program.captures(of: name, stored.container, in: stored.region).min()
        else { continue }
        found[Location(file, first)] = Finding(
          Location(file, first),
          "the container stores this closure, which retains '\(name)', its container. Write "
            + "'[unowned \(name)]'.",
          fix: (
            "Capture \(name) unowned", [edit(name, program.closure(stored.region), file)]
          ))
      }
      return Array(found.values)
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
      case .name(let root) where first.name == "decorator" && !root.hasPrefix("$"):
        (name, value) = (root, program.follow(reference, upTo: 0))
      default: return nil
      }
      guard case .container(let container) = value else { return nil }
      return StoredClosure(
        region: Reference(reference.file, closure), name: name, container: container)
    }

    private func storedClosure(of use: FactoryUse) -> Int? {
      switch use.operation {
      case .register(let closure), .context(_, let closure): closure
      case .modifier(let name, let closure) where ["decorator", "onShutdown"].contains(name):
        closure
      default: nil
      }
    }

    /// The variable that the factory is read from, and its container.
    private func owner(of use: FactoryUse, _ program: Program) -> (String, Int)? {
      let chain = program.chain(Reference(use.file, use.chain))
      let container = program.factories[use.factory].container
      switch chain.root {
      case .me: return ("self", container)
      case .name(let name):
        let root = program.follow(Reference(use.file, use.chain), upTo: 0)
        if name == program.factories[use.factory].name,
          case .container = program.me(in: Reference(use.file, use.region))
        {
          return ("self", container)
        }
        // A local variable or parameter, not `Container.shared`.
        guard case .container = root, !name.hasPrefix("$") else { return nil }
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
      let text = " [unowned \(name)]" + (closure.hasSignature ? "" : " in")
      return Finding.Edit(file, at: closure.bodyStart, text)
    }
  }

  extension Program {
    fileprivate func closure(_ region: Reference) -> ClosureFact {
      guard case .closure(let closure) = self.region(region).kind else {
        preconditionFailure("the region of a closure")
      }
      return closure
    }

    /// The places in a closure that retain a variable with a container, unless its capture list says
    /// otherwise.
    fileprivate func captures(of name: String, _ container: Int, in region: Reference) -> [Place] {
      let closure = closure(region)
      if let capture = closure.captures.first(where: { $0.name == name }) {
        return capture.specifier == nil ? [capture.place] : []
      }
      let facts = files[region.file].facts
      return facts.chains.compactMap { chain in
        guard isWithin(chain.region, region.index, region.file),
          !isCapturedWeakly(name, from: chain.region, upTo: region)
        else { return nil }
        switch chain.root {
        case .me where name == "self":
          return isContainer(me(in: Reference(region.file, chain.region)), container)
            ? chain.place : nil
        case .name(name):
          return chain.place
        default: return nil
        }
      }
    }

    private func isContainer(_ value: Value, _ container: Int) -> Bool {
      guard case .container(let own) = value else { return false }
      return own == container || containers[own].parents.contains(container)
    }

    /// Whether a closure between a region and an outer one captures a variable weakly. The outer one
    /// then still retains it, unless the variable is its own parameter.
    private func isCapturedWeakly(
      _ name: String, from region: Int, upTo outer: Reference
    ) -> Bool {
      for (index, current) in enclosing(Reference(outer.file, region)) {
        if current.parameters.contains(where: { $0.name == name }) { return true }
        let variables = indices[outer.file].ownVariables(of: index)
        if variables.contains(where: { files[outer.file].facts.variables[$0].name == name }) {
          return true
        }
        if index == outer.index { return false }
      }
      return false
    }
  }
#endif
