// Factory, MIT licence; see LICENSE
//
// Closures that the shared container stores: what they retain lives as long as the process.
extension Program {
  /// Whether a closure retains a container that is never released: `self`, in an app whose code makes no
  /// container of the type besides `shared`.
  ///
  /// - Parameter countsTests: whether tests are a part of that code.
  func livesForever(_ stored: CapturedContainer.StoredClosure, countsTests: Bool = true) -> Bool {
    guard stored.name == "self", case .container(let container) = me(in: stored.region),
      !containers[container].isProtocol, isApp
    else { return false }
    return !files.indices.contains { file in
      guard countsTests || !isTestCode(file) else { return false }
      return countsTests && files[file].imports("FactoryTesting")
        || makesContainer(container, in: file)
    }
  }

  /// Whether the files have an entry point, so that they are not only parts of a program.
  private var isApp: Bool { files.contains(where: \.hasEntryPointOrApp) }

  /// Whether a file makes a container that is not the value of `shared`, or declares a variable that may
  /// hold one.
  private func makesContainer(_ container: ContainerIndex, in file: FileIndex) -> Bool {
    guard usesFactoryKit(file), !isLibraryItself(file) else { return false }
    let facts = files[file].facts
    let isTyped =
      facts.variables.contains { $0.type?.base == containers[container].name && $0.value != nil }
      || facts.members.contains {
        $0.type?.base == containers[container].name && $0.kind == .property
          && $0.name != ContainerInfo.sharedName
      }
    if isTyped { return true }
    let shared = Set(
      facts.members.filter { $0.name == ContainerInfo.sharedName }.compactMap(\.value))
    return facts.chains.indices.contains { index in
      let chain = facts.chains[index]
      guard !shared.contains(index), chain.links.contains(where: { $0.call != nil }) else {
        return false
      }
      var isMade = false
      follow(Reference(file, index)) { position, before in
        let link = chain.links[position]
        guard case .metatype(let type) = before, self.container(ofType: type) == container,
          link.name == nil || link.name == "init", link.call != nil
        else { return }
        isMade = true
      }
      return isMade
    }
  }

  /// Registrations and contexts on shared containers whose closure retains an object of a class that has
  /// other instances.
  func registrationsOfObjects() -> [Finding] {
    uses.compactMap { use in
      let passed: Int?
      switch use.operation {
      case .register(let closure): passed = closure
      case .context(let contexts, let closure): passed = contexts == ["preview"] ? nil : closure
      default: return nil
      }
      guard let passed, use.property == nil, !isTestCode(use.file),
        let (container, _) = sharedContainer(
          atStartOf: chain(Reference(use.file, use.chain)), use.file),
        case .instance(let type) = me(in: Reference(use.file, use.region)), mayHaveMany(type)
      else { return nil }
      let stored = CapturedContainer.StoredClosure(
        region: Reference(use.file, passed), name: "self", isContainer: false)
      guard let place = captures(by: stored).map(\.place).min() else { return nil }
      return Finding(
        Location(use.file, place),
        "\(containers[container].name).shared stores this closure, which retains 'self', an instance "
          + "of \(types.types[type].name), for the rest of the process. Write '[weak self]', or "
          + "register what the closure needs of it.",
        noFix: "'self' is optional after '[weak self]'")
    }
  }

  /// Whether a class is likely to have more than one instance.
  private func mayHaveMany(_ type: TypeIndex) -> Bool {
    let info = types.types[type]
    guard info.kind == .class, Self.delegates.isDisjoint(with: info.inherited) else { return false }
    let isMain = info.parts.contains { fact(of: $0).isEntryPoint }
    let name = info.name.split(separator: ".").last.map(String.init) ?? info.name
    let hasInstance = info.members.values.joined().contains { reference in
      let member = member(reference)
      guard member.isStatic, member.kind == .property else { return false }
      let made = member.value.flatMap { chain(Reference(reference.file, $0)).rootName }
      return !Set([name, "Self"]).isDisjoint(with: [member.type?.base, made].compactMap { $0 })
    }
    return !isMain && !hasInstance
      && !factories.indices.contains { product(of: $0) == .instance(type) }
  }

  private static let delegates: Set = [
    "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate",
    "WKApplicationDelegate", "WKExtensionDelegate",
  ]
}
