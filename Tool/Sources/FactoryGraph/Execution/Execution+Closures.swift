// Factory, MIT licence; see LICENSE
//
// Whether a call runs the closure that it gets, or stores it.
/// Functions without a value before them that run their closures before they return.
private let calledAtOnce: Set = [
  "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
  "withUnsafeThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup",
  "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withTaskCancellationHandler",
  "autoreleasepool", "withExtendedLifetime", "withTestContainer", "withKnownIssue",
  "confirmation", "measure", "Array",
]

/// Methods that do so, of locks and task-local values, whatever they are called on.
private let calledAtOnceByAll: Set = [
  "withLock", "withLockIfAvailable", "withValue", "withValues", "withCriticalRegion",
  "assumeIsolated",
]

/// Functions of collections and optionals that do so, if there is an element. Those of publishers,
/// asynchronous sequences and the like have the same names, and store their closures.
private let calledByCollections: Set = [
  "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "first", "last", "contains",
  "allSatisfy", "sorted", "sort", "min", "max", "prefix", "drop", "dropFirst", "removeAll",
  "firstIndex", "lastIndex", "mapValues", "compactMapValues", "partition", "split",
]

/// Initialisers and arguments that run their closures before they return, if at all.
private let calledPerhaps: Set = ["Dictionary", "Set"]
private let perhapsCalledArguments: Set = ["when", "matching"]

/// Functions that run their closures after they return.
private let calledLater: Set = [
  "Task", "detached", "async", "asyncAfter", "addTask", "addTaskUnlessCancelled", "sink",
  "scheduledTimer", "notify", "addOperation", "perform", "onShutdown", "Thread",
]

/// The methods with which FactoryKit's containers run a closure.
private let onContainers: Set = ["with", "preview", "callAsFunction", "run"]

extension HasProgram {
  /// When a call runs the closure that it gets.
  func timing(
    ofClosureIn reference: ChainReference, _ position: Int, _ label: String?
  ) -> CodeTiming {
    let chain = chain(reference)
    let link = chain.links[position]
    let name = link.name ?? chain.rootName ?? "a closure"
    if let sites = callsOfChain[reference],
      let site = sites.first(where: { calls[$0].link == position }).map({ calls[$0] })
    {
      let timings = Set(site.targets.map { timing(ofClosureIn: $0, link.call, label) })
      if timings.count > 1 {
        let runAtOnce = timings.allSatisfy { !$0.isDeferred }
        return runAtOnce ? .conditional : .unknown(.overload(of: name))
      }
      if let timing = timings.first { return timing }
      // The initialiser that a structure has without declaring one.
      if site.constructs != nil { return .later }
    }
    let before = follow(reference, upTo: position)
    if case .container = before, link.name.map({ onContainers.contains($0) }) ?? true {
      return .atOnce
    }
    if case .metatype(let type) = before, container(ofType: type) != nil,
      ["shared", "preview"].contains(link.name)
    {
      return .atOnce
    }
    let known = link.name == nil ? calledAtOnce : calledAtOnceByAll
    // It runs on another thread, if at all.
    if label == "onCancel" { return .later }
    if known.contains(name) {
      return label.map(perhapsCalledArguments.contains) ?? false ? .conditional : .atOnce
    }
    if link.name == nil, calledPerhaps.contains(name) { return .conditional }
    if name == "run", chain.rootName == "MainActor" { return .atOnce }
    if name == "sync", isQueue(reference, upTo: position) { return .atOnce }
    if calledByCollections.contains(name), isCollectionOrOptional(reference, upTo: position) {
      return .conditional
    }
    return calledLater.contains(name) ? .later : .unknown(.closure(of: name))
  }

  /// What the parameter of a function that takes the closure tells.
  private func timing(
    ofClosureIn target: MemberReference, _ call: Call?, _ label: String?
  ) -> CodeTiming {
    let functions = member(target).parameters.compactMap { parameter in
      parameter.type.map { types.unaliased($0, from: target.file).type }.flatMap { type in
        type.function == nil ? nil : (parameter, type)
      }
    }
    // The first trailing closure is that of the first parameter that no label takes.
    let labels = call?.arguments.compactMap(\.label) ?? []
    let found =
      functions.first { $0.0.label == label }
      ?? functions.first { !labels.contains($0.0.label ?? "") }
    guard let (parameter, type) = found else { return .later }
    // `@escaping` stands where an alias is used, and an optional closure is stored.
    if parameter.isEscaping || parameter.isAutoclosure || type.isOptional { return .later }
    return surelyCalls(parameter, target) ? .atOnce : .conditional
  }

  private func isQueue(_ reference: ChainReference, upTo end: Int) -> Bool {
    chain(reference).rootName == "DispatchQueue"
      || declaredType(of: reference, upTo: end)?.base == "DispatchQueue"
  }

  /// Whether the declarations tell that what a call is made on is a collection or an optional.
  private func isCollectionOrOptional(_ reference: ChainReference, upTo end: Int) -> Bool {
    let receiver = chain(reference).links[end].receiver
    if receiver == .optional { return true }
    guard let type = declaredType(of: reference, upTo: end) else { return false }
    return receiver == .unwrapped ? type.isCollection : type.isCollectionOrOptional
  }
}
