// Factory, MIT licence; see LICENSE
//
// Traits of containers with factories that wait, fail or belong to the main actor.
import FactoryTestSupport
import FactoryTesting
import Testing

private let seenModels = LockedValue([StrictModel]())

@Suite struct FactoryKindTraitTests {
  private var container: StrictContainer { .shared }

  @Test(
    "A trait's closure registers every kind of factory without await",
    .strictContainer {
      $0.plain.register { StrictService("trait") }
      $0.throwing.register { StrictService("trait") }
      $0.throwingWithParameter.register { StrictService("trait \($0)") }
      $0.asyncCached.register { StrictService("trait") }
      $0.asyncWithParameter.register { StrictService("trait \($0)") }
      $0.onMainActor.register { StrictModel("trait") }
      $0.onMainActorWithParameter.register { StrictModel("trait \($0)") }
    })
  func register() async throws {
    #expect(container.plain().name == "trait")
    #expect(try container.throwing().name == "trait")
    #expect(try container.throwingWithParameter(1).name == "trait 1")
    #expect(try await container.asyncCached().name == "trait")
    #expect(await container.asyncWithParameter(2).name == "trait 2")
    #expect(await container.onMainActor().name == "trait")
    #expect(await container.onMainActorWithParameter(3).name == "trait 3")
  }

  @Test(
    "A trait's closure calls a function that registers them, also for a test on the main actor",
    .strictContainer { $0.registerMocks() })
  @MainActor func function() async throws { try await container.expectMocks() }

  @Test(
    "A trait's closure registers closures that suspend or throw",
    .strictContainer {
      $0.throwing.register { throw StrictError.failed }
      $0.throwingWithParameter.register { (_: Int) throws(StrictError) in throw .failed }
      $0.asyncCached.register {
        await Task.yield()
        throw StrictError.failed
      }
      $0.asyncWithParameter.register { number in
        await Task.yield()
        return StrictService("late \(number)")
      }
    })
  func failing() async {
    #expect(throws: StrictError.failed) { try container.throwing() }
    #expect(throws: StrictError.failed) { try container.throwingWithParameter(4) }
    await #expect(throws: StrictError.failed) { try await container.asyncCached() }
    #expect(await container.asyncWithParameter(5).name == "late 5")
  }

  @Test(
    "A trait's closure sets decorators and contexts of main-actor factories",
    .strictContainer {
      $0.onMainActor.context(.simulator, .device) { StrictModel("context") }
      $0.onMainActorWithParameter.decorator { model in seenModels.withLock { $0.append(model) } }
    })
  func modifiers() async {
    #expect(await container.onMainActor().name == "context")
    let model = await container.onMainActorWithParameter(1)
    #expect(seenModels.withLock { $0.contains { $0 === model } })
  }

  @Test("Each case has its own instances and registrations", .strictContainer, arguments: 0..<8)
  func cases(number: Int) async throws {
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.asyncCached.resolvedOrNil() == nil)
    container.throwing.register { StrictService("\(number)") }
    container.asyncCached.register { StrictService("\(number)") }
    container.onMainActor.register { StrictModel("\(number)") }
    await Task.yield()
    #expect(try container.throwing().name == "\(number)")
    #expect(try await container.asyncCached().name == "\(number)")
    #expect(await container.onMainActor().name == "\(number)")
  }

  @Test(
    "A construction of an asynchronous factory has the container of its test",
    .strictContainer { $0.registerMocks() })
  func inheritance() async throws {
    container.asyncCached.register {
      await Task.yield()
      return StrictService("with \(try StrictContainer.shared.throwing().name)")
    }
    #expect(try await container.asyncCached().name == "with mock")
  }
}
