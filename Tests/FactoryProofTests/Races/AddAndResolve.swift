// Factory, MIT licence; see LICENSE
//
// Members of a group, and layers, that are added and removed while other threads resolve.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Plugin: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class PluginContainer: SharedContainer {
  @TaskLocal static var shared = PluginContainer()
  let manager = ContainerManager()

  var plugins: FactoryGroup<Plugin> { group() }
  var csv: Factory<Plugin> { self { Plugin("csv") }.cached }
  var json: Factory<Plugin> { self { Plugin("json") } }
  var xml: Factory<Plugin> { self { Plugin("xml") }.shared }
}

extension [Plugin] {
  fileprivate var names: [String] { map(\.name) }
}

@Suite("Add and resolve", .oneAtATime) struct AddAndResolve {
  private let container = PluginContainer()

  @Test("No member is lost or doubled when many threads add and resolve")
  func threads() {
    onThreads(50) { [container] index in
      for number in 0..<10 {
        container.plugins.add(order: index) { Plugin("\(index)-\(number)") }
        container.plugins.add(\PluginContainer.csv, order: -1)
        let plugins = container.plugins()
        #expect(plugins[0].name == "csv")
        #expect(plugins.filter { $0.name == "\(index)-\(number)" }.count == 1)
      }
    }
    let expected = (0..<50).flatMap { index in (0..<10).map { "\(index)-\($0)" } }
    #expect(container.plugins().names == ["csv"] + expected)
  }

  @Test("While members are added and removed, each resolution gets a list that existed")
  func races() {
    whileChanging(300, readers: 3) { [container] round in
      container.plugins.add(\PluginContainer.csv).add(\PluginContainer.json)
      container.manager.push()
      container.plugins.add(\PluginContainer.xml, order: -1)
      container.manager.pop()
      if round % 5 == 0 { container.plugins.reset(.registration) }
    } read: { [container] in
      let names = container.plugins().names
      #expect([[], ["csv"], ["csv", "json"], ["xml", "csv", "json"]].contains(names))
    }
  }
}

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
