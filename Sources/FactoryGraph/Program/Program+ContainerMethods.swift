// Factory, MIT licence; see LICENSE
//
// The methods with which a program changes its containers, such as `container.setUpMocks()`.
#if Tool
  extension Program {
    /// The shared container that a call changes because it calls a method that registers something
    /// on its container.
    func sharedContainer(changedBy call: CallSite) -> Int? {
      let chain = chain(Reference(call.file, call.chain))
      guard call.targets.count == 1, let target = call.targets.first,
        let (container, next) = sharedContainer(atStartOf: chain, call.file), call.link == next
      else { return nil }
      var visited: Set<Reference> = []
      return changesContainer(target, &visited) ? container : nil
    }

    /// Whether a method registers something on its own container as soon as it is called. One that
    /// saves or resets a container may restore what it changes.
    private func changesContainer(_ method: Reference, _ visited: inout Set<Reference>) -> Bool {
      guard visited.insert(method).inserted, member(method).owner != nil, !restores(method) else {
        return false
      }
      func isRun(_ region: Int) -> Bool {
        let ownership = ownership(of: Reference(method.file, region))
        return ownership.owner == .member(method) && !ownership.isDeferred
      }
      let registers = (usesOfFile[method.file] ?? []).contains { index in
        let use = uses[index]
        switch use.operation {
        case .register, .context: break
        default: return false
        }
        let chain = chain(Reference(use.file, use.chain))
        let name = factories[use.factory].name
        let isOwn = chain.rootName == name || chain.root == .me && chain.links.first?.name == name
        return isOwn && isRun(use.region)
      }
      if registers { return true }
      return (callsOfFile[method.file] ?? []).contains { index in
        let call = calls[index]
        guard call.link == 0, call.targets.count == 1, isRun(call.region) else { return false }
        let chain = chain(Reference(call.file, call.chain))
        let isOwn = chain.root == .me || chain.links[0].name == nil
        return isOwn && changesContainer(call.targets[0], &visited)
      }
    }
  }
#endif
