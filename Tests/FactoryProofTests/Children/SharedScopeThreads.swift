// Factory, MIT licence; see LICENSE
//
// A scope that children share, while another thread resets the factory in the parent.
import FactoryTestSupport
import FactoryTesting
import Testing

extension Scope {
  fileprivate static let visit = Cached()
}

extension Container {
  fileprivate var visitor: Factory<String> { self { "parent's" } }
  fileprivate var visit: Factory<String> { self { self.visitor() }.scope(.visit) }
}

@Suite("Shared scopes of several threads", .container, .oneAtATime)
struct SharedScopeThreads {
  @Test("The parent builds what a child shares, also while the parent's factory is reset")
  func resets() {
    let parent = Container()
    let isDone = LockedValue(false)
    // What is passed over is reported once.
    let reports = ExpectedLines(containing: "Container.visit<")
    let wrong = Counter()
    onThreads(2) { index in
      if index == 1 {
        while !isDone.withLock({ $0 }) { parent.visit.reset() }
        return
      }
      for _ in 0..<Effort.scaled(20_000) {
        let child = Container(parent: parent, sharing: .visit)
        child.visitor.register { "child's" }
        if child.visit() != "parent's" { wrong.increment() }
      }
      isDone.withLock { $0 = true }
    }
    #expect(wrong.value == 0)
    #expect(reports.lines.count <= 1)
  }
}
