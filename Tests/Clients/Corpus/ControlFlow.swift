// Factory, MIT licence; see LICENSE
//
// Resolutions in every kind of statement, among them loops with several exits.
import FactoryKit

public func guarded(_ container: Container) -> Int {
  guard let promise = container.promise(), promise.report() > 0 else { return 0 }
  if let optional = container.perhaps() { return optional.report() }
  return promise.report()
}

public func expressions(_ container: Container, _ number: Int) -> Int {
  let report: any Reporting =
    if number > 3 { container.cached() } else { container.reporting() }
  let amount =
    switch number {
    case 0: container.amount()
    default: container.keptAmount()
    }
  return report.report() + amount.value
}

public func deferred(_ container: Container) throws -> Report {
  defer { consume(container.plain()) }
  let report = container.cached()
  defer { consume(report) }
  try work()
  return container.singleton()
}

public func throwing(_ container: Container) throws(Failure) -> Report {
  let report = container.cached()
  if report.report() == 2 { throw .failed }
  return report
}

// MARK: Loops

public func leaveByLabel(_ container: Container) -> Int {
  var sum = 0
  outer: for number in 0..<10 {
    while true {
      sum += container.profile(number).id
      if sum > 100 { break outer }
      if sum % 2 == 0 { continue outer }
    }
  }
  return sum
}

public func leaveByCondition(_ container: Container, _ goOn: () -> Bool) {
  while goOn() { consume(container.cached()) }
  repeat { consume(container.singleton()) } while goOn()
}

public func leaveByOptional(_ container: Container) {
  while let report = container.perhaps() { consume(report) }
  while case .some(let promise) = container.promise() { consume(promise) }
}

// MARK: Recursion

public indirect enum Tree: Sendable {
  case leaf
  case node(Tree, Report, Tree)
}

extension Container {
  var tree: ParameterFactory<Int, Tree> {
    self { depth in
      depth == 0 ? .leaf : .node(self.tree(depth - 1), self.plain(), self.tree(depth - 1))
    }
  }
}

public func makeTree(_ container: Container) -> Tree { container.tree(4) }
