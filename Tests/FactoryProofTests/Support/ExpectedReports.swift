// Factory, MIT licence; see LICENSE
//
// What random programs of children log.
import FactoryTestSupport
import Testing

extension ExpectedLines {
  /// Expects that the lines are reports of captive dependencies and, in debug builds, of registrations that a context
  /// outranks, each of which is logged once.
  func expectReportsOfChildren() {
    let lines = lines
    #expect(Set(lines).count == lines.count)
    for line in lines where !line.hasPrefix("FactoryKit: captive dependency: ") {
      #if DEBUG
        if line.contains("and contexts take precedence over registrations.") { continue }
      #endif
      Issue.record("\(line)")
    }
  }
}
