// Factory, MIT licence; see LICENSE
//
// That the stand-in behaves as SwiftUI does where the tests of the library rely on it.
import Combine
import Observation
import SwiftUI
import Testing

@MainActor private final class Model: ObservableObject {
  @Published var name = "first"
}

private struct StateScreen: View {
  @State var count = 0
  let title: String
  var body: some View {
    Text("\(title) \(count)")
    Button("add") { count += 1 }
  }
}

private struct ObservingScreen: View {
  @ObservedObject var model: Model
  var body: some View { TextField("Name", text: $model.name) }
}

private struct BindableScreen: View {
  @Observable final class Model {
    var name = "first"
  }
  @Bindable var model: Model
  init(model: Model) { _model = Bindable(model) }
  var body: some View { TextField("Name", text: $model.name) }
}

private struct TaskScreen: View {
  let log: Model
  var body: some View {
    Text(log.name)
      .onAppear { log.name = "appeared" }
      .task { log.name += ", run" }
  }
}

@Suite("The stand-in") @MainActor struct HostTests {
  @Test("State belongs to the place, other fields to the value")
  func state() {
    let host = ViewHost(StateScreen(title: "a"))
    host.press("add")
    #expect(host.shows("a 1"))
    host.show(StateScreen(title: "b"))
    #expect(host.shows("b 1"))
  }

  @Test("State outside a place is its initial value")
  func stateOutside() {
    let screen = StateScreen(title: "a")
    screen.count = 5
    screen.$count.wrappedValue = 6
    #expect(screen.count == 0)
  }

  @Test("State in two places is two states")
  func statePlaces() {
    let host = ViewHost(
      VStack {
        StateScreen(title: "a")
        StateScreen(title: "b")
      })
    host.press("add")
    #expect(host.shows("a 1") && host.shows("b 0"))
  }

  @Test("An observed object's change shows, also of one that came later")
  func observedObject() {
    let (first, second) = (Model(), Model())
    let host = ViewHost(ObservingScreen(model: first))
    first.name = "changed"
    #expect(host.isInvalid)
    host.show(ObservingScreen(model: second))
    #expect(host.texts == ["first"])
    first.name = "unseen"
    #expect(!host.isInvalid)
    host.enter("entered", into: "Name")
    #expect(second.name == "entered" && host.texts == ["entered"])
  }

  @Test("A bindable object's properties have bindings")
  func bindable() {
    let host = ViewHost(BindableScreen(model: BindableScreen.Model()))
    host.enter("entered", into: "Name")
    #expect(host.texts == ["entered"])
  }

  @Test("What appears runs its action and its task once")
  func lifecycle() async {
    let model = Model()
    let host = ViewHost(TaskScreen(log: model))
    await host.settle()
    host.show(TaskScreen(log: model))
    await host.settle()
    #expect(host.texts == ["appeared, run"])
  }

  @Test("Publishers of published properties send before the change")
  func published() {
    let model = Model()
    var seen: [String] = []
    let values = model.$name.sink { seen.append($0) }
    let changes = model.objectWillChange.sink { seen.append("will change from \(model.name)") }
    model.name = "second"
    #expect(seen == ["first", "will change from first", "second"])
    changes.cancel()
    values.cancel()
    model.name = "third"
    #expect(seen.count == 3)
  }

  @Test("A binding reads and writes what its closures do")
  func binding() {
    let model = Model()
    let binding = Binding(get: { model.name }, set: { model.name = $0 })
    binding.wrappedValue = "written"
    #expect(model.name == "written" && binding.wrappedValue == "written")
  }
}
