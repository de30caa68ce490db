// Factory, MIT licence; see LICENSE
//
// Guide 3.0, "Contexts" and "UI testing", in a view. Tests that change the process's context run in
// separate processes.
import FactoryTesting
import SwiftUI
import Testing

private protocol Analytics: AnyObject, Sendable {
  var text: String { get }
}

private final class Live: Analytics {
  var text: String { "live" }
}

private final class Mock: Analytics {
  let text: String
  init(_ text: String) { self.text = text }
}

extension Container {
  fileprivate var analytics: Factory<any Analytics> {
    self { Live() }
      .onPreview { Mock("preview") }
      .onArg("mock1") { Mock("argument") }
  }
}

private struct ContentView: View {
  @Injected(\.analytics) private var analytics
  var body: some View { Text(analytics.text) }
}

@Suite("Guide 3.0: Contexts in views", .container) @MainActor struct ContextSnippets {
  @Test("Outside a preview a view has the original service")
  func live() {
    #expect(ViewHost(ContentView()).shows("live"))
  }

  @Test("In a preview of a debug build, it has the text of onPreview")
  func preview() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        FactoryContext.current.isPreview = true
        #if DEBUG
          precondition(ViewHost(ContentView()).shows("preview"))
        #else
          precondition(ViewHost(ContentView()).shows("live"))
        #endif
      }
    }
  }

  @Test("With the UI test's launch argument, it has the text of onArg")
  func argument() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        FactoryContext.current.arguments.append("mock1")
        FactoryContext.current.isPreview = true
        precondition(ViewHost(ContentView()).shows("argument"))
      }
    }
  }
}
