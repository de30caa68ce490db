// Factory, MIT licence; see LICENSE
//
// Guide 3.0, "Property wrappers" and "Observation": each snippet as it is in the guide.
import FactoryTesting
import Observation
import SwiftUI
import Testing

private struct Results: Equatable, Sendable {
  var rows: [String]
  static let empty = Results(rows: [])
}

private final class MyService: Sendable {
  func load() -> Results { Results(rows: ["one", "two"]) }
}

@MainActor @Observable
private class ContentViewModel {
  @ObservationIgnored @Injected(\.myService) private var service
  var results: Results = .empty
  func load() { results = service.load() }
}

extension Container {
  fileprivate var myService: Factory<MyService> { self { MyService() } }
  @MainActor
  fileprivate var contentViewModel: Factory<ContentViewModel> { self { ContentViewModel() } }
}

private struct ContentView: View {
  @InjectedObservable(\.contentViewModel) var vm
  var body: some View {
    Button("Load") { vm.load() }
    ForEach(vm.results.rows, id: \.self) { Text($0) }
  }
}

@Suite("Guide 3.0: Observation", .container) @MainActor struct ObservationSnippets {
  @Test("An injected observable object is observed; what it injects need not be")
  func observed() {
    let host = ViewHost(ContentView())
    #expect(host.texts == ["Load"])
    host.press("Load")
    #expect(host.texts == ["Load", "one", "two"])
  }
}
