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

// Loops in loops.

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

public func loopOnInlinedFunction(_ container: Container) {
  while true { consume(inlined(container)) }
}

@inline(__always)
func inlined(_ container: Container) -> Factory<Report> { container.cached }

@inline(never)
func run(_ body: () -> Void) { body() }

@inline(never)
func keep(_ body: @escaping () -> Void) { consume(body) }

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
