// Factory, MIT licence; see LICENSE
//
// What `print`, `dump` and `Mirror` show of factories of all kinds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class DescribedContainer: ManagedContainer {
  let manager = ContainerManager()
  let calls = Counter()
}

extension DescribedContainer {
  fileprivate var plain: Factory<Int> { self { [calls] in calls.increment() }.singleton }
  fileprivate var byText: ParameterFactory<String, Int> { self { [calls] _ in calls.increment() } }
  fileprivate var throwing: ThrowingFactory<Int, SettingsError> {
    self { [calls] () throws(SettingsError) in calls.increment() }.cached
  }
  fileprivate var throwingByText: ThrowingParameterFactory<String, Int, SettingsError> {
    self { [calls] (_) throws(SettingsError) in calls.increment() }.shared
  }
  fileprivate var async: AsyncFactory<Int, SettingsError> {
    self { [calls] () async throws(SettingsError) in calls.increment() }.graph
  }
  fileprivate var asyncByText: AsyncParameterFactory<String, Int, SettingsError> {
    self { [calls] (_) async throws(SettingsError) in calls.increment() }.unique
  }
  fileprivate var onMain: MainActorFactory<Int> { self { [calls] in calls.increment() }.cached }
  fileprivate var onMainByText: MainActorParameterFactory<String, Int> {
    self { [calls] _ in calls.increment() }
  }
  fileprivate var list: FactoryGroup<Int> { group().add { [calls] in calls.increment() } }
  fileprivate var sometimes: Factory<Int?> { promised() }
  fileprivate var session: Factory<Int> { self { 1 }.scope(.described) }
  fileprivate var inheriting: Factory<Int> { self { 1 } }

  /// A factory of each kind, with its name, type, parameter and scope.
  fileprivate static let kinds: [Kind] = [
    ("plain", "Swift.Int", nil, "singleton", { $0.plain }),
    ("byText", "Swift.Int", "String", "unique", { $0.byText }),
    ("throwing", "Swift.Int", nil, "cached", { $0.throwing }),
    ("throwingByText", "Swift.Int", "String", "shared", { $0.throwingByText }),
    ("async", "Swift.Int", nil, "graph", { $0.async }),
    ("asyncByText", "Swift.Int", "String", "unique", { $0.asyncByText }),
    ("onMain", "Swift.Int", nil, "cached", { $0.onMain }),
    ("onMainByText", "Swift.Int", "String", "unique", { $0.onMainByText }),
    ("list", "Swift.Array<Swift.Int>", nil, "unique", { $0.list }),
    ("sometimes", "Swift.Optional<Swift.Int>", nil, "unique", { $0.sometimes }),
  ]
}

private typealias Kind = (
  name: String, type: String, parameter: String?, scope: String,
  factory: @Sendable (DescribedContainer) -> any FactoryModifying
)

extension Scope {
  fileprivate static let described = Cached()
}

@Suite("Descriptions of factories") struct FactoryDescriptionTests {
  private let container = DescribedContainer()
  private let type = String(reflecting: DescribedContainer.self)
    .withoutUnknownContexts

  @Test(
    "A description has the container, name, type, parameter, scope and place, and resolves nothing",
    arguments: DescribedContainer.kinds)
  private func description(_ kind: Kind) {
    let text = "\(kind.factory(container))"
    let parameter = kind.parameter.map { ", parameter Swift.\($0)" } ?? ""
    let expected =
      "\(type).\(kind.name)<\(kind.type)>\(parameter), scope \(kind.scope), declared at "
    #expect(text.hasPrefix(expected + #fileID + ":"))
    #expect(String(reflecting: kind.factory(container)) == text)
    #expect(container.calls.value == 0)
  }

  @Test(
    "A mirror has the same parts, and not the closure", arguments: DescribedContainer.kinds)
  private func mirror(_ kind: Kind) throws {
    let factory = kind.factory(container)
    let children = Mirror(reflecting: factory).children.map { ($0.label, $0.value as? String) }
    let labels = ["container", "name", "type", "parameter", "scope", "declaration"]
    #expect(children.map(\.0) == labels.filter { $0 != "parameter" || kind.parameter != nil })
    let values = children.compactMap(\.1)
    #expect(values.count == children.count)
    #expect(values.starts(with: [type, kind.name, kind.type]))
    #expect(values.contains(kind.scope))
    #expect(container.calls.value == 0)
  }

  @Test("The scope is the one that a resolution would use")
  func scopes() {
    #expect("\(container.inheriting)".contains(", scope unique,"))
    container.manager.defaultScope = .cached
    #expect("\(container.inheriting)".contains(", scope cached,"))
    #expect("\(container.inheriting.graph)".contains(", scope graph,"))
    container.inheriting.scope(.shared)
    #expect("\(container.inheriting)".contains(", scope shared,"))
    container.inheriting.reset()
    #expect("\(container.inheriting)".contains(", scope cached,"))
    #expect("\(container.session)".contains(", scope custom cached,"))
  }

  @Test("The stored closures of throwing and asynchronous factories have no children in a mirror")
  func storedClosures() {
    let closures: [Any] = [
      ThrowingClosure { () throws(SettingsError) in 1 },
      ThrowingParameterClosure { (_: Int) throws(SettingsError) in 1 },
      AsyncClosure { () async throws(SettingsError) in 1 },
      AsyncParameterClosure { (_: Int) async throws(SettingsError) in 1 },
    ]
    for closure in closures { #expect(Mirror(reflecting: closure).children.isEmpty) }
  }
}

extension String {
  /// The name of a type without the part that stands for its file.
  fileprivate var withoutUnknownContexts: String {
    var parts = split(separator: ".").map(String.init)
    parts.removeAll { $0.hasPrefix("(unknown context") }
    return parts.joined(separator: ".")
  }
}
