// Factory, MIT licence; see LICENSE
//
// Resolving on a given actor.
import FactoryTesting
import Testing

@globalActor
private actor TestActor {
  static let shared = TestActor()
}

@TestActor
private final class Index {
  let size: Int
  init(size: Int = 1) {
    TestActor.shared.assertIsolated()
    self.size = size
  }
}

extension Container {
  @TestActor fileprivate var index: Factory<Index> { self { Index() }.cached }
  @TestActor fileprivate var sizedIndex: ParameterFactory<Int, Index> { self { Index(size: $0) } }
}

@Suite("Resolving on an actor", .container) struct GlobalActorTests {
  @Test("A factory is resolved on the given actor instance")
  func instance() async {
    let index = await Container.shared.index.resolveOnGlobalActor(TestActor.shared)
    #expect(await Container.shared.index.resolveOnGlobalActor(TestActor.shared) === index)
  }

  @Test("A factory with a parameter is resolved on the given actor instance")
  func parameters() async {
    let index = await Container.shared.sizedIndex
      .resolveOnGlobalActor(TestActor.shared, parameters: 3)
    #expect(index.size == 3)
  }

  @Test("The type of the actor may be given instead")
  func type() async {
    let index = await Container.shared.index.resolveOnGlobalActor(TestActor.self)
    let sized = await Container.shared.sizedIndex.resolveOnGlobalActor(TestActor.self, 3)
    #expect(index.size + sized.size == 4)
  }

  @Test("The main actor may be given like any other")
  func mainActor() async {
    let factory = await Container.shared.mainActorNumber
    #expect(await factory.resolveOnGlobalActor(MainActor.shared) == 7)
  }

  @Test("On the actor itself nothing is awaited")
  @TestActor func onTheActor() {
    #expect(Container.shared.index().size == 1)
    #expect(Container.shared.sizedIndex(2).size == 2)
  }
}

extension Container {
  @MainActor fileprivate var mainActorNumber: Factory<Int> {
    self {
      MainActor.assertIsolated()
      return 7
    }
  }
}
