// Factory, MIT licence; see LICENSE
//
// Tasks that a factory's closure starts with `Task { }`, and that outlive the resolution.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class OutlivingContainer: SharedContainer {
  @TaskLocal static var shared = OutlivingContainer()
  let manager = ContainerManager()
  let task = LockedValue<Task<(TestService, TestService), Never>?>(nil)
  let (begun, gate) = (TaskGate(), TaskGate())
}

extension OutlivingContainer {
  /// Its closure starts a task that resolves `pair`, and returns before that has ended.
  var root: AsyncFactory<TestService, Never> {
    self { [unowned self] in
      task.withLock { $0 = Task { await self.pair() } }
      await begun.wait()
      return TestService("root")
    }
  }
  fileprivate var pair: AsyncFactory<(TestService, TestService), Never> {
    self { [unowned self] in
      begun.open()
      await gate.wait()
      return await (middle(), middle())
    }
  }
  fileprivate var middle: AsyncFactory<TestService, Never> { self { await self.leaf() } }
  fileprivate var leaf: AsyncFactory<TestService, Never> { self { TestService("leaf") }.graph }

  fileprivate var byParameter: AsyncParameterFactory<Document, Reader, Never> {
    self { _ in Reader() }
  }
  fileprivate var cachedByParameter: AsyncParameterFactory<Document, Reader, Never> {
    self { _ in Reader() }.cached
  }

  fileprivate var priority: AsyncFactory<TaskPriority, Never> {
    self { Task.currentPriority }.cached
  }
}

private final class Document: Sendable {}

/// Has a task of its own, which inherits the resolution that has created it.
private final class Reader: Sendable {
  let gate = TaskGate()
  let task: Task<Void, Never>

  init() {
    let gate = gate
    task = Task { await gate.wait() }
  }
}

@Suite("Tasks that outlive a resolution") struct AsyncOutlivingTests {
  @Test("A resolution that has outlived the outermost one shares graph instances")
  func graph() async {
    let container = OutlivingContainer()
    _ = await container.root()
    container.gate.open()
    let pair = await container.task.withLock { $0 }!.value
    #expect(pair.0 === pair.1)
  }

  @Test(
    "A task that outlives the resolution does not retain the parameter", arguments: [false, true])
  func parameter(_ isCached: Bool) async {
    let container = OutlivingContainer()
    weak var parameter: Document?
    let reader: Reader
    do {
      let document = Document()
      parameter = document
      reader =
        await isCached
        ? container.cachedByParameter(document) : container.byParameter(document)
    }
    #expect(parameter == nil)
    reader.gate.open()
    await reader.task.value
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("A construction has the priority to which the first task was raised before it asked")
    func priority() async {
      let container = OutlivingContainer()
      let (hasBegun, gate) = (TaskGate(), TaskGate())
      let task = Task.detached(priority: .background) {
        hasBegun.open()
        await gate.wait()
        return await container.priority()
      }
      await hasBegun.wait()
      task.escalatePriority(to: .high)
      gate.open()
      #expect(await task.value == .high)
    }
  #endif
}
