// Factory, MIT licence; see LICENSE
//
// Children of several threads ask for what the process or their parent keeps at the same time.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class PageContainer: SharedContainer {
  @TaskLocal static var shared = PageContainer()
  static let ofFamily = Scope.Cached()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: PageContainer) {
    manager = ContainerManager(childOf: parent, sharing: Self.ofFamily)
  }

  var user: Factory<TestService> { self { TestService("parent") } }
  var single: Factory<Page> { self { Page(self.user()) }.singleton }
  var sharedPage: Factory<Page> { self { Page(self.user()) }.scope(Self.ofFamily) }
  var asyncSingle: AsyncFactory<Page, Never> {
    self { () async in
      await Task.yield()
      return Page(self.user())
    }.singleton
  }

  final class Page: @unchecked Sendable {
    // Sendable: the wrapper locks.
    let user: TestService
    @LazyInjected(\PageContainer.user) private var injected: TestService
    init(_ user: TestService) { self.user = user }
    var labels: Set<String> { [user.label, injected.label] }
  }

  func child(_ label: String) -> PageContainer {
    let child = PageContainer(parent: self)
    child.user.register { TestService(label) }
    return child
  }
}

@Suite("Threads of several children", .container(.freshSingletons), .oneAtATime)
struct SingletonThreads {
  private let log = ExpectedLines(containing: "FactoryProofTests.PageContainer.")

  /// Each pair of factories is reported once in the process.
  private func expectReports(of names: [String]) {
    let lines = log.lines.filter { line in names.contains { line.contains(".\($0)<") } }
    #expect(lines.count == names.count)
    #expect(lines.allSatisfy { $0.hasPrefix("FactoryKit: passed over") })
  }

  @Test("Many children get the one instance, which is built with what the parent has")
  func oneInstance() {
    for isSingleton in [true, false] {
      for _ in 1...Effort.scaled(300) {
        let parent = PageContainer()
        parent.single.reset(.scope)
        let pages = onThreads(6, inheritingContainers: true) { thread in
          let child = parent.child("\(thread)")
          return child.run(PageContainer.$shared) {
            (1...3).map { _ in isSingleton ? child.single() : child.sharedPage() }
          }
        }
        #expect(Set(pages.joined().map(ObjectIdentifier.init)).count == 1)
        PageContainer.$shared.withValue(parent.child("reader")) {
          #expect(pages[0][0].labels == ["parent"])
        }
      }
    }
    expectReports(of: ["single", "sharedPage"])
  }

  @Test("Tasks of many children await the one instance, which is built with what the parent has")
  func tasks() async {
    for _ in 1...Effort.scaled(300) {
      let parent = PageContainer()
      parent.asyncSingle.reset(.scope)
      let pages = await inTasks(6) { task in
        let child = parent.child("\(task)")
        return await child.run(PageContainer.$shared) { await child.asyncSingle() }
      }
      #expect(Set(pages.map(ObjectIdentifier.init)).count == 1)
      #expect(pages[0].labels == ["parent"])
    }
    expectReports(of: ["asyncSingle"])
  }
}
