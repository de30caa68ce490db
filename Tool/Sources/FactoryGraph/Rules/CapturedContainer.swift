// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct CapturedContainer: Rule {
  let info = RuleInfo(
    "captured-container", .warning,
    "A closure that a container stores and that retains the container",
    hasFix: true,
    example: """
      import FactoryKit

      struct Settings {}
      struct API { var settings = Settings() }

      extension Container {
        var settings: Factory<Settings> { self { Settings() }.cached }
        var api: Factory<API> { self { API() } }
      }

      extension Container: @retroactive AutoRegistering {
        public func autoRegister() {
      -     api.register { API(settings: self.settings()) }
      +     api.register { [unowned self] in API(settings: self.settings()) }
        }
      }
      """,
    why: """
      The container stores the closure, and the closure retains the container. Neither is ever \
      released, nor are the instances that the container has cached. Tests and child containers, \
      which create many containers, leak all of them.

      Capture the container as `unowned`. This is safe, because the closure runs only while the \
      container exists. Naming `self` is right: while a child of the container resolves the factory, \
      `self.settings()` resolves from the child. If the closure contains another one that runs later, resolve what that \
      one needs before it: there is no fix for this case.

      A closure that a class registers on `shared` and that names `self` retains that object as \
      long as the process exists. This is reported as well, unless the class has one instance: it \
      is a delegate of the app, has a static property of its own type, or a factory creates it.

      A closure in an instance that is kept is reported as well, such as the one in \
      `self { { self.user() } }.singleton`: it retains the container that asked first, which may be \
      the child of a request, and uses it for everyone. A cached instance with such a closure and its \
      container retain each other. Resolve what the closure needs before it, or use `dependency(_:)` in \
      it, which injects from the container that is current when it runs. The rule finds closures that \
      the definition of a singleton or a cached factory returns, or passes to an initialiser of the \
      program that stores them. It reports singletons only in libraries, and in programs that create \
      other containers than `shared` outside of their tests.

      Keep it if the container is never released. In an app that creates no container besides \
      `shared`, the rule is silent about closures that name the container as `self`.

      One finding stands for all closures of a function. The rule checks closures that are \
      passed to `register`, to a context, `decorator` or `onShutdown`, and that name the \
      container as the code around them does: as `self`, or as the same variable. It does not \
      follow another variable or property that contains the container, or a method that is \
      passed in place of a closure. The closure of a definition itself is not stored, and previews use \
      the container that exists as long as the process.
      """)

  /// A closure that a container stores.
  struct StoredClosure {
    var region: RegionReference
    /// The variable that holds the container where the closure is passed.
    var name: String
    /// Whether the variable holds the container, and not another object that `shared` would keep.
    var isContainer = true
  }

  func check(_ program: Program) -> [Finding] {
    let lifetimes = ContainerLifetimes(program)
    let closures = program.uses.compactMap { closure(of: $0, program) }
    var found: [Location: Finding] = [:]
    for stored in closures + containerDecorators(program) {
      let captures = program.captures(by: stored)
      guard let first = captures.map(\.place).min(), !lifetimes.livesForever(stored) else {
        continue
      }
      let (name, file) = (stored.name, stored.region.file)
      let closure = program.closure(stored.region)
      let outlives = captures.contains(where: \.mayOutlive)
      let function = program.enclosingMember(of: stored.region)
      found[Location(file, first)] = Finding(
        Location(file, first),
        "the container stores this closure, which retains '\(name)', its container. "
          + advice(name, closure, outlives: outlives),
        fix: outlives
          ? nil
          : (
            "Capture \(name) unowned",
            program.source(of: file).captureUnowned(
              name, in: program.region(stored.region).range.start)
          ),
        noFix: "a closure in it may run after the container is released",
        group: function.map {
          ("\($0.file) \($0.index) \(outlives)", "this closure retains '\(name)'")
        })
    }
    return Array(found.values) + program.registrationsOfObjects()
      + program.keptClosures(lifetimes)
  }

  private func advice(_ name: String, _ closure: ClosureFact, outlives: Bool) -> String {
    if outlives {
      return "Resolve what the closures in it need before they are made, and write "
        + "'[unowned \(name)]'."
    }
    return closure.captures.contains { $0.name == name }
      ? "Write 'unowned' before '\(name)' in its capture list." : "Write '[unowned \(name)]'."
  }

  private func closure(of use: FactoryUse, _ program: Program) -> StoredClosure? {
    let closure: Int?
    switch use.operation {
    case .register(let passed): closure = passed
    case .context(let contexts, let passed): closure = contexts == ["preview"] ? nil : passed
    case .modifier("decorator", let passed), .modifier("onShutdown", let passed): closure = passed
    default: return nil
    }
    let chain = ChainReference(use.file, use.chain)
    let isMember = program.chain(chain).rootName == program.factories[use.factory].name
    guard let closure, let name = program.variable(atStartOf: chain, isMember: isMember) else {
      return nil
    }
    return StoredClosure(region: Reference(use.file, closure), name: name)
  }

  /// The closures of `decorator` of a container, which see all instances: `container.decorator { … }`,
  /// or `decorator { … }` in a method of the container.
  private func containerDecorators(_ program: Program) -> [StoredClosure] {
    program.files.indices.flatMap { file -> [StoredClosure] in
      guard program.usesFactoryKit(file) else { return [] }
      return program.files[file].facts.chains.enumerated().compactMap { index, chain in
        let isMember = chain.rootName == "decorator" && chain.links.first?.name == nil
        guard isMember || chain.links.first?.name == "decorator",
          let closure = chain.links.first?.call?.closures.last?.region,
          let name = program.variable(atStartOf: Reference(file, index), isMember: isMember)
        else { return nil }
        return StoredClosure(region: Reference(file, closure), name: name)
      }
    }
  }

}

extension FixSource {
  /// Captures a variable unowned in the closure that begins at a place.
  fileprivate func captureUnowned(_ name: String, in place: Place) -> [Finding.Edit] {
    guard let closure = node(ClosureExprSyntax.self, at: place) else { return [] }
    guard let signature = closure.signature else {
      let isAtBrace =
        closure.leftBrace.trailingTrivia.isEmpty
        && closure.leftBrace.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.isEmpty ?? false
      return [insert(" [unowned \(name)] in" + (isAtBrace ? " " : ""), after: closure.leftBrace)]
    }
    guard let list = signature.capture else {
      // The list stands after the attributes.
      let next =
        signature.parameterClause.map { Syntax($0) } ?? signature.effectSpecifiers.map {
          Syntax($0)
        }
        ?? signature.returnClause.map { Syntax($0) } ?? Syntax(signature.inKeyword)
      return [insert("[unowned \(name)] ", before: next)]
    }
    if let capture = list.items.first(where: { $0.name.plainName == name }) {
      return [insert("unowned ", before: capture)]
    }
    guard let first = list.items.first else {
      return [insert("unowned \(name)", after: list.leftSquare)]
    }
    return [insert("unowned \(name), ", before: first)]
  }
}

extension Program {
  /// The variable with the container that a chain starts from: `self`, or a local variable or
  /// parameter. Closures do not capture globals and static properties, such as `shared`.
  ///
  /// - Parameter isMember: whether the chain starts with a member of `self`.
  fileprivate func variable(atStartOf reference: ChainReference, isMember: Bool) -> String? {
    let chain = chain(reference)
    let code = RegionReference(reference.file, chain.region)
    let name = chain.rootName
    let local = name.flatMap { placeOfLocal(named: $0, in: code, at: chain.place) }
    if chain.root == .me || isMember, local == nil {
      return isContainer(me(in: code)) ? "self" : nil
    }
    guard let name, local != nil, !name.hasPrefix("$"), !isMember,
      localVariable(named: name, in: code, at: chain.place)?.binding != .unretained,
      isContainer(follow(reference, upTo: 0))
    else { return nil }
    return name
  }

  private func isContainer(_ value: Value) -> Bool {
    if case .container = value { true } else { false }
  }

  func closure(_ region: RegionReference) -> ClosureFact {
    guard case .closure(let closure) = self.region(region).kind else {
      preconditionFailure("the region of a closure")
    }
    return closure
  }

  /// The places in a closure that retain the variable with its container, unless its capture list
  /// says otherwise, and whether a closure around the place may run after the container is released.
  func captures(
    by stored: CapturedContainer.StoredClosure
  ) -> [(place: Place, mayOutlive: Bool)] {
    let (name, region) = (stored.name, stored.region)
    if let capture = closure(region).captures.first(where: { $0.name == name }) {
      // `[name = value]` is another variable.
      let isCopy = lookup(in: region.file).variables(named: name, of: region.index).contains {
        files[region.file].facts.variables[$0].place == capture.place
      }
      // The closures in it may use members of `self` without naming it.
      let mayOutlive = lookup(in: region.file).regions(within: region.index).dropFirst().contains {
        self.mayOutlive(Reference(region.file, $0), name, upTo: region)
      }
      return capture.specifier == nil && !isCopy ? [(capture.place, mayOutlive)] : []
    }
    return lookup(in: region.file).chains(within: region.index).compactMap { index in
      let chain = files[region.file].facts.chains[index]
      let code = RegionReference(region.file, chain.region)
      if isCapturedAnew(name, from: chain.region, upTo: region) { return nil }
      let isSame =
        name == "self"
        ? chain.root == .me && (!stored.isContainer || isContainer(me(in: code)))
        : chain.rootName == name
      return isSame ? (chain.place, mayOutlive(code, name, upTo: region)) : nil
    }
  }

  /// Whether code in a stored closure is in another closure or a function that may run later, and
  /// that does not refer to the variable weakly.
  private func mayOutlive(_ code: RegionReference, _ name: String, upTo outer: RegionReference)
    -> Bool
  {
    var isLater = false
    for (index, region) in enclosing(code) {
      if index == outer.index { return isLater }
      switch region.kind {
      case .closure(let closure):
        if closure.captures.contains(where: { $0.name == name && $0.specifier == "weak" }) {
          return false
        }
        if !isCalledAtOnce(closure, code.file) { isLater = true }
      case .localFunction: isLater = true
      default: continue
      }
    }
    // It is not in the closure.
    return false
  }

  /// Whether a region between some code and an outer closure declares a variable of the same name.
  /// `[weak name]` of an inner closure does not: the outer one still retains the variable.
  private func isCapturedAnew(_ name: String, from region: Int, upTo outer: RegionReference) -> Bool
  {
    for (index, current) in enclosing(Reference(outer.file, region)) {
      if current.parameters.contains(where: { $0.name == name }) { return true }
      if !lookup(in: outer.file).variables(named: name, of: index).isEmpty { return true }
      if index == outer.index { return false }
    }
    return false
  }
}

extension Program {
  /// The closures that capture the container of a definition and are a part of what that makes:
  /// `self { { self.user() } }.singleton`.
  fileprivate func keptClosures(_ lifetimes: ContainerLifetimes) -> [Finding] {
    files.indices.filter { usesFactoryKit($0) }.flatMap { file in
      files[file].facts.regions.indices.compactMap { keptClosure(Reference(file, $0), lifetimes) }
    }
  }

  private func keptClosure(_ closure: RegionReference, _ lifetimes: ContainerLifetimes) -> Finding?
  {
    guard let factory = factory(keeping: closure), let lifetime = lifetime(of: factory),
      case .container = me(in: closure)
    else { return nil }
    let isSingleton = lifetime == CaptiveLifetime.process
    let stored = CapturedContainer.StoredClosure(region: closure, name: "self")
    guard !lifetimes.livesForever(stored, countsTests: !isSingleton),
      let place = captures(by: stored).map(\.place).min()
    else { return nil }
    return Finding(
      Location(closure.file, place),
      isSingleton
        ? "the process keeps this closure, which retains 'self', the container that resolves "
          + "\(name(of: factory)) first, and resolves from it for all others. Resolve what it needs "
          + "before it, or use dependency(_:) in it."
        : "the container keeps this closure, which retains 'self', its container. Resolve what it "
          + "needs before it, or write '[weak self]'.",
      noFix: "only its author knows from which container it should resolve")
  }

  /// The factory whose instance certainly contains a closure: its definition returns the closure, or passes
  /// it to an initialiser that stores it, and returns the new instance.
  private func factory(keeping closure: RegionReference) -> FactoryIndex? {
    guard case .closure(let fact) = region(closure).kind,
      let around = enclosing(closure).dropFirst().first(where: { !$0.region.isCondition })?.index,
      let factory = definitions.factoryOfClosure[Reference(closure.file, around)],
      case .closure(let definition) = region(Reference(closure.file, around)).kind,
      !definition.captures.contains(where: { $0.name == "self" })
    else { return nil }
    switch fact.use {
    case .called: return nil
    case .stored: return fact.isResult ? factory : nil
    case .argument(let index, let link, let label):
      let chain = ChainReference(closure.file, index)
      let makesInstance = (callsOfChain[chain] ?? []).contains {
        calls[$0].link == link && calls[$0].constructs != nil
      }
      // What is called on a new instance may be all that it is for.
      return makesInstance && self.chain(chain).links.count == link + 1
        && timing(ofClosureIn: chain, link, label) == .later ? factory : nil
    }
  }
}

extension Region {
  fileprivate var isCondition: Bool { if case .condition = kind { true } else { false } }
}

extension Program {
  /// Registrations and contexts on shared containers whose closure retains an object of a class that has
  /// other instances.
  fileprivate func registrationsOfObjects() -> [Finding] {
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

/// Which containers are never released: in an app whose code makes none of their type besides `shared`.
private final class ContainerLifetimes {
  private struct Question: Hashable {
    var container: ContainerIndex
    var countsTests: Bool
  }

  private let program: Program
  private lazy var isApp = program.files.contains(where: \.hasEntryPointOrApp)
  private var known: [Question: Bool] = [:]

  init(_ program: Program) { self.program = program }

  /// Whether a closure retains such a container as `self`.
  ///
  /// - Parameter countsTests: whether tests are a part of the code.
  func livesForever(_ stored: CapturedContainer.StoredClosure, countsTests: Bool = true) -> Bool {
    guard stored.name == "self", case .container(let container) = program.me(in: stored.region),
      !program.containers[container].isProtocol, isApp
    else { return false }
    let question = Question(container: container, countsTests: countsTests)
    if let known = known[question] { return known }
    let isOther = program.files.indices.contains { file in
      guard countsTests || !program.isTestCode(file) else { return false }
      return countsTests && program.files[file].imports("FactoryTesting")
        || declaresVariable(of: container, in: file)
    }
    let isMade = program.usage.containerUses.contains { use in
      guard case .make = use.operation, use.container == container,
        countsTests || !program.isTestCode(use.chain.file),
        !program.isLibraryItself(use.chain.file)
      else { return false }
      return !program.isValueOfShared(use.chain)
    }
    known[question] = !isOther && !isMade
    return !isOther && !isMade
  }

  /// Whether a file declares a variable that may hold a container.
  private func declaresVariable(of container: ContainerIndex, in file: FileIndex) -> Bool {
    guard program.usesFactoryKit(file), !program.isLibraryItself(file) else { return false }
    let (facts, name) = (program.files[file].facts, program.containers[container].name)
    return facts.variables.contains { $0.type?.base == name && $0.value != nil }
      || facts.members.contains {
        $0.type?.base == name && $0.kind == .property && $0.name != ContainerInfo.sharedName
      }
  }
}
