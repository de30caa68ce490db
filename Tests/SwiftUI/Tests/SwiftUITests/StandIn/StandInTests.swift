// Factory, MIT licence; see LICENSE
//
// That the stand-in behaves as SwiftUI does, or as its documentation says, where the tests of the
// library rely on it.
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
}

private struct LevelKey: EnvironmentKey {
  static let defaultValue = 0
}

extension EnvironmentValues {
  fileprivate var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

private struct LevelScreen: View {
  @Environment(\.level) var level
  var body: some View { Text("\(level)") }
}

/// Copies the environment before the body, through a property in a property.
private struct Copies: DynamicProperty {
  struct Inner: DynamicProperty {
    private let level = Environment(\.level)
    private(set) var copy = -1
    mutating func update() { copy = level.wrappedValue }
  }
  private(set) var inner = Inner()
  private(set) var copy = -1
  mutating func update() { copy = inner.copy }
}

private struct CopyScreen: View {
  private var copies = Copies()
  var body: some View { Text("\(copies.inner.copy) \(copies.copy)") }
}

private struct CountScreen: View {
  @State private var count = 0
  var body: some View {
    Text("\(count)")
    Button("add") { count += 1 }
  }
}

private struct Level: PreviewModifier {
  let level: Int
  func body(content: Content, context: Void) -> some View { content.environment(\.level, level) }
}

@Suite("The stand-in's environment") @MainActor struct EnvironmentTests {
  @Test("Values reach the views below, the nearest one wins, and siblings do not see it")
  func values() {
    let host = ViewHost(
      VStack {
        LevelScreen()
        Group { LevelScreen() }.environment(\.level, 2)
        LevelScreen()
      }.environment(\.level, 1))
    #expect(host.texts == ["1", "2", "1"])
    #expect(ViewHost(LevelScreen()).texts == ["0"])
  }

  @Test("A new value reaches a view that stays in its place")
  func newValue() {
    let host = ViewHost(LevelScreen().environment(\.level, 1))
    host.show(LevelScreen().environment(\.level, 2))
    #expect(host.texts == ["2"])
  }

  @Test(
    "Properties of properties are updated first, and before the body, where the test says"
  )
  func updating() {
    let host = ViewHost(CopyScreen().environment(\.level, 3)) { onAnotherThread($0) }
    #expect(host.texts == ["3 3"])
  }

  @Test("Another identity is another state")
  func identity() {
    let host = ViewHost(CountScreen().id(1))
    host.press("add")
    host.show(CountScreen().id(1))
    #expect(host.shows("1"))
    host.show(CountScreen().id(2))
    #expect(host.shows("0"))
    host.show(CountScreen().id(1))
    #expect(host.shows("0"))
  }

  @Test("A scene passes its environment to its windows")
  func scene() {
    let scene = WindowGroup { LevelScreen() }.environment(\.level, 2).environment(\.level, 1)
    #expect(ViewHost(windowOf: scene).texts == ["2"])
  }

  @Test("The first modifier of a preview is the innermost")
  func modifiers() {
    let preview = Preview(
      "Several", traits: .modifier(Level(level: 1)), .modifier(Level(level: 2))
    ) { LevelScreen() }
    #expect(ViewHost(preview.make()).texts == ["1"])
    let one = Preview(traits: .init(.modifier(Level(level: 2)))) { LevelScreen() }
    #expect(ViewHost(one.make()).texts == ["2"])
  }
}
