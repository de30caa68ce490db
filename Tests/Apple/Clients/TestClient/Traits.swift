// Factory, MIT licence; see LICENSE
//
// Tests that use each form of FactoryTesting.
import FactoryTesting
import Testing

final class Clock: Sendable {}
@MainActor final class Screen { nonisolated init() {} }

extension Container {
  var clock: Factory<Clock> { self { Clock() } }
  var formatter: Factory<Clock> { self { Clock() }.testable }
  var screen: MainActorFactory<Screen> { self { Screen() } }
  @MainActor var isolated: Factory<Screen> { self { Screen() } }
  var connection: AsyncFactory<Clock, any Error> { self { Clock() }.singleton }
}

final class TestedContainer: SharedContainer {
  @TaskLocal static var shared = TestedContainer()
  let manager = ContainerManager()
}

extension TestedContainer {
  var clock: Factory<Clock> { self { Clock() } }
}

extension Trait where Self == ContainerTrait<TestedContainer> {
  static var tested: ContainerTrait<TestedContainer> {
    .init(shared: TestedContainer.$shared, container: .init())
  }
}

@Suite(.container(.strict, allowing: \.clock)) struct StrictTests {
  @Test(
    .container([.strict, .freshSingletons]) {
      $0.clock.register { Clock() }
      $0.screen.register { Screen() }
      await $0.isolated.register { Screen() }
    })
  func registers() async throws { _ = try await Container.shared.connection() }
}

@Suite(.container) struct ContainerTests {
  @Test(.container { $0.clock.register { Clock() } }) func own() { _ = Container.shared.clock() }
  @Test(.tested) func custom() { _ = TestedContainer.shared.clock() }
  @Test(.container, .tested) func both() {}
  @Test(.tested(.strict, allowing: \.clock) { $0.clock.register { Clock() } }) func options() {}
  @Test(.container, arguments: [1, 2]) func cases(_ number: Int) { #expect(number > 0) }
}

func useTestContainers() async throws {
  withTestContainer { _ = Container.shared.clock() }
  withTestContainer {
    $0.clock.register { Clock() }
  } operation: {
    _ = Container.shared.clock()
  }
  withTestContainer(.strict, allowing: \.clock) { _ = Container.shared.clock() }
  await withTestContainer { _ = try? await Container.shared.connection() }
  withTestContainer(TestedContainer.$shared, TestedContainer()) {
    _ = TestedContainer.shared.clock()
  }
}
