// Factory, MIT licence; see LICENSE
//
// The programs among the targets, and what each of them registers.
extension Program {
  /// The targets that are programs: executables, and those with an entry point or an app.
  var programs: [ModuleIndex] {
    modules.indices.filter { module in
      switch modules[module].kind {
      case .executable: true
      case .test, .plugin, .macro: false
      case .library: files.contains { $0.module == module && $0.hasEntryPointOrApp }
      }
    }
  }

  /// Whether the files are a whole program, and not a library that others complete.
  var isWhole: Bool { !programs.isEmpty }

  /// Where a program begins: its entry point, or else its first file.
  func start(of program: ModuleIndex) -> Location {
    let own = files.indices.filter { files[$0].module == program }
    let file = own.first { files[$0].hasEntryPointOrApp } ?? own.first ?? files.startIndex
    let type = files[file].facts.types.first { $0.isEntryPoint || $0.isApp }
    return Location(file, type?.place ?? Place(line: 1, column: 1))
  }

  /// Whether the code of a use is a part of a program, and not of its tests or previews.
  func isPart(_ use: FactoryUse, of program: ModuleIndex) -> Bool {
    let module = files[use.file].module
    return (module == program || modules[program].dependencies.contains(module))
      && !isTestCode(use.file) && !isInPreview(use)
  }

  /// The function around some code, if it is certain that nothing but tests calls it: nothing names
  /// it, and no protocol or class of another package may require it.
  func uncalledFunction(around use: FactoryUse) -> MemberReference? {
    guard case .member(let function) = ownership(of: use).owner else { return nil }
    var visited: Set<MemberReference> = []
    return isNeverCalled(function, &visited) ? function : nil
  }

  private func isNeverCalled(
    _ function: MemberReference, _ visited: inout Set<MemberReference>
  ) -> Bool {
    let member = member(function)
    guard member.kind == .function, !isAutoRegister(function), !isStart(function),
      !member.modifiers.contains("override"), member.name != "callAsFunction",
      harmlessAttributes.isSuperset(of: member.attributes.map(\.name)),
      member.owner.map({ mayBeRequired(Reference(function.file, $0)) }) != true
    else { return false }
    visited.insert(function)
    for file in files.indices where !isTestCode(file) {
      for chain in files[file].facts.chains where chain.names(member.name) {
        guard
          case .member(let caller) = ownership(of: Reference(file, chain.region), at: chain.place)
            .owner
        else { return false }
        if !visited.contains(caller), !isNeverCalled(caller, &visited) { return false }
      }
    }
    return true
  }

  /// Whether a type or extension inherits from something that may require a function of any name.
  private func mayBeRequired(_ type: TypeReference) -> Bool {
    guard let index = types.type(of: type) else { return true }
    return lineage(of: index).contains { ancestor in
      types.types[ancestor].inherited.contains { name in
        !harmlessProtocols.contains(name.lastPart) && types.find(name, from: type.file) == nil
      }
    }
  }
}

/// Attributes that do not make other code call a function.
private let harmlessAttributes: Set = [
  "MainActor", "Sendable", "available", "discardableResult", "inlinable", "inline",
  "usableFromInline",
]

/// Protocols whose requirements are known.
private let harmlessProtocols: Set = [
  "AnyObject", "App", "AutoRegistering", "Codable", "Equatable", "Error", "Hashable",
  "Identifiable", "ManagedContainer", "ObservableObject", "Resolving", "Sendable",
  "SharedContainer", "View",
]

extension Chain {
  fileprivate func names(_ name: String) -> Bool {
    rootName == name || links.contains { $0.name == name }
  }
}
