// Factory, MIT licence; see LICENSE
//
// That the stand-in behaves as SwiftUI does, or as its documentation says, where the tests of the
// library rely on it.
import Combine
import SwiftUI
import Testing

@MainActor private final class Model: ObservableObject {
  @Published var name = "first"
}

private struct StateScreen: View {
  @State var count = 0
  var body: some View { Text("\(count)") }
}

@Suite("The stand-in") @MainActor struct HostTests {
  @Test("State outside a place is its initial value")
  func stateOutside() {
    let screen = StateScreen()
    screen.count = 5
    screen.$count.wrappedValue = 6
    #expect(screen.count == 0)
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
