// Factory, MIT licence; see LICENSE
struct ContainerSharedInChildCode: Rule {
  let info = RuleInfo(
    "container-shared-in-child-code", .warning,
    "Code resolves from the shared container what only child containers register",
    needsProgram: true,
    wrong: """
      import FactoryKit

      struct User: Sendable { var name = "" }

      final class Model {
        func greeting() -> String { "Hello \\(Container.shared.user().name)" }
      }

      extension Container {
        var user: Factory<User> { required() }
        var model: Factory<Model> { self { Model() } }
      }

      func model(of user: User) -> Model {
        let window = Container(parent: .shared)
        window.user.register { user }
        return window.model()
      }
      """,
    right: """
      import FactoryKit

      struct User: Sendable { var name = "" }

      final class Model {
        @Injected(\\.user) var user
        func greeting() -> String { "Hello \\(user.name)" }
      }

      extension Container {
        var user: Factory<User> { required() }
        var model: Factory<Model> { self { Model() } }
      }

      func model(of user: User) -> Model {
        let window = Container(parent: .shared)
        window.user.register { user }
        return window.model()
      }
      """,
    why: """
      While the window's container builds the model, `Container.shared` resolves as the window's \
      container. But `greeting` is called later. Then `Container.shared` is another container, in \
      which nothing registers the user. `required()` stops the program there. `promised()` stops \
      debug builds, and returns nil in release builds.

      Use a property wrapper: `@Injected` resolves while the child builds the object, and the lazy \
      wrappers remember the child. Or resolve the instance from the child and pass it on. Or make the \
      child the shared container, with `child.run { … }` or `container(_:)` of a view.

      Keep the code if something that the tool does not read, such as another package, makes a \
      child the shared container.

      The rule checks promises (`promised()`, `required()`) that are registered on child containers \
      only. Registrations in tests and previews do not count. The rule reports nothing if the \
      program calls `run`, `withValue` or `container(_:)` of a view anywhere, because these make a \
      child the shared container of all code that they run. Nor does it report code that may run while \
      an instance is built: what a definition or a registered closure calls. `captive-lifetime` \
      reports singletons that resolve what only children register.
      """)

  func check(_ program: Program) -> [Finding] {
    guard program.isWhole else { return [] }
    let promises = program.factories.indices.filter { program.isOnlyForChildren($0) }
    if promises.isEmpty || program.mayReplaceSharedContainers() { return [] }
    let constructions = program.codeOfConstructions()
    return promises.flatMap { factory in
      program.uses(of: factory).compactMap { use -> Finding? in
        guard case .resolve = use.operation, !program.isTestCode(use.file),
          !program.mayRun(use, in: constructions)
        else { return nil }
        let chain = program.chain(Reference(use.file, use.chain))
        guard let (_, next) = program.sharedContainer(atStartOf: chain, use.file),
          chain.links.indices.contains(next),
          chain.links[next].name == program.factories[factory].name
        else { return nil }
        return finding(factory, Location(use.file, chain.place), program)
      }
    }
  }

  private func finding(_ factory: FactoryIndex, _ location: Location, _ program: Program) -> Finding
  {
    let name = program.name(of: factory)
    let shared = "\(program.containers[program.factories[factory].container].name).shared"
    return Finding(
      location,
      "only child containers register \(name), and when this code runs, nothing makes one of them "
        + "\(shared). Use @Injected in a type that the child builds, or resolve it from the child.",
      notes: [Finding.Note(program.location(of: factory), "\(name) is declared here")]
        + program.registrationsOnChildrenOnly(of: factory).prefix(1).map {
          Finding.Note($0.location, "a child container registers it here")
        })
  }
}

extension Program {
  /// Whether a factory is a promise that certainly only child containers keep.
  fileprivate func isOnlyForChildren(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    guard info.definition == .promised || info.definition == .required,
      !isTest(info.member.file), !mentionedNames.contains(info.name), !isPublished(factory),
      !isRequirement(factory), !isPassedOn(factory),
      !registrationsOnChildrenOnly(of: factory).isEmpty,
      !assigns(ContainerInfo.sharedName, ofType: containers[info.container].name)
    else { return false }
    let hasContexts =
      info.modifiers.contains { !$0.contexts.isEmpty }
      || uses(of: factory).contains { use in
        if case .context = use.operation { !isTest(use.file) } else { false }
      }
    return !hasContexts
  }

  /// The code that may run while an instance is built: that of definitions, and that of closures which are
  /// registered, decorate or wrap. In it, a shared container resolves as the owner of the instance.
  fileprivate func codeOfConstructions() -> Set<CodeOwner> {
    var found = construction.constructed
    var queue: [CodeOwner] = uses.indexed.compactMap { index, use in
      switch use.operation {
      case .register, .context: .override(index)
      // A hook is no part of a construction.
      case .modifier(let name, _) where name != "onShutdown": .override(index)
      default: nil
      }
    }
    queue += factories.indices.map { .modifier($0) }
    var callsOfOwner: [CodeOwner: [CallIndex]] = [:]
    for (index, call) in calls.indexed {
      callsOfOwner[ownership(of: call).owner, default: []].append(index)
    }
    while let owner = queue.popLast() {
      guard found.insert(owner).inserted else { continue }
      queue += (callsOfOwner[owner] ?? []).flatMap { codeRun(by: calls[$0]) }
    }
    return found
  }

  /// Whether a use may be a part of a construction.
  fileprivate func mayRun(_ use: FactoryUse, in constructions: Set<CodeOwner>) -> Bool {
    let ownership = ownership(of: use)
    return constructions.contains(ownership.owner) && ownership.timing != .later
  }
}
