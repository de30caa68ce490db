// Factory, MIT licence; see LICENSE
//
// Which results of asynchronous factories are cached. The tests of all kinds have how long they live.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Scopes of async factories", .container) struct AsyncScopeTests {
  private let container = AsyncContainer()

  @Test("An optional result that is nil is not cached")
  func nilResult() async throws {
    let count = Counter()
    container.optional.register {
      count.increment()
      return nil
    }
    #expect(try await container.optional() == nil)
    #expect(try await container.optional() == nil)
    #expect(count.value == 2)
  }

  @Test("An optional result that is not nil is cached")
  func someResult() async throws {
    #expect(try await container.optional() === container.optional())
  }

  @Test("A value type in the shared scope is not cached")
  func valueInShared() async {
    let count = Counter()
    func factory() -> AsyncFactory<Int, Never> {
      AsyncFactory(container, key: "AsyncScopeTests.value") { count.increment() }.shared
    }
    #expect(await factory()() == 1)
    #expect(await factory()() == 2)
  }
}
