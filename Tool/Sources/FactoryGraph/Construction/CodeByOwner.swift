// Factory, MIT licence; see LICENSE
//
// What each piece of code does with factories and calls, and what runs when the program begins.
/// The uses and calls of a program by what runs them.
struct CodeByOwner {
  var uses: [CodeOwner: [(index: UseIndex, timing: CodeTiming)]] = [:]
  var calls: [CodeOwner: [(index: CallIndex, timing: CodeTiming)]] = [:]
  /// The code that runs when a container or the program begins: `autoRegister`, top-level code, an
  /// app's initialiser and the like, and what these call.
  private(set) var launch: [CodeOwner: CodeTiming] = [:]

  init(_ execution: Execution) {
    for (index, use) in execution.uses.indexed {
      let ownership = execution.ownership(of: use)
      uses[ownership.owner, default: []].append((index, ownership.timing))
    }
    for (index, call) in execution.calls.indexed {
      let ownership = execution.ownership(of: call)
      calls[ownership.owner, default: []].append((index, ownership.timing))
    }
    var queue = execution.starts.map { (owner: $0, timing: CodeTiming.atOnce) }
    while let (owner, timing) = queue.popLast() {
      if timing.isDeferred { continue }
      if let before = launch[owner], timing.addsNothing(to: before) { continue }
      launch[owner] = timing
      queue += run(by: owner, timing, execution)
    }
  }

  /// What some code calls, with when that runs if the code runs so.
  func run(
    by owner: CodeOwner, _ timing: CodeTiming, _ execution: some HasExecution
  ) -> [(owner: CodeOwner, timing: CodeTiming)] {
    (calls[owner] ?? []).flatMap { index, own in
      let timing = own.within(timing)
      let doubt = execution.timing(ofTargetsOf: execution.calls[index])
      return execution.codeRun(by: execution.calls[index]).map { owner in
        if case .storage = owner { (owner, timing) } else { (owner, timing.within(doubt)) }
      }
    }
  }
}
