// Factory, MIT licence; see LICENSE
//
// Guide 3.0, "Previews": each snippet as it is in the guide, once in `#Preview` and once in a view
// that a test evaluates.
import FactoryTesting
import SwiftUI
import Testing

private protocol Service: AnyObject, Sendable {
  var text: String { get }
}

private final class Live: Service {
  var text: String { "live" }
}

private final class MockServiceN: Service {
  let n: Int
  init(_ n: Int) { self.n = n }
  var text: String { "mock \(n)" }
}

private final class MockAnother: Service {
  var text: String { "another mock" }
}

private final class MockShared: Service {
  var text: String { "shared mock" }
}

extension Container {
  fileprivate var myService: Factory<any Service> { self { Live() } }
  fileprivate var anotherService: Factory<any Service> { self { Live() } }
  fileprivate var sharedService: Factory<any Service> { self { Live() }.shared }
}

private struct ContentView: View {
  @Injected(\.myService) private var service
  @Injected(\.anotherService) private var another
  @Injected(\.sharedService) private var shared
  var body: some View {
    Text(service.text)
    Text(another.text)
    Text(shared.text)
  }
}

#Preview {
  Container.shared.myService.preview { MockServiceN(4) }
  ContentView()
}

#Preview {
  Container.preview {
    $0.myService.register { MockServiceN(4) }
    $0.anotherService.register { MockAnother() }
  }
  ContentView()
}

extension Container {
  fileprivate func setupMocks() {
    myService.register { MockServiceN(4) }
    sharedService.register { MockShared() }
  }
}

@Suite("Guide 3.0: Previews", .container) @MainActor struct PreviewSnippets {
  private func texts(_ preview: Preview) -> [String] { ViewHost(preview.make()).texts }

  @Test("A factory's preview can be used in #Preview without `let _ =`")
  func one() {
    let preview = Preview {
      Container.shared.myService.preview { MockServiceN(4) }
      ContentView()
    }
    #expect(texts(preview) == ["mock 4", "live", "live"])
  }

  @Test("Container.preview registers several")
  func several() {
    let preview = Preview {
      Container.preview {
        $0.myService.register { MockServiceN(4) }
        $0.anotherService.register { MockAnother() }
      }
      ContentView()
    }
    #expect(texts(preview) == ["mock 4", "another mock", "live"])
  }

  @Test("setupMocks is shared by previews and tests")
  func setup() {
    let preview = Preview {
      Container.preview { $0.setupMocks() }
      ContentView()
    }
    #expect(texts(preview) == ["mock 4", "live", "shared mock"])
    #expect(Container.shared.myService().text == "mock 4")
  }
}
