// Factory, MIT licence; see LICENSE
//
// That the stand-in's environment, identities and preview traits behave as SwiftUI's documentation says.
import SwiftUI
import Testing

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

  @Test("Outside of a view, a property has the default value")
  func outside() {
    #expect(LevelScreen().level == 0)
  }

  @Test("A new value reaches a view that stays in its place")
  func newValue() {
    let host = ViewHost(LevelScreen().environment(\.level, 1))
    host.show(LevelScreen().environment(\.level, 2))
    #expect(host.texts == ["2"])
  }

  @Test("Properties of properties are updated before their owner, and before the body")
  func order() {
    #expect(ViewHost(CopyScreen().environment(\.level, 3)).texts == ["3 3"])
  }

  @Test("A host updates properties where the test says")
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
