// Factory, MIT licence; see LICENSE
//
// Loops without an exit in each form that the language has, and in each place.
import FactoryKit

// MARK: Forms of loops

extension Container {
  public func repeatOnCached() { repeat { _ = cached() } while true }

  public func loopOverOpenRange() { for number in 0... { consume(cached().report() + number) } }
  public func loopOverSequence() {
    for number in sequence(first: 0, next: { $0 &+ 1 }) { consume(profile(number)) }
  }
}

// Loops whose exit the optimiser removes.

public func loopUntilOther(_ container: Container) -> Report {
  var report = container.visit()
  repeat { report = container.visit() } while report.report() == 1
  return report
}

public func loopWhileSame(_ container: Container) {
  let limit = 1
  while limit > 0 { consume(container.plain()) }
}

// Loops in loops.

public func loopWithInnerLoop(_ container: Container) {
  while true {
    for _ in 0..<10 { consume(container.cached()) }
  }
}

public func loopInOuterLoop(_ container: Container) {
  for _ in 0..<10 {
    while true { consume(container.cached()) }
  }
}

public func loopWithContinue(_ container: Container) {
  outer: while true {
    for number in 0..<3 {
      if container.cached().report() == number { continue outer }
      consume(container.profile(number))
    }
    consume(container.singleton())
  }
}

// MARK: Statements in loops

public func loopWithBranch(_ container: Container) {
  while true {
    if CommandLine.argc > 1000 { consume(container.cached()) }
  }
}

public func loopWithSwitch(_ container: Container) {
  var state = 0
  while true {
    switch state {
    case 0: consume(container.plain())
    case 1: consume(container.cached())
    case 2: consume(container.singleton())
    case 3: consume(container.profileByID(state))
    default: state = -1
    }
    state += 1
  }
}

public func loopWithDefer(_ container: Container) {
  while true {
    defer { consume(container.cached()) }
    try? work()
    consume(container.plain())
  }
}

public func loopWithDoCatch(_ container: Container) {
  while true {
    do {
      try work()
      consume(container.cached())
    } catch {
      consume(container.plain())
    }
  }
}

public func loopUntilThrown(_ container: Container) throws {
  while true {
    consume(container.cached())
    try work()
  }
}

public func loopUntilStopped(_ container: Container) {
  while true {
    guard container.cached().report() > 0 else { fatalError("stopped") }
  }
}

public func loopAndCollect(_ container: Container) {
  var reports: [Report] = []
  while true {
    reports.append(container.cached())
    if reports.count > 10 { reports.removeAll() }
  }
}

public final class Shelf {
  public var report: any Reporting = Report()
  public init() {}

  public func loopAndStore(_ container: Container) {
    while true { report = container.reporting() }
  }
}

// MARK: Functions, closures and members

public func serveForever(_ container: Container) -> Never {
  while true { consume(container.cached()) }
}

public func loopOnLocalFunction(_ container: Container) {
  func next() -> Report { container.cached() }
  while true { consume(next()) }
}

public func loopOnInlinedFunction(_ container: Container) {
  while true { consume(inlined(container)) }
}

@inline(__always)
func inlined(_ container: Container) -> Factory<Report> { container.cached }

public func callAgain(_ container: Container) {
  consume(container.cached())
  if CommandLine.argc < 1000 { callAgain(container) }
}

@inline(never)
func run(_ body: () -> Void) { body() }

@inline(never)
func keep(_ body: @escaping () -> Void) { consume(body) }

public func loopInClosure(_ container: Container) {
  run {
    while true { consume(container.cached()) }
  }
}

public func loopInEscapingClosure(_ container: Container) {
  keep { [weak container] in
    while true { consume(container?.cached()) }
  }
}

public func closureInLoop(_ container: Container) {
  while true {
    run { consume(container.cached()) }
    keep { consume(container.singleton()) }
  }
}

public struct EndlessProperties {
  let container: Container

  public var first: Report {
    while true { consume(container.cached()) }
  }
}

public final class Endless {
  public let report: Report

  public init(_ container: Container) {
    report = container.cached()
    while true { consume(container.singleton()) }
  }

  deinit {
    while true { consume(Container.shared.cached()) }
  }
}

public protocol Serving {
  var container: Container { get }
}

extension Serving {
  public func loopInExtension() { while true { consume(container.cached()) } }
}
