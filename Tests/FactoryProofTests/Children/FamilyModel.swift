// Factory, MIT licence; see LICENSE
//
// The rule of owners: an instance is built by its owner, and while it is being built, its owner's family is
// its owner. What a resolution finds or builds is a function of the frames around it, the registrations, and
// what is cached. Written to be read: if the library behaves differently, one of the two is wrong.

/// A resolution that is running or, without `owner`, a `run` of its container.
struct FamilyFrame {
  var isRun = false
  let owner: Int
  /// Whether somebody keeps the instance.
  let isKept: Bool
  let began: Int
  /// What is built or decorated. Nil for `autoRegister` and reads of wrappers.
  var factory: Int?
  /// The innermost container that was asked for what is being built.
  var asked: Int
  /// The container whose registration, context or layer runs.
  var setter: Int?

  /// Whether tasks that it starts know it. Those of a synchronous construction of a container without a parent, for
  /// which neither a child was asked nor is shared, and which nobody keeps, do not.
  var isBound = true
  /// Whether a child was asked, or is shared.
  var usesChild = false

  mutating func end() { (asked, setter) = (owner, nil) }
}

/// The resolutions and runs around some code, outermost first, and its shared containers.
struct FamilySurroundings {
  var frames: [FamilyFrame] = []
  var shared: [FamilyType: Int] = [.container: 0, .depot: 6]
  /// The shared containers before a frame made them those that they act as. Some frames need not do that, and then these are
  /// named.
  var named: [FamilyType: Int] = [:]
}

/// A factory whose instances others keep, and one whose registration or context was not used for it.
struct FamilyPair: Hashable {
  let kept: FamilyKey
  let passedOver: FamilyKey
}

struct FamilyKey: Hashable {
  let type: FamilyType
  let factory: Int
}

struct FamilyModel {
  let program: FamilyProgram
  var containers: [FamilyState] = []
  var singletons: [FamilyType: [FamilyTarget: FamilyKept]] = [:]
  var arguments: Set<String> = []
  var clock: UInt64 = 0
  /// Counts the frames and the containers.
  var now = 0
  /// What decorators, hooks and `autoRegister` have got.
  var log: [String] = []
  var passedOver: Set<FamilyPair> = []
  /// Those that may be reported: see `FamilySurroundings.named`.
  var maybePassedOver: Set<FamilyPair> = []
  /// How often each closure was called.
  var calls: [String: Int] = [:]
  /// Whether what a child keeps depends on the shared containers of the code that has asked for it.
  var dependsOnShared = false
  private var graph: [FamilyPlace: FamilyInstance] = [:]
  private var tasks: [(need: FamilyNeed, own: Int, around: FamilySurroundings)] = []
  private var made = 0
  var keepings = 0

  init(_ program: FamilyProgram) {
    self.program = program
    for container in Family.containers {
      add(
        FamilyState(
          Family.type(container), Family.parents[container], program.sharing[container]))
    }
  }

  mutating func add(_ state: FamilyState) {
    now += 1
    containers.append(state)
    containers[containers.count - 1].made = now
  }

  // MARK: Families

  /// The container and its parents, innermost first.
  func chain(_ container: Int) -> [Int] {
    [container] + (containers[container].parent.map(chain) ?? [])
  }
  func root(_ container: Int) -> Int { chain(container).last! }
  func isChild(_ container: Int) -> Bool { containers[container].parent != nil }
  private func areRelated(_ one: Int, _ other: Int) -> Bool {
    chain(one).contains(other) || chain(other).contains(one)
  }

  // MARK: The rule

  /// What the closure of a frame has around it. If `Container.shared` is a child, it is what that acts as.
  private func inside(_ frame: FamilyFrame, _ around: FamilySurroundings) -> FamilySurroundings {
    var inside = around
    inside.frames.append(frame)
    if let shared = around.shared[.container], isChild(shared) {
      inside.shared[.container] = acting(shared, in: FamilySurroundings(frames: [frame]))
      if inside.shared[.container] != shared { inside.named[.container] = shared }
    }
    return inside
  }

  /// The innermost container that was asked for what the frame builds that decides as what the named one acts.
  private func asked(_ named: Int, in around: FamilySurroundings) -> Int? {
    let deciding = around.frames.last { frame in
      frame.isRun
        ? root(frame.owner) == root(named) : frame.isKept || areRelated(frame.owner, named)
    }
    guard let deciding, !deciding.isRun,
      areRelated(deciding.owner, named) || !isChild(deciding.owner)
    else { return nil }
    return deciding.asked
  }

  /// The container that a named one acts as: the owner of the first frame, from inside, whose owner is that container, a
  /// parent or a child of it. A frame whose instance is kept ends the search.
  func acting(_ named: Int, in around: FamilySurroundings) -> Int {
    for frame in around.frames.reversed() {
      // A `run` hides the frames around it from its family.
      if frame.isRun {
        if root(frame.owner) == root(named) { return named }
        continue
      }
      let isNewer = containers[named].made > frame.began
      if areRelated(frame.owner, named) { return isNewer ? named : frame.owner }
      if frame.isKept { return isChild(frame.owner) || isNewer ? named : root(named) }
    }
    return named
  }

  private enum Injection {
    case child(Int)
    /// Nothing was found before an instance that a container without a parent keeps.
    case root
    case shared
  }

  /// What injection finds: the owner of the first frame, from inside, that is a child of this type.
  private func injection(_ type: FamilyType, in around: FamilySurroundings) -> Injection {
    for frame in around.frames.reversed() {
      if frame.isRun {
        if containers[frame.owner].type == type { return .shared }
        continue
      }
      if isChild(frame.owner), containers[frame.owner].type == type { return .child(frame.owner) }
      if frame.isKept { return isChild(frame.owner) ? .shared : .root }
    }
    return .shared
  }

  private mutating func injected(_ type: FamilyType, in around: FamilySurroundings) -> Int {
    if case .child(let child) = injection(type, in: around) { return child }
    return shared(type, in: around)
  }

  /// The shared container, and whether it may differ for another code that asks for the same instance.
  private mutating func shared(_ type: FamilyType, in around: FamilySurroundings) -> Int {
    let innermost = around.frames.last {
      $0.isKept || $0.isRun && containers[$0.owner].type == type
    }
    if let innermost, !innermost.isRun, isChild(innermost.owner) { dependsOnShared = true }
    return around.shared[type]!
  }

  /// The frame of a closure or a layer of a container whose parent is asked for the same factory.
  private func sameFactory(_ named: Int, _ factory: Int, in around: FamilySurroundings)
    -> FamilyFrame?
  {
    for frame in around.frames.reversed() {
      if frame.isRun, root(frame.owner) == root(named) { return nil }
      if frame.factory == factory, let setter = frame.setter,
        chain(setter).dropFirst().contains(named)
      {
        return frame
      }
      if frame.isKept { return nil }
    }
    return nil
  }

  /// The container that keeps an instance: the one that is asked, for a scope that it shares the parent, for a
  /// singleton the outermost parent; but the first on that way that overrides the factory.
  func owner(_ asked: Int, _ factory: Int, _ scope: FamilyScope) -> Int {
    var owner = asked
    while let parent = containers[owner].parent, !overrides(owner, factory),
      scope == .singleton || containers[owner].sharing.contains(scope)
    {
      owner = parent
    }
    return owner
  }

  /// Notes what has a registration or a context that holds, and is not used for what is being built.
  private mutating func notePassedOver(
    _ named: Int, _ acting: Int, _ innermostAsked: Int, _ factory: Int,
    in around: FamilySurroundings
  ) {
    let visible = around.frames.suffix(while: { !$0.isRun || root($0.owner) != root(named) })
    guard let kept = visible.last(where: \.isKept), let built = kept.factory else { return }
    func below(_ container: Int) -> ArraySlice<Int> {
      chain(container).contains(acting) ? chain(container).prefix { $0 != acting } : []
    }
    func isPassedOver(below container: Int) -> Bool {
      below(container).contains { source($0, factory).setter == $0 }
    }
    let pair = FamilyPair(
      kept: FamilyKey(type: containers[kept.owner].type, factory: built),
      passedOver: FamilyKey(type: containers[acting].type, factory: factory))
    if isPassedOver(below: innermostAsked) || isPassedOver(below: named) {
      passedOver.insert(pair)
    } else if around.named.values.contains(where: isPassedOver(below:))
      || (below(innermostAsked) + below(named)).contains(where: { registers($0, factory) })
    {
      maybePassedOver.insert(pair)
    }
  }

  // MARK: Resolving

  mutating func resolve(_ named: Int, _ target: FamilyTarget, in around: FamilySurroundings)
    -> FamilyInstance
  {
    prepare(named, in: around)
    var (asked, unkeptOwner, innermost) = (named, named, named)
    if let frame = sameFactory(named, target.factory, in: around) {
      unkeptOwner = frame.owner
    } else {
      asked = acting(named, in: around)
      unkeptOwner = asked
      let first = self.asked(named, in: around) ?? asked
      innermost = chain(first).contains(asked) ? first : asked
      if chain(named).count > chain(asked).count { innermost = named }
      notePassedOver(named, asked, first, target.factory, in: around)
    }
    let found: FamilyInstance
    let frame: FamilyFrame
    let scope = scope(asked, target.factory)
    switch scope {
    case nil, .unique:
      frame = begin(unkeptOwner, isKept: false, target, named, innermost, in: around)
      found = build(target, named, settings: asked, frame, in: around)
    case .graph:
      frame = begin(asked, isKept: true, target, named, innermost, in: around)
      let place = FamilyPlace(container: asked, target: target)
      found = graph[place] ?? build(target, named, settings: asked, frame, in: around)
      if !found.isError { graph[place] = found }
    case let scope?:
      let owner = owner(asked, target.factory, scope)
      frame = begin(owner, isKept: true, target, named, innermost, in: around)
      found =
        kept(owner, target, scope)
        ?? keep(build(target, named, settings: owner, frame, in: around), owner, target, scope)
    }
    if !found.isError {
      decorate(
        found, target.factory, named, settings: frame.isKept ? frame.owner : asked, frame,
        in: around)
    }
    return found
  }

  private mutating func begin(
    _ owner: Int, isKept: Bool, _ target: FamilyTarget, _ named: Int, _ asked: Int,
    in around: FamilySurroundings
  ) -> FamilyFrame {
    now += 1
    var frame = FamilyFrame(
      owner: owner, isKept: isKept, began: now, factory: target.factory, asked: asked)
    frame.usesChild = [owner, named, asked, around.shared[.container]!].contains(where: isChild)
    frame.isBound = isKept || frame.usesChild || program.definitions[target.factory].kind.isAsync
    return frame
  }

  /// Calls a closure, and the layers.
  /// - Parameter container: the one whose settings apply.
  private mutating func build(
    _ target: FamilyTarget, _ named: Int, settings container: Int, _ frame: FamilyFrame,
    in around: FamilySurroundings
  ) -> FamilyInstance {
    let (factory, source) = (target.factory, source(container, target.factory))
    var frame = frame
    frame.setter = source.setter
    let isGroup = program.definitions[factory].kind == .group
    var built: FamilyInstance
    if isGroup, source.isDefinition {
      var members = [call(source, target, named, inside(frame, around))]
      for member in self.members(container, factory) {
        switch member {
        case .factory(let index, _):
          members.append(resolve(named, FamilyTarget(factory: index), in: inside(frame, around)))
        case .closure(let source):
          members.append(call(source, target, named, inside(frame, around)))
        }
      }
      built = FamilyInstance("g", members)
    } else {
      built = call(source, target, named, inside(frame, around))
      if built.isError { return built }
      if isGroup { built = FamilyInstance("g", [built]) }
    }
    for layer in layers(container, factory) {
      frame.setter = layer.setter
      let extra = layer.extra.map { perform($0, layer.setter ?? named, in: inside(frame, around)) }
      func wrapped(_ instance: FamilyInstance) -> FamilyInstance {
        FamilyInstance(layer.label, [instance] + (extra ?? []))
      }
      built = isGroup ? FamilyInstance("g", built.parts.map(wrapped)) : wrapped(built)
    }
    return built
  }

  private mutating func call(
    _ source: FamilySource, _ target: FamilyTarget, _ named: Int, _ inside: FamilySurroundings
  ) -> FamilyInstance {
    let parts = source.recipe.needs.flatMap { perform($0, source.setter ?? named, in: inside) }
    made += 1
    let label = "\(source.label)f\(target.factory)" + (target.parameter == 0 ? "" : "p")
    calls[label, default: 0] += 1
    let built = FamilyInstance(
      label, parts, number: made, wrapper: source.recipe.wrapper.map { remember($0, in: inside) })
    let throwsError = source.recipe.throwsError && program.definitions[target.factory].kind.mayThrow
    return throwsError ? .error(built) : built
  }

  private mutating func decorate(
    _ instance: FamilyInstance, _ factory: Int, _ named: Int, settings: Int, _ frame: FamilyFrame,
    in around: FamilySurroundings
  ) {
    if let decorator = decorator(settings, factory) {
      now += 1
      // That of an asynchronous factory is synchronous, too.
      let frame = FamilyFrame(
        owner: frame.owner, isKept: frame.isKept, began: now, factory: factory, asked: frame.asked,
        isBound: frame.isKept || frame.usesChild)
      let extra = program.definitions[factory].extra.map {
        perform($0, decorator.setter ?? named, in: inside(frame, around))
      }
      log.append(([instance] + (extra ?? [])).reduce(decorator.label) { "\($0) \($1.text)" })
    } else if let decorating = chain(frame.owner).first(where: { containers[$0].now.isDecorating })
    {
      log.append("D\(Family.label(decorating)) \(instance.text)")
    }
  }

  /// Runs `autoRegister` before the container is first used.
  private mutating func prepare(_ container: Int, in around: FamilySurroundings) {
    guard container == Family.autoRegistering, !containers[container].isPrepared else { return }
    containers[container].isPrepared = true
    for (factory, recipe) in program.autoRegistrations {
      containers[container].now.settings[factory].registration = FamilySource(
        "r\(container)", setter: container, recipe)
    }
    guard let need = program.autoResolved else { return }
    now += 1
    let frame = FamilyFrame(owner: container, isKept: true, began: now, asked: container)
    let found = perform(need, container, in: inside(frame, around))
    // It is a part of the resolution around it.
    if around.frames.allSatisfy(\.isRun) { graph = [:] }
    log.append(found.reduce("A") { "\($0) \($1.text)" })
  }

  // MARK: What closures and steps do

  mutating func perform(_ need: FamilyNeed, _ own: Int, in outer: FamilySurroundings)
    -> [FamilyInstance]
  {
    if need.isLater {
      var need = need
      need.isLater = false
      var around = outer
      while around.frames.last?.isBound == false { around.frames.removeLast() }
      tasks.append((need, own, around))
      return []
    }
    var around = outer
    switch need.around {
    case nil: break
    case .run(let container): around.run(container, containers[container].type)
    case .withValue(let container): around.shared[containers[container].type] = container
    case .carried:
      for type in FamilyType.allCases {
        around.run(acting(injected(type, in: outer), in: outer), type)
      }
    }
    let named: Int
    switch need.place {
    case .own: named = own
    case .container(let container): named = container
    case .shared(let type): named = shared(type, in: around)
    case .injected(let type, let form):
      let container = injected(type, in: around)
      named = form == .container ? acting(container, in: around) : container
    case .child(let parent):
      named = containers.count
      add(FamilyState(containers[parent ?? own].type, parent ?? own, []))
      containers[named].now.settings[0].registration = FamilySource(
        "rt", setter: named, FamilyRecipe())
    }
    defer { if case .child = need.place, program.releasesChildren { containers[named].release() } }
    if need.isExisting { return existing(named, need.target, in: around).map { [$0] } ?? [] }
    let found = resolve(named, need.target, in: around)
    guard need.readsWrapper, let memory = found.wrapper as? FamilyMemory else { return [found] }
    if around.frames.allSatisfy(\.isRun) { graph = [:] }
    return [found] + (read(memory, in: around).map { [$0] } ?? [])
  }

  /// The instance that is cached.
  private mutating func existing(
    _ named: Int, _ target: FamilyTarget, in around: FamilySurroundings
  ) -> FamilyInstance? {
    let asked =
      sameFactory(named, target.factory, in: around) == nil ? acting(named, in: around) : named
    guard let scope = scope(asked, target.factory), scope != .unique else { return nil }
    if scope == .graph { return graph[FamilyPlace(container: asked, target: target)] }
    let owner = owner(asked, target.factory, scope)
    return keeper(owner, target, scope).flatMap { current($0, owner, target.factory) }
  }

  // MARK: Wrappers

  private func remember(_ wrapper: FamilyWrapper, in around: FamilySurroundings) -> FamilyMemory {
    switch injection(wrapper.type, in: around) {
    case .child(let child): FamilyMemory(wrapper, .child(child))
    case .root: FamilyMemory(wrapper, .root)
    case .shared: FamilyMemory(wrapper, .shared)
    }
  }

  /// A wrapper that remembers a child or the root resolves as if that built something that it keeps.
  mutating func read(_ memory: FamilyMemory, in around: FamilySurroundings) -> FamilyInstance? {
    if memory.wasRead { return memory.instance }
    let shared = shared(memory.wrapper.type, in: around)
    var owner: Int?
    switch memory.remembered {
    case .child(let child): owner = containers[child].isAlive ? child : nil
    case .root: owner = root(shared)
    case .shared: break
    }
    var inside = around
    if let owner {
      now += 1
      inside = self.inside(
        FamilyFrame(owner: owner, isKept: true, began: now, asked: owner), around)
    }
    let target = FamilyTarget(factory: memory.wrapper.factory)
    let found = resolve(owner ?? shared, target, in: inside)
    memory.keep(found)
    return found
  }

  // MARK: Steps that resolve

  /// Each begins a resolution of its own.
  mutating func resolveOutermost(_ need: FamilyNeed, shared: [FamilyType: Int]? = nil)
    -> [FamilyInstance]
  {
    graph = [:]
    defer { graph = [:] }
    var around = FamilySurroundings()
    if let shared { around.shared = shared }
    return perform(need, 0, in: around)
  }

  mutating func readAll(_ instance: FamilyInstance, shared: [FamilyType: Int]) -> [FamilyInstance] {
    instance.all.compactMap { $0.wrapper as? FamilyMemory }.compactMap { memory in
      graph = [:]
      return read(memory, in: FamilySurroundings(shared: shared))
    }
  }

  /// What the tasks that closures have started resolve. They go on in the frames of these closures.
  mutating func finishTasks() -> [FamilyInstance] {
    var found: [FamilyInstance] = []
    while !tasks.isEmpty {
      var task = tasks.removeFirst()
      graph = [:]
      // A frame that has ended knows its owner and nothing else.
      for index in task.around.frames.indices { task.around.frames[index].end() }
      found += perform(task.need, task.own, in: task.around)
    }
    return found
  }
}

extension Array {
  /// The last elements that satisfy a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? 0)...]
  }
}

extension FamilySurroundings {
  fileprivate mutating func run(_ container: Int, _ type: FamilyType) {
    shared[type] = container
    frames.append(
      FamilyFrame(isRun: true, owner: container, isKept: false, began: 0, asked: container))
  }
}
