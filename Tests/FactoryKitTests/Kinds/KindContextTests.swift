// Factory, MIT licence; see LICENSE
//
// Contexts of every kind of factory.
import FactoryKitTestSupport
import FactoryTesting
import Testing

extension ProcessWide {
  @Suite("Contexts of every kind of factory", .container) struct KindContextTests {
    private let container = KindContainer()

    /// The label of an instance that is resolved while the context holds or does not hold. A factory
    /// chooses its closure when it is asked, so the context lasts until the resolution has ended.
    private func label(
      _ kind: TestedKind, _ scope: TestedScope = .unscoped, while context: TestedContext,
      holds: Bool
    ) async throws -> String {
      let factory = container.factory(kind, scope)
      return try await ProcessWide.withContext {
        context.set(holds, in: &$0)
      } _: {
        try await factory().label
      }
    }

    @Test(
      "A context, or the shortcut for it, selects its closure while it is active",
      arguments: TestedKind.allCases, TestedContext.allCases)
    func holds(kind: TestedKind, context: TestedContext) async throws {
      let expected = context.isHeeded ? "context 1" : "original 1"
      for byShortcut in [false, true] {
        let factory = container.factory(kind)
        factory.reset()
        if byShortcut {
          factory.shortcut(context) { TestService("context \($0)") }
        } else {
          factory.context(context.type) { TestService("context \($0)") }
        }
        #expect(try await label(kind, while: context, holds: true) == expected)
        if TestedContext.deniable.contains(context) {
          #expect(try await label(kind, while: context, holds: false) == "original 1")
        }
      }
    }

    @Test(
      "A context's closure may throw", arguments: TestedKind.failing,
      TestedContext.allCases.filter(\.isHeeded))
    func error(kind: TestedKind, context: TestedContext) async throws {
      container.factory(kind).shortcut(context) { _ in throw TestError(number: 50) }
      await #expect(throws: TestError(number: 50)) {
        try await label(kind, while: context, holds: true)
      }
    }

    @Test("A context takes precedence over a registration", arguments: TestedKind.allCases)
    func precedence(kind: TestedKind) async throws {
      container.factory(kind).register("registered")
      container.factory(kind).shortcut(.arg) { TestService("context \($0)") }
      #expect(try await label(kind, while: .arg, holds: true) == "context 1")
      #expect(try await label(kind, while: .arg, holds: false) == "registered 1")
    }

    @Test(
      "A context that becomes active does not evict the instance", arguments: TestedKind.allCases)
    func cached(kind: TestedKind) async throws {
      container.factory(kind, .cached).shortcut(.arg) { TestService("context \($0)") }
      #expect(try await label(kind, .cached, while: .arg, holds: false) == "original 1")
      #expect(try await label(kind, .cached, while: .arg, holds: true) == "original 1")
      container.factory(kind, .cached).reset(.scope)
      #expect(try await label(kind, .cached, while: .arg, holds: true) == "context 1")
    }

    @Test(
      "The instance of a context's closure is cached, and stays after a reset of the contexts",
      arguments: TestedKind.allCases)
    func ofContext(kind: TestedKind) async throws {
      container.factory(kind, .cached).shortcut(.arg) { TestService("context \($0)") }
      #expect(try await label(kind, .cached, while: .arg, holds: true) == "context 1")
      container.factory(kind, .cached).reset(.context)
      #expect(await container.factory(kind, .cached).existing()?.label == "context 1")
      #expect(try await container.factory(kind, .cached)().label == "context 1")
      #expect(container.calls.value == 0)
    }

    @Test(
      "A context's closure takes the parameter, and its instances are cached for each",
      arguments: TestedKind.withOnePerNumber)
    func parameter(kind: TestedKind) async throws {
      let factory = container.factory(kind, .cached)
      factory.context(.simulator) { TestService("simulator \($0)") }
      factory.context(.device) { TestService("device \($0)") }
      let place = FactoryContext.current.isSimulator ? "simulator" : "device"
      let three = try await factory(3)
      #expect(three.label == "\(place) 3")
      #expect(try await factory(4).label == "\(place) 4")
      #expect(try await factory(3) === three)
      #expect(container.calls.value == 0)
    }

    @Test("A reset of the contexts removes them", arguments: TestedKind.allCases)
    func reset(kind: TestedKind) async throws {
      container.factory(kind).shortcut(.arg) { TestService("context \($0)") }
      container.factory(kind).reset(.context)
      #expect(try await label(kind, while: .arg, holds: true) == "original 1")
    }
  }
}
