// Factory, MIT licence; see LICENSE
//
// What random programs of children log.
import FactoryTestSupport
import Testing

extension ExpectedLines {
  /// Expects that the lines are reports of captive dependencies, of unclosed instances and, in debug builds, of
  /// registrations that a context outranks, each of which is logged once.
  func expectReportsOfChildren() {
    let lines = lines
    #expect(Set(lines).count == lines.count)
    var reports = ["captive dependency: the ", " was released without a shutdown, so the "]
    #if DEBUG
      reports.append(" is not used, because the factory has a closure for the context ")
    #endif
    for line in lines where !reports.contains(where: line.contains) {
      Issue.record("\(line)")
    }
  }
}
