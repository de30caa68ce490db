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
    func order() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = Container()
        Lock().withLock { container.manager.store.withState { _ in } }
      }
      #expect(
        text(result).contains("takes a lock of rank container inside one of rank leaf"))
    }

    @Test("A change of what lookups depend on traps if children would not be told")
    func untold() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Container().manager.store.withState { $0.publishFlags() }
      }
      #expect(text(result).contains("a change of a store needs `withLock`"))
    }

    @Test("A resolution inside a lock traps")
    func userCode() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = Factory(Container()) { 1 }
        Lock().withLock { _ = factory() }
      }
      // Without the hit table, it takes the container's lock first.
      #expect(
        text(result).contains(
          Effort.hasHitTable ? "runs user code inside" : "inside one of rank leaf"))
    }

    @Test("The locks of two containers at once trap")
    func stores() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let child = Container(parent: Container())
        child.manager.store.withState { _ in child.manager.parent!.store.withState { _ in } }
      }
      #expect(text(result).contains("takes a lock of rank container inside one of rank container"))
    }

    @Test("A slot that is used without its store's lock traps")
    func withoutLock() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var core = factory_core()
        withUnsafeMutablePointer(to: &core) { core in
          var state = StoreState(core)
          let key = Container().number.key
          state.withSlot(state.add(key, 0, Settings.empty, nil), nil) { _, _ in }
        }
      }
      #expect(text(result).contains("uses what the lock of a store guards without holding one"))
    }

    @Test("A reader that ends a protection which is not in progress traps")
    func protection() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var slot = factory_hazard()
        Retirement.endProtection(&slot)
      }
      #expect(
        text(result).contains("a reader ends a protection that is not in progress"))
    }

    @Test("An object of another class than the assumed one traps")
    func classes() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = assumedObject(Other(), StrongBox<Int>.self)
      }
      #expect(text(result).contains("invalid unsafeDowncast"))
    }
  }

  extension Container {
    fileprivate var number: Factory<Int> { self { 1 } }
  }

  extension Factory {
    fileprivate var key: factory_key { _definition.declaration.key(Self._types) }
  }
#endif
