// Factory, MIT licence; see LICENSE
//
// The methods with which a program changes its containers, such as `container.setUpMocks()`.
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
    guard visited.insert(method).inserted, member(method).owner != nil,
      !savesOrResetsContainer(method)
    else {
      return false
    }
    func isRun(_ ownership: Ownership) -> Bool {
      ownership.owner == .member(method) && !ownership.isDeferred
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
      return isOwn && isRun(ownership(of: use))
    }
    if registers { return true }
    return (callsOfFile[method.file] ?? []).contains { index in
      let call = calls[index]
      guard call.link == 0, call.targets.count == 1, isRun(ownership(of: call)) else {
        return false
      }
      let chain = chain(Reference(call.file, call.chain))
      let isOwn = chain.root == .me || chain.links[0].name == nil
      return isOwn && changesContainer(call.targets[0], &visited)
    }
  }

  /// The method of a container that an expression such as `make` or `container.make` is, without a
  /// call.
  func method(_ reference: Reference) -> (name: String, origin: Origin)? {
    let chain = chain(reference)
    let code = Reference(reference.file, chain.region)
    let (name, value, origin): (String, Value, Origin)
    switch (chain.root, chain.links.first?.name) {
    case (.name(let root), nil) where chain.links.isEmpty:
      guard placeOfLocal(named: root, in: code, at: chain.place) == nil,
        !hasLocalFunction(root, around: code)
      else { return nil }
      (name, value, origin) = (root, me(in: code), .me)
    case (.me, let member?):
      (name, value, origin) = (member, me(in: code), .me)
    case (.name(let root), let member?):
      (name, value) = (member, follow(reference, upTo: 0))
      origin = self.origin(of: root, in: code, at: chain.place)
    default: return nil
    }
    guard chain.links.count < 2, chain.links.last?.call == nil,
      case .container(let container) = value
    else { return nil }
    let members = lineage(of: containers[container].type).flatMap {
      types.types[$0].members[name] ?? []
    }
    let isMethod = members.allSatisfy { member($0).kind == .function && !member($0).isStatic }
    return members.isEmpty || !isMethod ? nil : (name, origin)
  }

  /// Whether code is in the scope of a local function or computed variable of a name.
  func hasLocalFunction(_ name: String, around code: Reference) -> Bool {
    let around = Set(enclosing(code).map(\.index))
    return files[code.file].facts.regions.contains { region in
      switch region.kind {
      case .local(name), .localFunction(name): return region.parent.map(around.contains) ?? false
      default: return false
      }
    }
  }
}
