// Factory, MIT licence; see LICENSE
//
// Runs the rounds of a program: threads and tasks perform the steps of each round at once. Then everything that the
// containers and the process keep is checked.
import FactoryModel
import FactoryTestSupport
import FactoryTesting

final class FamilyRounds: Sendable {
  private let program: FamilyProgram
  private let run: FamilyRun
  private let findings = LockedArray<String>()

  init(_ program: FamilyProgram) { (self.program, run) = (program, FamilyRun(program)) }

  /// Each closure that was called is a part of something that is checked.
  var checks: Int { run.made.value }

  /// Whether the steps of the rounds only resolve.
  private var isStable: Bool {
    program.rounds.joined().flatMap(\.steps).allSatisfy {
      switch $0 {
      case .resolve, .advanceClock(0): true
      default: false
      }
    }
  }

  /// Returns what is wrong.
  func perform() async -> [String] {
    let singletons = program.seed.isMultiple(of: 2) ? Scope.singleton : Scope.Singleton()
    let isStable = isStable
    await run.perform(singletons: singletons) {
      var model = FamilyModel(program)
      evict()
      for step in program.steps {
        model.perform(step)
        run.perform(step)
      }
      for (number, works) in program.rounds.enumerated() where findings.count == 0 {
        if isStable {
          await performStable(works, model, singletons)
        } else {
          await perform(works.map { ($0, $0.steps.map { _ in nil }) }, singletons)
        }
        for container in Family.separate { check(container) }
        if findings.count > 0 { findings.append("in round \(number)") }
        // What a round has left is met by the next one, now and then.
        if isStable || !number.isMultiple(of: 4) { evict() }
      }
      evict()
    }
    return findings.elements
  }

  /// Evicts all instances, so that the next round builds them again.
  private func evict() {
    for number in Family.separate { run[number].manager.reset(options: .scope) }
    // A reset of the scope would evict the singletons of other tests.
    for factory in Family.factories {
      run[0].change(factory, .reset(.scope))
      run[6].change(factory, .reset(.scope))
    }
  }

  // MARK: A round

  /// Compares each result with what the model builds when nothing is cached and nothing else asks.
  private func performStable(
    _ works: [FamilyWork], _ model: FamilyModel, _ singletons: Scope.Singleton
  ) async {
    var all = model
    let due = works.map { work in
      work.steps.map { step -> String? in
        guard case .resolve(let need) = step else { return nil }
        var one = model
        let found = one.resolveOutermost(need)
        _ = all.resolveOutermost(need)
        return one.dependsOnShared ? nil : found.map(\.shape).joined()
      }
    }
    run.calls.withLock { $0 = [:] }
    await perform(Array(zip(works, due)), singletons)
    // Each instance that is kept is built once. A graph's depends on what was kept, and an error is not kept.
    let calls = run.calls.withLock { $0 }
    let isCounted = !all.dependsOnShared && program.features.isDisjoint(with: [.graph, .errors])
    if isCounted, calls != all.calls {
      let labels = Set(calls.keys).union(all.calls.keys).sorted()
      let wrong = labels.filter { calls[$0] != all.calls[$0] }.map { label in
        "\(label) was called \(calls[label] ?? 0) times, not \(all.calls[label] ?? 0)"
      }
      findings.append(wrong.joined(separator: ", "))
    }
  }

  private func perform(
    _ works: [(FamilyWork, due: [String?])], _ singletons: Scope.Singleton
  ) async {
    let threads = works.filter(\.0.isThread)
    let (mayStart, haveEnded) = (Gate(), TaskLatch(threads.count))
    for (work, due) in threads {
      _ = TestThread { [self] in
        mayStart.wait()
        Scope.$singleton.withValue(singletons) {
          run[0].asShared {
            run[6].asShared {
              for (step, due) in zip(work.steps, due) { performNow(step, due) }
            }
          }
        }
        haveEnded.arrive()
      }
    }
    mayStart.open()
    await withTaskGroup { group in
      for (work, due) in works where !work.isThread {
        group.addTask { [self] in
          for (step, due) in zip(work.steps, due) { await perform(step, due) }
        }
      }
    }
    if !threads.isEmpty { await haveEnded.wait() }
  }

  private func performNow(_ step: FamilyStep, _ due: String?) {
    guard case .resolve(let need) = step else { return run.perform(step) }
    compare(FamilyCode(run[0]).perform(need, isStep: true), due, need)
  }

  private func perform(_ step: FamilyStep, _ due: String?) async {
    switch step {
    case .resolve(let need):
      compare(await FamilyCode(run[0]).performAsync(need, isStep: true), due, need)
    case .cancelled(let need):
      let code = FamilyCode(run[0])
      let task = Task { await code.performAsync(need, isStep: true) }
      for _ in 0..<3 { await Task.yield() }
      task.cancel()
      _ = await task.value
    default: run.perform(step)
    }
  }

  private func compare(_ found: [FamilyInstance], _ due: String?, _ need: FamilyNeed) {
    let got = found.map(\.shape).joined()
    if let due, due != got { findings.append("\(need): expected \(due), got \(got)") }
  }

  // MARK: Afterwards

  /// Checks what a container keeps, and what it injects later.
  private func check(_ number: Int) {
    for (factory, definition) in program.definitions.enumerated() where definition.kind != .group {
      for parameter in definition.kind.hasParameter ? Family.parameters : 0..<1 {
        let target = FamilyTarget(factory: factory, parameter: parameter)
        for instance in run[number].existing(definition.kind, target) {
          check(instance, of: number, "container \(number) keeps")
          guard Family.parents[number] == nil else { continue }
          for later in run.read(instance, shared: [.container: 1, .depot: 7]) {
            check(later, of: number, "what container \(number) keeps injects")
          }
        }
      }
    }
  }

  private func check(_ instance: FamilyInstance, of number: Int, _ what: String) {
    let isRoot = Family.parents[number] == nil
    // What a child of one type keeps may use the shared container of the other, of the code that asks first.
    if !isRoot, program.features.contains(.depots) { return }
    // What a child keeps may name another child that is not related to it, in whose instances this one's children are themselves.
    if !isRoot, program.namesChildren(unrelatedTo: number) { return }
    let isWrong = instance.all.contains { part in
      isRoot ? part.setter.count > 1 : part.setter.dropFirst().contains(number)
    }
    if isWrong { findings.append("\(what) what only a child has: \(instance.text)") }
  }
}

extension FamilyRun {
  /// What the wrappers of an instance and its parts resolve, while these are the shared containers.
  func read(_ instance: FamilyInstance, shared: [FamilyType: Int]) -> [FamilyInstance] {
    self[shared[.container]!].asShared {
      self[shared[.depot]!].asShared {
        instance.all.compactMap { $0.wrapper as? any FamilyWrapping }.compactMap { $0.read() }
      }
    }
  }
}
