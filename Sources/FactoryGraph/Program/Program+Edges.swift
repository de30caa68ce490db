// Factory, MIT licence; see LICENSE
//
// Finds the edges between factories, and between code and factories.
#if Tool
  extension Program {
    func findEdges() {
      let code = CodeByOwner(self)
      var built: Set<CodeOwner> = []
      for factory in factories.indices {
        addEdges(of: factory, code, &built)
      }
      for (index, use) in uses.enumerated() { addOther(use, index, built) }
    }

    /// Follows what the construction of a factory's instance runs.
    private func addEdges(of factory: Int, _ code: CodeByOwner, _ built: inout Set<CodeOwner>) {
      // Code that runs later as well as code that runs at once: the second visit may find more.
      var seen: [CodeOwner: Bool] = [:]
      var queue: [(owner: CodeOwner, isDeferred: Bool)] = [(.construction(factory), false)]
      var found: Set<EdgeKey> = []
      while let (owner, isDeferred) = queue.popLast() {
        if let before = seen[owner], before == false || isDeferred { continue }
        seen[owner] = isDeferred
        built.insert(owner)
        for (index, isLater) in code.uses[owner] ?? [] {
          guard let kind = kind(of: uses[index], isDeferred: isDeferred || isLater) else {
            continue
          }
          if found.insert(EdgeKey(kind: kind, use: index)).inserted {
            edges.append(
              FactoryEdge(from: .factory(factory), to: uses[index].factory, kind: kind, use: index))
          }
        }
        for (index, isLater) in code.calls[owner] ?? [] {
          let call = calls[index]
          for target in call.targets {
            queue.append((.member(target), isDeferred || isLater))
            for position in omitted(by: call, of: target) {
              queue.append((.defaultArgument(target, position), isDeferred || isLater))
            }
          }
          guard let type = call.constructs else { continue }
          for part in [type] + ancestors(of: type) where types.types[part].kind != .protocol {
            queue.append((.storage(part), isDeferred || isLater))
          }
        }
      }
    }

    private struct EdgeKey: Hashable {
      var kind: Graph.Edge.Kind
      var use: Int
    }

    private func kind(of use: FactoryUse, isDeferred: Bool) -> Graph.Edge.Kind? {
      switch use.operation {
      case .resolve: isDeferred ? .lazy : .construct
      // It builds nothing.
      case .existing: .lazy
      case .wrapper(let name): isDeferred ? .lazy : Wrappers.all[name]
      default: nil
      }
    }

    /// The edges of code that no construction runs, those of groups, and registrations.
    private func addOther(_ use: FactoryUse, _ index: Int, _ built: Set<CodeOwner>) {
      let region = Reference(use.file, use.region)
      switch use.operation {
      case .resolve, .existing, .wrapper:
        let owner = ownership(of: use).owner
        if !built.contains(owner) {
          edges.append(
            FactoryEdge(from: code(of: region), to: use.factory, kind: .resolve, use: index))
        }
      case .add(let group):
        edges.append(
          FactoryEdge(from: .factory(group), to: use.factory, kind: .construct, use: index))
      case .register, .context:
        edges.append(
          FactoryEdge(from: code(of: region), to: use.factory, kind: .register, use: index))
      case .scope, .modifier, .reset, .mention: break
      }
    }
  }

  /// The uses and calls of a program by what runs them.
  private struct CodeByOwner {
    var uses: [CodeOwner: [(index: Int, isDeferred: Bool)]] = [:]
    var calls: [CodeOwner: [(index: Int, isDeferred: Bool)]] = [:]

    init(_ program: Program) {
      for (index, use) in program.uses.enumerated() {
        let ownership = program.ownership(of: use)
        uses[ownership.owner, default: []].append((index, ownership.isDeferred))
      }
      for (index, call) in program.calls.enumerated() {
        let ownership = program.ownership(of: Reference(call.file, call.region))
        calls[ownership.owner, default: []].append((index, ownership.isDeferred))
      }
    }
  }
#endif
