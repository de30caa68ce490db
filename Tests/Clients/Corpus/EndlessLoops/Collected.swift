// Factory, MIT licence; see LICENSE
//
// Instances that are collected.
import FactoryKit

public func loopAndCollect(_ container: Container) {
  var reports: [Report] = []
  while true {
    reports.append(container.cached())
    if reports.count > 10 { reports.removeAll() }
  }
}

public func loopAndKeepLast(_ container: Container) {
  var last: Report?
  while true {
    let report = container.plain()
    if report !== last { last = report }
  }
}
