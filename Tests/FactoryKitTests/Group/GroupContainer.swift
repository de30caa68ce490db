// Factory, MIT licence; see LICENSE
//
// The groups that the tests resolve, and their members.
import FactoryTestSupport
import FactoryTesting
import Testing

protocol Plugin: AnyObject, Sendable {
  var name: String { get }
}

final class NamedPlugin: Plugin {
  let name: String
  init(_ name: String) { self.name = name }
}

final class GroupContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = GroupContainer()
  let manager = ContainerManager()
  let built = Counter()
  private let registers: @Sendable (GroupContainer) -> Void

  init(registers: @escaping @Sendable (GroupContainer) -> Void = { _ in }) {
    self.registers = registers
  }

  func autoRegister() { registers(self) }

  func make(_ name: String) -> any Plugin {
    built.increment()
    return NamedPlugin(name)
  }
}

/// Another container, with a member for the group of the first one.
final class OtherGroupContainer: SharedContainer {
  @TaskLocal static var shared = OtherGroupContainer()
  let manager = ContainerManager()
}

extension GroupContainer {
  var plugins: FactoryGroup<any Plugin> { group() }
  var longForm: FactoryGroup<any Plugin> { FactoryGroup(self, key: "plugins of both") }
  var sameKey: FactoryGroup<any Plugin> { group(key: "plugins of both") }
  var kept: FactoryGroup<any Plugin> { group().cached }
  var keptByProcess: FactoryGroup<any Plugin> { group().add(\GroupContainer.csv).singleton }
  /// Adds members on every read.
  var defined: FactoryGroup<any Plugin> {
    let name = "closure"
    return group().add(\GroupContainer.csv).add(order: -1) { NamedPlugin(name) }
  }
  var numbers: FactoryGroup<Int> { group() }

  var csv: Factory<any Plugin> { self { self.make("csv") }.cached }
  var json: Factory<any Plugin> { self { self.make("json") } }
  var xml: Factory<any Plugin> { self { self.make("xml") }.shared }
  var missing: Factory<any Plugin> { required() }
  /// Needs the group that it may be a member of.
  var greedy: Factory<any Plugin> {
    self { NamedPlugin(self.plugins().map(\.name).joined()) }
  }
}

extension OtherGroupContainer {
  var other: Factory<any Plugin> { self { NamedPlugin("other") }.cached }
}

/// Those of `Container`, which need no root in their key paths.
extension Container {
  var groupedPlugins: FactoryGroup<any Plugin> { group() }
  var groupedPlugin: Factory<any Plugin> { self { NamedPlugin("in Container") }.cached }
}

extension [any Plugin] {
  var names: [String] { map(\.name) }
}

extension Trait where Self == ContainerTrait<GroupContainer> {
  static var groupContainer: Self {
    .init(shared: GroupContainer.$shared, container: GroupContainer())
  }
}

extension Trait where Self == ContainerTrait<OtherGroupContainer> {
  static var otherGroupContainer: Self {
    .init(shared: OtherGroupContainer.$shared, container: OtherGroupContainer())
  }
}
