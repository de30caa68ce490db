// Factory, MIT licence; see LICENSE
//
// Where a program begins: what runs before anything else resolves a factory.
/// Protocols of types in which a program starts, and the functions that run then.
private let delegates: Set = ["UIApplicationDelegate", "NSApplicationDelegate"]
private let startFunctions: Set = [
  "main", "application", "applicationDidFinishLaunching", "applicationWillFinishLaunching",
]

extension HasProgram {
  /// The code with which containers and the program begin.
  var starts: [CodeOwner] {
    var found: [CodeOwner] = []
    for file in files.indices where !isTest(file) {
      if files[file].isMain { found.append(.topLevel(file)) }
      for index in files[file].facts.members.indices {
        let member = MemberReference(file, index)
        if isAutoRegister(member) || isStart(member) { found.append(.member(member)) }
      }
      for index in files[file].facts.types.indices where startsProgram(Reference(file, index)) {
        found += types.type(of: Reference(file, index)).map { storages(of: $0) } ?? []
      }
    }
    return found
  }

  /// Whether a function is the `autoRegister()` of a container.
  func isAutoRegister(_ reference: MemberReference) -> Bool {
    let member = member(reference)
    return member.name == "autoRegister" && member.kind == .function && member.parameters.isEmpty
      && owner(of: reference).flatMap { container(ofType: $0) } != nil
  }

  /// Whether a member runs when the program starts.
  func isStart(_ reference: MemberReference) -> Bool {
    let member = member(reference)
    guard let owner = member.owner, startsProgram(Reference(reference.file, owner)) else {
      return false
    }
    return member.kind == .initializer || startFunctions.contains(member.name)
  }

  private func startsProgram(_ type: TypeReference) -> Bool {
    let fact = fact(of: type)
    return fact.isEntryPoint || fact.isApp
      || fact.inherited.contains { delegates.contains($0.name) }
  }
}
