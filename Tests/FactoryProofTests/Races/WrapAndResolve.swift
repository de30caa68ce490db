// Factory, MIT licence; see LICENSE
//
// Layers that are added and removed while other threads resolve the factory.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class LayeredContainer: SharedContainer {
  @TaskLocal static var shared = LayeredContainer()
  let manager = ContainerManager()

  var cached: Factory<TestService> { self { TestService() }.cached }

  /// The same call site, whatever the prefix is.
  func wrapCached(_ prefix: String) {
    cached.wrap { TestService("\(prefix)(\($0.label))") }
  }
}

@Suite("Wrap and resolve", .oneAtATime) struct WrapAndResolve {
  private let container = LayeredContainer()

  @Test("While threads resolve and others wrap, every instance has whole layers")
  func races() {
    whileChanging(300, readers: 3) { [container] round in
      container.wrapCached("\(round)")
      if round % 3 == 0 { container.cached.reset(.registration) }
    } read: { [container] in
      let label = container.cached().label
      #expect(label == "original" || label.hasSuffix("(original)") && label.count < 15)
    }
    container.wrapCached("last")
    #expect(container.cached().label == "last(original)")
  }
}
