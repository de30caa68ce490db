// Factory, MIT licence; see LICENSE
//
// The frames of asynchronous resolutions: which ones a task retains, and to which one it belongs.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private final class FrameContainer: ManagedContainer {
  let manager = ContainerManager()
  let numbers = LockedArray<Int>()
  let immediate = LockedValue<Task<Void, Never>?>(nil)
}

extension FrameContainer {
  /// Each page starts a task that resolves the next one, and ends when that has begun. The next one
  /// goes on when this page's resolution has ended, so at most two pages are being loaded at once.
  fileprivate var page: AsyncParameterFactory<Page, Int, Never> { self { await self.load($0) } }
  fileprivate var cachedPage: AsyncParameterFactory<Page, Int, Never> {
    self { await self.load($0) }.scopeOnParameters.cached
  }

  private func load(_ page: Page) async -> Int {
    page.hasBegun.open()
    await page.previousHasEnded?.wait()
    var frames = 0
    var next = TaskFrame.current
    while let frame = next {
      frames += 1
      next = frame.outer
    }
    numbers.append(frames)
    guard page.number < 100 else {
      page.isLast.open()
      return page.number
    }
    let following = Page(after: page)
    Task { await self.resolve(following) }
    await following.hasBegun.wait()
    return page.number
  }

  fileprivate func resolve(_ page: Page) async {
    _ = page.isCached ? await cachedPage(page) : await self.page(page)
    page.hasEnded.open()
  }

  fileprivate var plain: AsyncFactory<Int, Never> { self { 1 } }
  fileprivate var dependency: Factory<Int> { self { 2 } }
}

private final class Page: Hashable, Sendable {
  let number: Int
  let isCached: Bool
  let previousHasEnded: TaskGate?
  let isLast: TaskGate
  let hasBegun = TaskGate()
  let hasEnded = TaskGate()

  init(isCached: Bool) {
    (number, self.isCached, previousHasEnded, isLast) = (0, isCached, nil, TaskGate())
  }

  init(after page: Page) {
    (number, isCached) = (page.number + 1, page.isCached)
    (previousHasEnded, isLast) = (page.hasEnded, page.isLast)
  }

  static func == (lhs: Page, rhs: Page) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@Suite("Frames of asynchronous resolutions") struct AsyncResolutionFrameTests {
  private let container = FrameContainer()

  @Test(
    "Tasks that start each other, and end before the next one, retain only a few frames",
    arguments: [false, true])
  func pages(_ areCached: Bool) async {
    let first = Page(isCached: areCached)
    await container.resolve(first)
    await first.isLast.wait()
    // The page, the one before it, which has just ended, and the one whose tree is in use.
    #expect(container.numbers.elements.max()! <= 4)
    container.manager.reset()
  }

  /// The frame of a resolution inside of another one.
  private func make(inside outer: TaskFrame? = nil) -> TaskFrame {
    TaskFrame.taskLocal.withValue(outer) {
      .beginAsynchronous(
        container.manager, container.plain._definition.declaration,
        AsyncFactory<Int, Never>._types, nil)
    }
  }

  @Test("A resolution that has ended is not part of the chain")
  func endedInChain() {
    let outer = make()
    let inner = make(inside: outer)
    outer.endAsynchronous(isBuilding: false)
    #expect(inner.chainDescription.count == 1)
  }

  @Test("A long chain of frames is released without exhausting the stack")
  func longChain() {
    var frame = make()
    weak var first: TaskFrame?
    first = frame
    for _ in 0..<200_000 { frame = make(inside: frame) }
    #expect(first != nil)
    frame = make()
    #expect(first == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task that a watcher starts may wait for the construction that has called the watcher")
  func taskOfWatcher() async throws {
    let container = container
    let started = LockedValue<WatchedTask<Int>?>(nil)
    var service: AsyncFactory<Int, Never> {
      AsyncFactory(container, key: "service") {
        let number = container.dependency()
        await started.withLock { $0 }?.suspended()
        return number
      }.cached
    }
    let watch = container.manager.watch { event in
      guard event.factory.contains("dependency") else { return }
      let task = WatchedTask {
        await AsyncFactory<Int, Never>(container, key: "service") { 3 }.cached()
      }
      started.withLock { $0 = task }
    }
    #expect(await service() == 2)
    #expect(try await started.withLock { $0 }?.value == 2)
    watch.cancel()
    container.manager.reset()
  }

  #if compiler(>=6.2)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("An immediate task that a decorator starts does not belong to the decorated resolution")
    func immediateTask() async {
      let container = container
      defer { container.manager.reset() }
      container.plain.decorator { number in
        guard container.numbers.count == 0 else { return }
        container.numbers.append(number)
        container.immediate.withLock { $0 = Task.immediate { _ = await container.plain() } }
      }
      #expect(await container.plain() == 1)
      await container.immediate.withLock { $0 }?.value
      #expect(container.numbers.elements == [1])
    }
  #endif
}
