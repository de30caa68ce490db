// Factory, MIT licence; see LICENSE
//
// Runs a program of the test of isolation: threads and tasks perform the steps of each round at once,
// then everything that the containers and the process keep is checked.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

/// A container outside of the family. What its factories resolve is one tree of tasks or, in a
/// thread, one cycle.
private final class HubContainer: ManagedContainer {
  let manager = ContainerManager()

  func async(_ body: @escaping @Sendable () async -> Void) -> AsyncFactory<Void, Never> {
    AsyncFactory(self, key: "hub") { () async in await body() }
  }

  func plain(_ body: @escaping () -> Void) -> Factory<Void> {
    Factory(self, key: "hub", body)
  }
}

final class IsolationRun: Sendable {
  let program: IsolatedProgram
  let givesNothing: [Owners]
  let clock = ManualClock()
  private let checks = Counter()
  private let temporaries = Counter()
  private let findings = LockedArray<String>()
  private let hub = HubContainer()

  init(_ program: IsolatedProgram) {
    self.program = program
    givesNothing = program.givesNothing
  }

  func countCheck() { checks.increment() }

  func report(_ finding: String) { findings.append(finding) }

  /// Returns the number of checks, and what crossed containers first.
  func perform() async -> (checks: Int, finding: String?) {
    let singletons = program.usesProcess ? Scope.singleton : Scope.Singleton()
    await Scope.$singleton.withValue(singletons) {
      var containers: [IsolatedContainer] = []
      for (number, parent) in IsolatedFamily.parents.enumerated() {
        containers.append(
          IsolatedContainer(number, self, parent: parent.map { containers[$0] }))
      }
      let family = containers
      await IsolatedContainer.$shared.withValue(family[0]) {
        await performRounds(family, singletons)
      }
      for argument in IsolatedFamily.arguments { FactoryContext.removeArg(forKey: argument) }
    }
    return (
      checks.value, findings.elements.isEmpty ? nil : findings.elements.joined(separator: "\n")
    )
  }

  private func performRounds(
    _ containers: [IsolatedContainer], _ singletons: Scope.Singleton
  ) async {
    evict(containers)
    for step in program.setup { perform(step, containers) }
    for (number, works) in program.rounds.enumerated() {
      await perform(works, containers, singletons)
      await check(containers)
      if findings.count > 0 {
        report("in round \(number)")
        break
      }
      // What a round has left is met by the next one, now and then.
      if !number.isMultiple(of: 4) { evict(containers) }
    }
    evict(containers)
  }

  /// Evicts all instances, so that the next round builds them again.
  private func evict(_ containers: [IsolatedContainer]) {
    for container in containers { container.manager.reset(options: .scope) }
    // A reset of the scope would evict the singletons of other tests.
    for factory in IsolatedFamily.factories { containers[0].change(factory, .reset(.scope)) }
  }

  // MARK: A round

  private func perform(
    _ works: [IsolatedWork], _ containers: [IsolatedContainer], _ singletons: Scope.Singleton
  ) async {
    let threads = works.filter(\.isThread)
    let tasks = works.filter { !$0.isThread }
    let (mayStart, haveEnded) = (Gate(), TaskLatch(threads.count))
    for work in threads {
      _ = TestThread {
        mayStart.wait()
        Scope.$singleton.withValue(singletons) {
          IsolatedContainer.$shared.withValue(containers[0]) {
            for step in work.steps { self.perform(step, containers) }
          }
        }
        haveEnded.arrive()
      }
    }
    mayStart.open()
    await withTaskGroup { group in
      for work in tasks {
        group.addTask { for step in work.steps { await self.performAsync(step, containers) } }
      }
    }
    if !threads.isEmpty { await haveEnded.wait() }
  }

  private func performAsync(_ step: IsolatedStep, _ containers: [IsolatedContainer]) async {
    switch step {
    case .resolve(let container, let target):
      _ = await containers[container].resolveAsync(target)
    case .cancelled(let container, let target):
      let container = containers[container]
      let task = Task { await container.resolveAsync(target) }
      for _ in 0..<3 { await Task.yield() }
      task.cancel()
      _ = await task.value
    case .hub(let steps):
      await hub.async {
        await withTaskGroup { group in
          for step in steps { group.addTask { await self.performAsync(step, containers) } }
        }
      }()
    case .temporary(let parent, let registers, let resolves):
      let child = temporary(of: containers[parent], registers)
      await child.runIf(program.features.contains(.running)) {
        for target in resolves { _ = await child.resolveAsync(target) }
      }
    case .running(let inner):
      guard let container = inner.container else { return await performAsync(inner, containers) }
      await containers[container].run(IsolatedContainer.$shared) {
        await self.performAsync(inner, containers)
      }
    default: perform(step, containers)
    }
  }

  private func temporary(of parent: IsolatedContainer, _ registers: [Int]) -> IsolatedContainer {
    let known = IsolatedFamily.containers.count
    let number = known + temporaries.increment() % (UInt64.bitWidth - known)
    let child = IsolatedContainer(number, self, parent: parent)
    for factory in registers { child.change(factory, .register(resolves: true, .instance)) }
    return child
  }

  private func perform(_ step: IsolatedStep, _ containers: [IsolatedContainer]) {
    switch step {
    case .resolve(let container, let target): _ = containers[container].resolve(target)
    case .existing(let container, let target): _ = containers[container].existing(target)
    case .change(let container, let factory, let change):
      containers[container].change(factory, change)
    case .resetContainer(let container, let reset):
      containers[container].manager.reset(options: .of(reset))
    case .resetScope(let container, let scope):
      containers[container].manager.reset(scope: .of(scope))
    case .push(let container): containers[container].push()
    case .pop(let container): containers[container].popIfPushed()
    case .defaultScope(let container, let scope):
      containers[container].manager.defaultScope = scope.map(Scope.of)
    case .containerDecorator(let container, let isOn):
      containers[container].decorator(isOn ? containers[container].containerDecorator : nil)
    case .setArgument(let argument): FactoryContext.setArg(argument, forKey: argument)
    case .removeArgument(let argument): FactoryContext.removeArg(forKey: argument)
    case .advanceClock(let time): clock.advance(seconds: Double(time))
    case .hub(let steps):
      hub.plain { for step in steps { self.perform(step, containers) } }()
    case .temporary(let parent, let registers, let resolves):
      let child = temporary(of: containers[parent], registers)
      let resolve = { for target in resolves { _ = child.resolve(target) } }
      if program.features.contains(.running) {
        child.run(IsolatedContainer.$shared, resolve)
      } else {
        resolve()
      }
    case .running(let inner):
      guard let container = inner.container else { return perform(inner, containers) }
      containers[container].run(IsolatedContainer.$shared) { perform(inner, containers) }
    case .cancelled: preconditionFailure("a thread has no task to cancel")
    }
  }

  // MARK: Afterwards

  /// Checks everything that the containers and the process have cached.
  private func check(_ containers: [IsolatedContainer]) async {
    let probe = temporary(of: containers[0], [])
    for factory in IsolatedFamily.factories {
      let hasParameter = program.definitions[factory].kind.hasParameter
      for parameter in hasParameter ? IsolatedFamily.parameters : 0..<1 {
        let target = IsolatedTarget(factory: factory, parameter: parameter)
        for container in containers { _ = container.existing(target) }
        _ = probe.existing(target)
      }
    }
  }
}

extension IsolatedContainer {
  /// Runs a closure in which this container is the shared one, if `isRunning`.
  fileprivate func runIf(_ isRunning: Bool, _ operation: () async -> Void) async {
    if isRunning {
      await run(IsolatedContainer.$shared, operation)
    } else {
      await operation()
    }
  }
}

extension IsolatedStep {
  /// The container that the step resolves from.
  fileprivate var container: Int? {
    switch self {
    case .resolve(let container, _), .cancelled(let container, _): container
    default: nil
    }
  }
}
