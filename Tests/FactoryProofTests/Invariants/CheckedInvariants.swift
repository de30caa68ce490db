// Factory, MIT licence; see LICENSE
//
// Debug builds check the invariants of Engine.md: the order of locks, that no lock is held while user code runs,
// the classes of objects that are cast without a check, and the protection of instances by readers.
import FactoryCore
import Testing

@testable import FactoryKitCore

#if DEBUG
  private final class Other {}

  @Suite("Checked invariants") struct CheckedInvariants {
    @Test("A lock of a container inside one of a leaf traps and names both")
    func order() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let container = Container()
        Lock().withLock { container.manager.core.withState { _ in } }
      }
      #expect(
        result.text.contains("takes a lock of rank container inside one of rank leaf"))
    }

    @Test("A leaf lock inside another one traps")
    func leaves() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        Lock().withLock { Lock().withLock {} }
      }
      #expect(result.text.contains("takes a lock of rank leaf inside one of rank leaf"))
    }

    @Test("A resolution inside a lock traps")
    func userCode() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let factory = Factory(Container()) { 1 }
        Lock().withLock { _ = factory() }
      }
      #expect(result.text.contains("runs user code inside a lock of rank leaf"))
    }

    @Test("A state machine that is used without its cell's lock traps")
    func withoutLock() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let cell = Cell.allocate()
        LockedCell(cell: cell).withMachine(of: nil) { _ in }
      }
      #expect(result.text.contains("uses what a lock of rank cell guards without holding one"))
    }

    @Test("A reader that ends a protection which is not in progress traps")
    func protection() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        var slot = factory_hazard()
        Retirement.endProtection(&slot)
      }
      #expect(
        result.text.contains("a reader ends a protection that is not in progress"))
    }

    @Test("An object of another class than the assumed one traps")
    func classes() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = assumedObject(Other(), StrongBox<Int>.self)
      }
      #expect(result.text.contains("invalid unsafeDowncast"))
    }

    @Test("Locks may be taken in the order of their ranks, and again after their release")
    func allowed() {
      let container = Container()
      let leaf = Lock()
      for _ in 0..<2 {
        container.manager.core.withState { _ in leaf.withLock {} }
        leaf.withLock {}
      }
      #expect(Factory(container) { 1 }() == 1)
    }
  }

  extension ExitTest.Result {
    fileprivate var text: String { String(decoding: standardErrorContent, as: UTF8.self) }
  }
#endif
