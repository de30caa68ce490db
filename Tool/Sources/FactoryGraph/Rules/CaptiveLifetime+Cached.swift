// Factory, MIT licence; see LICENSE
//
// Whether cached instances live as long as the program, so that a singleton may keep them.
final class CachedLifetime {
  private let program: Program
  /// Whether code outside tests resets a container or its cached instances, or makes a container
  /// other than the shared one.
  private lazy var areDropped = program.dropsCachedInstances()

  init(_ program: Program) { self.program = program }

  /// Whether something outside tests drops a cached instance of a factory: a reset, a registration
  /// after the launch, or the end of a container. A library's programs may do so too. Nothing of a child is
  /// in a singleton, so children do not count.
  func mayDrop(_ factory: FactoryIndex) -> Bool {
    if !program.isWhole { return true }
    let isDropped = program.uses(of: factory).contains { use in
      if program.isTestCode(use.file) { return false }
      switch use.operation {
      case .reset: return true
      case .register:
        return !program.isInAutoRegister(use) && !program.isOnChild(use)
          && !program.isInPreview(use)
      default: return false
      }
    }
    return isDropped || areDropped
  }
}

extension Program {
  fileprivate func isInAutoRegister(_ use: FactoryUse) -> Bool {
    enclosingMember(of: Reference(use.file, use.region)).map { member($0).name } == "autoRegister"
  }

  fileprivate func dropsCachedInstances() -> Bool {
    files.indices.contains { file in
      guard usesFactoryKit(file), !isTestCode(file), !isLibraryItself(file) else { return false }
      let facts = files[file].facts
      let shared = Set(
        facts.members.filter { $0.name == ContainerInfo.sharedName }.compactMap(\.value))
      return facts.chains.indices.contains { index in
        !shared.contains(index) && dropsCachedInstances(Reference(file, index))
      }
    }
  }

  private func dropsCachedInstances(_ reference: ChainReference) -> Bool {
    let chain = chain(reference)
    guard chain.links.contains(where: { $0.call != nil }) else { return false }
    var isFound = false
    var isManager = chain.rootName == "manager"
    follow(reference) { index, before in
      let link = chain.links[index]
      switch before {
      case .metatype(let type):
        guard container(ofType: type) != nil, link.name == nil || link.name == "init",
          let call = link.call
        else { return }
        let isChild = call.arguments.contains { $0.label == "parent" }
        if !isChild { isFound = true }
      case .container:
        if link.name == "manager" { isManager = true }
        if link.name == "reset" { isFound = true }
      default:
        if isManager, link.name == "reset", resetsCached(link.call, reference.file) {
          isFound = true
        }
        if isManager, link.name == "pop" { isFound = true }
      }
    }
    return isFound
  }

  /// Whether the arguments of a manager's `reset` include cached instances.
  private func resetsCached(_ call: Call?, _ file: FileIndex) -> Bool {
    guard let scope = call?.argument("scope")?.chain else { return true }
    return files[file].facts.chains[scope].links.last?.name == "cached"
  }
}
