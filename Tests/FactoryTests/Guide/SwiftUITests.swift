// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: SwiftUI Integrations, SwiftUI Previews; the 1.x guides: A Simple Example, Mocking and
// Testing, Common Setup.
import Factory
import Testing

private class ContentViewModel: ObservableObject {
  @Injected(Container.myService) var service
}

extension Container {
  fileprivate static let myService = Factory<MyServiceType> { MyService() }
  fileprivate static let sharedService = Factory<MyServiceType>(scope: .shared) { MyService() }
  fileprivate static let contentViewModel = Factory { ContentViewModel() }
}

private class IntegratedView: ObservableObject {
  @StateObject private var viewModel = Container.contentViewModel()
  @MainActor var body: some View {
    Text(viewModel.service.text())
  }
  @MainActor var shown: String { viewModel.service.text() }
}

private struct ContentView: View {
  // Of this test's process; the previews below are made on the main actor.
  nonisolated(unsafe) static var shown: [String] = []

  @StateObject var viewModel = ContentViewModel()

  init() {}

  init(viewModel: ContentViewModel) {
    Self.shown.append(viewModel.service.text())
    _viewModel = StateObject(wrappedValue: viewModel)
  }

  var body: some View {
    Text(viewModel.service.text())
  }
}

private struct MultipleViews_Previews: PreviewProvider {
  static var previews: some View {
    Group {
      let _ = Container.myService.register { MockServiceN(4) }
      let vm1 = ContentViewModel()
      ContentView(viewModel: vm1)

      let _ = Container.myService.register { MockServiceN(8) }
      let vm2 = ContentViewModel()
      ContentView(viewModel: vm2)
    }
  }
}

extension Container {
  fileprivate static func setupMocks() {
    myService.register { MockServiceN(4) }
    sharedService.register { MockService2() }
  }
}

private struct SetUp_Previews: PreviewProvider {
  static var previews: some View {
    let _ = Container.setupMocks()
    ContentView()
  }
}

@Suite("1.x: SwiftUI", .staticContainer)
@MainActor
struct SwiftUITests {
  @Test("A state object is created by a factory")
  func stateObject() {
    let view = IntegratedView()
    #if !canImport(SwiftUI)
      #expect(view.shown == "MyService")
      _ = view.body
    #else
      _ = view
    #endif
    #expect(Container.contentViewModel() !== Container.contentViewModel())
  }

  @Test("Several previews have their own data")
  func previews() {
    ContentView.shown = []
    _ = MultipleViews_Previews.previews
    #expect(ContentView.shown == ["MockService4", "MockService8"])
  }

  @Test("A set-up function registers several mocks for previews and tests")
  func commonSetup() {
    _ = SetUp_Previews.previews
    #expect(Container.myService().text() == "MockService4")
    #expect(Container.sharedService() is MockService2)
  }
}
