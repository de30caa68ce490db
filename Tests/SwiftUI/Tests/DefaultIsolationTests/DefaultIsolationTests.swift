// Factory, MIT licence; see LICENSE
//
// A view and its models without any annotation, in a module that is isolated to the main actor by
// default. Extensions of containers are nonisolated there, so factories of isolated objects are
// `@MainActor`. Tests/DefaultIsolation tests the rest of the interface in this mode.
import Combine
import FactoryTesting
import Observation
import SwiftUI
import Testing

private protocol Greeting: AnyObject {
  func greet(_ name: String) -> String
}

private final class Hello: Greeting {
  func greet(_ name: String) -> String { "Hello, \(name)" }
}

private final class Mock: Greeting {
  func greet(_ name: String) -> String { "mock" }
}

@Observable private final class GreetingModel {
  @ObservationIgnored @Injected(\.greeting) private var greeting
  @ObservationIgnored @LazyInjected(\.greeting) private var lazy
  var name = "Ada"
  var text: String { greeting.greet(name) }
  var lazyText: String { lazy.greet(name) }
}

private final class CountingModel: ObservableObject {
  @Published var count = 0
}

extension Container {
  @MainActor fileprivate var greeting: Factory<any Greeting> { self { Hello() } }
  @MainActor fileprivate var greetingModel: Factory<GreetingModel> { self { GreetingModel() } }
  @MainActor fileprivate var countingModel: Factory<CountingModel> { self { CountingModel() } }
}

private struct GreetingView: View {
  @InjectedObservable(\.greetingModel) private var model
  @InjectedObject(\.countingModel) private var counting

  var body: some View {
    TextField("Name", text: $model.name)
    Text(model.text)
    Button("count \(counting.count)") { counting.count += 1 }
  }
}

private struct GreetingText: View {
  @InjectedContainer private var container
  var body: some View { Text(container.greeting().greet("")) }
}

private struct ContainedView: View {
  let container: Container
  var body: some View {
    Group {
      GreetingView()
      GreetingText()
    }.container(container)
  }
}

#Preview(traits: .container { $0.greeting.register { Mock() } }) {
  GreetingView()
}

#Preview {
  Container.shared.greeting.preview { Mock() }
  GreetingView()
}

@Suite("Default isolation", .container) struct DefaultIsolationTests {
  @Test("Views and models need no annotations")
  func works() {
    let host = ViewHost(GreetingView())
    #expect(host.texts == ["Ada", "Hello, Ada", "count 0"])
    host.enter("Grace", into: "Name")
    host.press("count 0")
    #expect(host.texts == ["Grace", "Hello, Grace", "count 1"])
  }

  @Test("A container of a view needs no annotations")
  func container() {
    let container = Container(parent: .shared)
    container.greeting.register { Mock() }
    let host = ViewHost(ContainedView(container: container))
    #expect(host.texts == ["Ada", "mock", "count 0", "mock"])
  }

  @Test("Previews need no annotations")
  func preview() {
    let preview = Preview {
      Container.preview { $0.greeting.register { Mock() } }
      GreetingView()
    }
    #expect(ViewHost(preview.make()).shows("mock"))
  }
}
