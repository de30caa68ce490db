// Factory, MIT licence; see LICENSE
//
// The 1.x guides: A Simple Example, Mocking and Testing.
import Factory
import Testing

private class ComputedContainer: SharedContainer {}

extension ComputedContainer {
  static var myService: MyServiceType { MyService() }
}

extension Container {
  fileprivate static let myService = Factory { MyService() as MyServiceType }
}

private class ContentViewModel: ObservableObject {
  @Injected(Container.myService) private var myService
  static var texts: [String] = []
  func text() -> String {
    Self.texts.append(myService.text())
    return myService.text()
  }
}

private struct ContentView: View {
  @StateObject var model = ContentViewModel()
  var body: some View {
    Text(model.text())
      .padding()
  }
}

private struct ContentView_Previews: PreviewProvider {
  static var previews: some View {
    let _ = Container.myService.register { MockService2() }
    ContentView()
  }
}

@Suite("1.x: Mocking and testing", .staticContainer)
struct MockingTests {
  @Test("A computed property instead of a factory cannot be replaced")
  func computed() {
    #expect(ComputedContainer.myService is MyService)
  }

  @Test("A view shows what its model's service returns, also if a preview has registered it")
  @MainActor func preview() {
    ContentViewModel.texts = []
    _ = ContentView().body
    #expect(ContentViewModel.texts == ["MyService"])
    let previews = ContentView_Previews.previews
    #if !canImport(SwiftUI)
      _ = previews.body
      #expect(ContentViewModel.texts == ["MyService", "MockService2"])
    #else
      _ = previews
    #endif
    #expect(Container.myService() is MockService2)
  }
}
