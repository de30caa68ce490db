// Factory, MIT licence; see LICENSE
//
// The option that leaves out `autoRegister`.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class WiredContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = WiredContainer()
  let manager = ContainerManager()

  func autoRegister() { service.register { "wired" } }
}

extension WiredContainer {
  fileprivate var service: Factory<String> { self { "definition" } }
}

extension Trait where Self == ContainerTrait<WiredContainer> {
  fileprivate static var wired: Self {
    .init(shared: WiredContainer.$shared, container: WiredContainer())
  }
}

@Suite("The option withoutAutoRegister") struct WithoutAutoRegisterTests {
  @Test("autoRegister does not run, nor does a reset make it run", .wired(.withoutAutoRegister))
  func reset() {
    let container = WiredContainer.shared
    #expect(container.service() == "definition")
    container.reset()
    #expect(container.service() == "definition")
    container.manager.push()
    container.reset(options: .registration)
    container.manager.pop()
    #expect(container.service() == "definition")
  }

  @Test(
    "The trait's closure may register",
    .wired(.withoutAutoRegister) { $0.service.register { "test" } })
  func transform() { #expect(WiredContainer.shared.service() == "test") }

  @Test("It applies to its own container only", .wired, .container(.withoutAutoRegister))
  func otherContainer() { #expect(WiredContainer.shared.service() == "wired") }

  @Test("Neither does a pop of what was pushed before the test")
  func pop() {
    let container = WiredContainer()
    container.manager.push()
    withTestContainer(WiredContainer.$shared, container, .withoutAutoRegister) {
      container.manager.pop()
      #expect(container.service() == "definition")
    }
  }

  @Test("A container whose autoRegister has run goes on as before")
  func used() {
    let container = WiredContainer()
    #expect(container.service() == "wired")
    withTestContainer(WiredContainer.$shared, container, .withoutAutoRegister) {
      #expect(container.service() == "wired")
      container.reset()
      #expect(container.service() == "wired")
    }
  }

  @Test("A strict test reports what autoRegister would have registered", .collectsIssues)
  func strict() {
    let messages = issues {
      withTestContainer(
        WiredContainer.$shared, WiredContainer(), [.strict, .withoutAutoRegister]
      ) {
        #expect(WiredContainer.shared.service() == "definition")
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("WiredContainer.service<") == true, "\(messages)")
  }

  @Test("withTestContainer takes it with an asynchronous closure, too")
  func asynchronous() async {
    await withTestContainer(WiredContainer.$shared, WiredContainer(), .withoutAutoRegister) {
      await Task.yield()
      #expect(WiredContainer.shared.service() == "definition")
    }
  }
}
