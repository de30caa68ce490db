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

  @Test("It is created on first read and kept for the view's lifetime")
  func lifetime() {
    let host = ViewHost(ContentView())
    host.press("Load")
    host.show(ContentView())
    #expect(host.texts == ["Load", "one", "two"])
  }

  @Test("Its binding's setter does nothing")
  func binding() {
    let view = ContentView()
    let vm = view.vm
    view.$vm.wrappedValue = ContentViewModel()
    #expect(view.vm === vm)
  }
}
