// Factory, MIT licence; see LICENSE
//
// The trace of main-actor factories.
import FactoryKitTestSupport
import FactoryTesting
import Testing

final class ScreenTraceContainer: SharedContainer {
  @TaskLocal static var shared = ScreenTraceContainer()
  let manager = ContainerManager()
}

extension ScreenTraceContainer {
  fileprivate var number: MainActorFactory<Int> { self { 1 }.cached }
  fileprivate var sum: MainActorParameterFactory<Int, Int> { self { self.number() + $0 } }
}

extension ProcessWide {
  @Suite("Trace of main-actor factories") struct MainActorTraceTests {
    private let container = ScreenTraceContainer()

    @Test("Main-actor factories are traced as other factories") @MainActor
    func trace() {
      let lines = ProcessWide.log(naming: "ScreenTraceContainer", trace: true) {
        _ = container.sum(2)
        container.sum.register { $0 }
        _ = container.sum(3)
        _ = container.number()
      }
      let prefix = "FactoryKitChildTests.ScreenTraceContainer"
      #expect(
        lines == [
          "0: \(prefix).sum<Int> = N:-",
          "1:     \(prefix).number<Int> = N:-",
          "0: \(prefix).sum<Int> = N:- (registered)",
          "0: \(prefix).number<Int> = C:-",
        ])
    }
  }
}
