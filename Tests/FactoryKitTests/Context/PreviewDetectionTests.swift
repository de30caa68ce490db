// Factory, MIT licence; see LICENSE
//
// How a process detects that it is a preview. Each case is a separate process, because the
// detection runs once per process.
import FactoryTesting
import Foundation
import Testing

extension Container {
  fileprivate var service: Factory<String> { self { "live" }.onPreview { "preview" } }
}

#if !os(Windows)
  @Suite("Preview detection") struct PreviewDetectionTests {
    @Test("A process that Xcode started for previews is a preview")
    func started() async {
      await #expect(processExitsWith: .success) {
        setenv("XCODE_RUNNING_FOR_PREVIEWS", "1", 1)
        precondition(FactoryContext.current.isPreview)
        #if DEBUG
          precondition(Container.shared.service() == "preview")
        #else
          precondition(Container.shared.service() == "live")
        #endif
      }
    }

    @Test("A process that Xcode started otherwise is not")
    func otherwise() async {
      await #expect(processExitsWith: .success) {
        setenv("XCODE_RUNNING_FOR_PREVIEWS", "0", 1)
        precondition(!FactoryContext.current.isPreview)
        precondition(Container.shared.service() == "live")
      }
    }
  }
#endif
