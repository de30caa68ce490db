// Factory, MIT licence; see LICENSE
//
// Guide 3.0, "View models": each snippet as it is in the guide, with the behaviour that the guide
// describes.
import Combine
import FactoryTesting
import SwiftUI
import Testing

private protocol MyServiceType: AnyObject, Sendable {
  var text: String { get }
}

private final class MyService: MyServiceType {
  let text = "service"
}

private enum Injecting {
  @MainActor final class ContentViewModel: ObservableObject {
    @Injected(\.myService) private var service
    var text: String { service.text }
  }

  struct ContentView: View {
    @StateObject private var vm = ContentViewModel()  // VM injects its own deps
    var body: some View { Text(vm.text) }
  }
}

@MainActor private final class ContentViewModel: ObservableObject {
  @Published var text: String
  init(service: MyServiceType) { text = service.text }
}

extension Container {
  fileprivate var myService: Factory<MyServiceType> { self { MyService() } }
}

extension Container {
  @MainActor fileprivate var contentViewModel: Factory<ContentViewModel> {
    self { ContentViewModel(service: self.myService()) }
  }
}

private struct ContentView: View {
  @InjectedObject(\.contentViewModel) private var vm
  var body: some View { TextField("Text", text: $vm.text) }
}

@Suite("Guide 3.0: View models", .container) @MainActor struct ViewModelSnippets {
  @Test("If the view model injects its dependencies, the view only creates it")
  func stateObject() {
    #expect(ViewHost(Injecting.ContentView()).shows("service"))
  }

  @Test("With @InjectedObject the container creates it, with what its initialiser needs")
  func injectedObject() {
    let host = ViewHost(ContentView())
    #expect(host.shows("service"))
    host.enter("entered", into: "Text")
    #expect(host.shows("entered"))
  }
}
