// Factory, MIT licence; see LICENSE
//
// `withTestContainer`, for XCTest and plain functions.
import FactoryKitTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var asyncNumber: AsyncFactory<Int, Never> { self { 0 } }
  fileprivate var existing: Factory<StrictService> { self { StrictService() }.singleton }
}

@Suite(.container, .collectsIssues) struct WithTestContainerTests {
  @Test("An operation runs with a container of its own, which the transformation has changed")
  func synchronous() {
    let outer = Container.shared
    outer.number.register { 1 }
    let number = withTestContainer {
      #expect(Container.shared === $0)
      #expect($0.number() == 0)
      $0.number.register { 2 }
    } operation: {
      #expect(Container.shared !== outer)
      return Container.shared.number()
    }
    #expect(number == 2)
    #expect(Container.shared === outer)
    #expect(outer.number() == 1)
  }

  @Test("Only the operation is required")
  func operationOnly() async {
    let outer = Container.shared
    let isOther = withTestContainerOfFunction { Container.shared !== outer }
    #expect(isOther)
    let isOtherAgain = await withTestContainer {
      await Task.yield()
      return Container.shared !== outer
    }
    #expect(isOtherAgain)
  }

  @Test("Asynchronous closures run on the caller's actor, and may change its state") @MainActor
  func asynchronous() async {
    var numbers: [Int] = []
    let number = await withTestContainer(.strict) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      $0.asyncNumber.register { 3 }
      numbers.append(1)
    } operation: {
      MainActor.assertIsolated()
      let number = await Container.shared.asyncNumber()
      MainActor.assertIsolated()
      numbers.append(number)
      return number
    }
    #expect(number == 3)
    #expect(numbers == [1, 3])
  }

  @Test("An error that the operation throws is rethrown, and the container is restored")
  func rethrown() async {
    let outer = Container.shared
    #expect(throws: StrictError.self) {
      try withTestContainer(.strict) { throw StrictError.failed }
    }
    await #expect(throws: StrictError.self) {
      try await withTestContainer(.strict) { _ in
      } operation: {
        await Task.yield()
        throw StrictError.failed
      }
    }
    #expect(Container.shared === outer)
  }

  @Test("Singletons that exist are visible, those of the operation are its own")
  func singletons() {
    let before = Container.shared.existing()
    withTestContainer {
      #expect(Container.shared.existing() === before)
      Container.shared.existing.reset()
      #expect(Container.shared.existing() !== before)
    }
    #expect(Container.shared.existing() === before)
    withTestContainer(.freshSingletons) {
      #expect(Container.shared.existing() !== before)
    }
    #expect(Container.shared.existing() === before)
  }

  @Test("A strict container reports in the current test, and allows what is listed")
  func strict() {
    let messages = issues {
      withTestContainer(.strict, allowing: \.number, \.strictClock) {
        $0.strictOther.register { StrictService() }
      } operation: {
        _ = (Container.shared.number(), Container.shared.strictClock()())
        _ = (Container.shared.strictPlain(), Container.shared.strictOther())
      }
    }
    #expect(factories(messages) == ["strictPlain"])
  }

  /// Not asynchronous, so the compiler chooses the synchronous function.
  private func withTestContainerOfFunction(_ body: () -> Bool) -> Bool {
    withTestContainer { body() }
  }
}
