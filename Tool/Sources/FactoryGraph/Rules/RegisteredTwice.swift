// Factory, MIT licence; see LICENSE
struct RegisteredTwice: Rule {
  let info = RuleInfo(
    "registered-twice", .warning, "A registration or layer that a later one replaces",
    example: """
      // In module Accounts:
      import FactoryKit

      public protocol Storing: Sendable {}
      - struct Disk: Storing { init() {} }

      extension Container {
        public var store: Factory<any Storing> { required() }
      - }
      -
      - public func connectAccounts() {
      -   Container.shared.store.register { Disk() }
      }

      // In the app:
      import Accounts
      import FactoryKit

      struct Cloud: Storing {}

      @main struct App {
        static func main() {
      -     Container.shared.store.register { Cloud() }  // is lost
      -     connectAccounts()
      +     Container.shared.store.register { Cloud() }
        }
      }
      """,
    why: """
      The later registration replaces the earlier one, and nothing says so: a reader of the earlier one \
      believes that it is used.

      Remove one of them, or write a condition around the one that is for some programs only.

      A call of `wrap` adds one layer. If the function that contains it runs again, its new layer replaces \
      the one that it added before, so of `log("a"); log("b")` only the second remains. Write a call of \
      `wrap` for each layer.

      The rule checks what runs without a condition when a program begins: in `autoRegister()`, \
      top-level code, a type with `@main` and the initialiser of an app, and in the functions that they \
      call. `autoRegister()` counts as the earlier one. Registrations on child containers, for \
      contexts and in tests do not count.
      """)

  func check(_ program: Program) -> [Finding] {
    var found: [Location: Finding] = [:]
    for module in program.programs {
      let launch = program.launch(of: module)
      for finding in registrations(launch, program) + layers(launch, program) {
        found[finding.location] = finding
      }
    }
    return Array(found.values)
  }

  private func registrations(_ launch: Launch, _ program: Program) -> [Finding] {
    let all = Dictionary(grouping: launch.uses.filter { $0.isRegistration }, by: \.factory)
    return all.filter { program.isReplaceable($0.key) }.values.flatMap { uses in
      zip(uses, uses.dropFirst()).compactMap { earlier, later -> Finding? in
        guard earlier.location != later.location else { return nil }
        let name = program.name(of: later.factory)
        return Finding(
          later.location,
          "\(name) is registered twice on the way to launch, and this registration replaces the earlier "
            + "one. Remove one of them.",
          notes: [Finding.Note(earlier.location, "the registration that is lost")])
      }
    }
  }

  private func layers(_ launch: Launch, _ program: Program) -> [Finding] {
    launch.uses.compactMap { use -> Finding? in
      guard case .modifier("wrap", let closure?) = use.operation,
        case .member(let function) = program.ownership(of: use).owner,
        program.usesParameter(of: function, in: Reference(use.file, closure)),
        let calls = launch.calls[function],
        let (earlier, later) = zip(calls, calls.dropFirst()).first(where: {
          program.haveOneReceiver($0, $1)
        })
      else { return nil }
      return Finding(
        Location(later.file, later.place),
        "'\(program.member(function).name)' wraps \(program.name(of: use.factory)) again, and its new "
          + "layer replaces the one of the earlier call. Write a call of 'wrap' for each layer.",
        notes: [
          Finding.Note(Location(earlier.file, earlier.place), "the earlier call"),
          Finding.Note(use.location, "the layer is added here"),
        ])
    }
  }
}

/// What a program does without a condition when it begins, in the order in which it runs.
private struct Launch {
  var uses: [FactoryUse] = []
  var calls: [MemberReference: [CallSite]] = [:]
}

extension Program {
  /// What a program runs for sure when it begins.
  fileprivate func launch(of program: ModuleIndex) -> Launch {
    let modules = self.modules[program].dependencies.union([program])
    // Containers begin before anything is registered on them.
    var queue = starts.filter { owner in
      switch owner {
      case .member(let member): modules.contains(files[member.file].module)
      case .topLevel(let file): modules.contains(files[file].module)
      case .storage(let type):
        types.types[type].parts.contains { modules.contains(files[$0.file].module) }
      default: false
      }
    }.map { Step.code($0) }
    queue = queue.filter { !$0.isAutoRegister(self) } + queue.filter { $0.isAutoRegister(self) }
    var launch = Launch()
    var seen: Set<CodeOwner> = []
    while let step = queue.popLast() {
      switch step {
      case .use(let use): if isSure(use, in: program) { launch.uses.append(use) }
      case .call(let call):
        for target in call.targets { launch.calls[target, default: []].append(call) }
        queue += codeRun(by: call).map { .code($0) }
      case .code(let owner): if seen.insert(owner).inserted { queue += steps(of: owner).reversed() }
      }
    }
    return launch
  }

  private enum Step {
    case use(FactoryUse)
    case call(CallSite)
    case code(CodeOwner)

    func isAutoRegister(_ program: Program) -> Bool {
      if case .code(.member(let member)) = self { program.isAutoRegister(member) } else { false }
    }
  }

  /// What some code certainly does, in order.
  private func steps(of owner: CodeOwner) -> [Step] {
    let uses = (construction.code.uses[owner] ?? []).filter { $0.timing == .atOnce }.map {
      (self.uses[$0.index].place, Step.use(self.uses[$0.index]))
    }
    let calls = (construction.code.calls[owner] ?? []).filter { $0.timing == .atOnce }.compactMap {
      let call = self.calls[$0.index]
      return call.targets.count > 1 || isConditional(Reference(call.file, call.region))
        ? nil : (call.place, Step.call(call))
    }
    return (uses + calls).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Whether a use is one of a program's shared container, without a condition.
  private func isSure(_ use: FactoryUse, in program: ModuleIndex) -> Bool {
    isPart(use, of: program) && isOfSharedContainer(use)
      && !isConditional(Reference(use.file, use.region))
  }

  /// Whether some builds leave out the code.
  private func isConditional(_ region: RegionReference) -> Bool {
    enclosing(region).contains { _, region in
      if case .condition = region.kind { true } else { false }
    }
  }

  /// Whether a registration of a factory replaces each earlier one.
  fileprivate func isReplaceable(_ factory: FactoryIndex) -> Bool {
    // The arguments of a function may tell factories apart.
    !isFunction(factory)
      && !uses(of: factory).contains { if case .reset = $0.operation { true } else { false } }
  }

  /// Whether a closure uses a parameter of a function, so that each call has another one. The same
  /// closure again changes nothing.
  fileprivate func usesParameter(of function: MemberReference, in closure: RegionReference) -> Bool
  {
    let names = Set(member(function).parameters.map(\.name))
    return lookup(in: closure.file).chains(within: closure.index).contains { index in
      chain(Reference(closure.file, index)).rootName.map(names.contains) == true
    }
  }

  /// Whether two calls are made on what is written in the same way.
  fileprivate func haveOneReceiver(_ one: CallSite, _ other: CallSite) -> Bool {
    func receiver(_ call: CallSite) -> [String?] {
      let chain = chain(Reference(call.file, call.chain))
      if call.link == 0, chain.links[0].name == nil { return [] }
      return [chain.root == .me ? "self" : chain.rootName]
        + chain.links.prefix(call.link).map(\.name)
    }
    return receiver(one) == receiver(other)
  }
}
