// Factory, MIT licence; see LICENSE
struct ContainerSharedInChildCode: Rule {
  let info = RuleInfo(
    "container-shared-in-child-code", .warning,
    "Code resolves from the shared container what only child containers register",
    wrong: """
      import FactoryKit

      struct User: Sendable {}

      final class Model {
        let user = Container.shared.user()
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

      struct User: Sendable {}

      final class Model {
        @Injected(\\.user) var user
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
      The window's container builds the model, but `Container.shared` is another container, in \
      which nothing registers the user. `required()` stops the program there. `promised()` stops \
      debug builds, and returns nil in release builds.

      Inject the instance: while a child builds an instance, property wrappers and `dependency` \
      resolve from the child. Or resolve it from the child and pass it on. Or make the child the \
      shared container, with `child.run { … }` or `container(_:)` of a view.

      Keep the code if something that the tool does not read, such as another package, makes a \
      child the shared container.

      The rule checks promises (`promised()`, `required()`) that are registered on child containers \
      only. Registrations in tests and previews do not count. The rule reports nothing if the \
      program calls `run`, `withValue` or `container(_:)` of a view anywhere, because these make a \
      child the shared container of all code that they run. It also reports `@DynamicInjected` and \
      `@WeakLazyInjected` in a singleton and its parts: these do not use the child that builds it, \
      because the process caches the singleton. `captive-lifetime` reports `@Injected` and `@LazyInjected` there.
      """)

  func check(_ program: Program) -> [Finding] {
    guard program.isWhole else { return [] }
    let promises = program.factories.indices.filter { program.isOnlyForChildren($0) }
    if promises.isEmpty || program.mayReplaceSharedContainers() { return [] }
    return promises.flatMap { factory -> [Finding] in
      // Two singletons may consist of the same instance.
      var seen: Set<UseIndex> = []
      let wrappers = (program.edgesTo[factory] ?? []).compactMap { edge -> Finding? in
        guard program.asksSharedContainer(edge), seen.insert(edge.use).inserted else { return nil }
        return finding(factory, program.uses[edge.use].location, isWrapper: true, program)
      }
      let calls = program.uses(of: factory).compactMap { use -> Finding? in
        guard case .resolve = use.operation, !program.isTestCode(use.file) else { return nil }
        let chain = program.chain(Reference(use.file, use.chain))
        guard let (_, next) = program.sharedContainer(atStartOf: chain, use.file),
          chain.links.indices.contains(next),
          chain.links[next].name == program.factories[factory].name
        else { return nil }
        return finding(factory, Location(use.file, chain.place), isWrapper: false, program)
      }
      return wrappers + calls
    }
  }

  private func finding(
    _ factory: FactoryIndex, _ location: Location, isWrapper: Bool, _ program: Program
  ) -> Finding {
    let name = program.name(of: factory)
    let shared = "\(program.containers[program.factories[factory].container].name).shared"
    let start = isWrapper ? "a singleton injects from \(shared), but " : ""
    return Finding(
      location,
      "\(start)only child containers register \(name), and nothing makes one of them \(shared). "
        + (isWrapper
          ? "Pass it what belongs to the child when it is used."
          : "Use @Injected in a type that the child builds, or resolve it from the child."),
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

  /// Whether an edge starts at a singleton of the process, whose wrappers do not remember a child.
  fileprivate func asksSharedContainer(_ edge: FactoryEdge) -> Bool {
    guard edge.kind == .dynamic || edge.kind == .weak, case .factory(let from) = edge.from else {
      return false
    }
    // A child keeps the instance of what it registers itself.
    return effectiveScope(of: from)?.name == "singleton" && registrations(of: from).isEmpty
      && !isTest(factories[from].member.file)
  }
}
