// Factory, MIT licence; see LICENSE
//
// Errors of a certain type, on their way from the task of a construction to the tasks that wait.
import FactoryKit
import Testing

private struct Unreadable: Error, Equatable {
  var path: String
  var reason: String
}

extension Container {
  fileprivate var text: AsyncParameterFactory<String, String, Unreadable> {
    self { (path: String) async throws(Unreadable) in
      throw Unreadable(path: path, reason: "there is no such file")
    }.scopeOnParameters.cached
  }
}

@Suite("Typed errors of asynchronous factories")
struct AsyncTypedErrorTests {
  @Test("The error of a scoped factory has its type and its contents")
  func scoped() async {
    await #expect(throws: Unreadable(path: "a", reason: "there is no such file")) {
      try await Container().text("a")
    }
  }

  @Test("All tasks that wait get the error")
  func waiting() async {
    let container = Container()
    await withTaskGroup(of: Unreadable?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(Unreadable) {
            _ = try await container.text("a")
            return nil
          } catch {
            return error
          }
        }
      }
      for await error in group { #expect(error?.path == "a") }
    }
  }
}
