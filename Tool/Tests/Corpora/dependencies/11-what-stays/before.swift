import Dependencies
import DependenciesMacros

@DependencyClient
struct FileClient: Sendable {
    var read: @Sendable (String) throws -> String
}

extension FileClient: DependencyKey {
    static let liveValue = FileClient { $0 }
}

extension DependencyValues {
    var fileClient: FileClient {
        get { self[FileClient.self] }
        set { self[FileClient.self] = newValue }
    }

    var isTesting: Bool { self.context == .test }
}

struct Model {
    @Dependency(\.fileClient) var fileClient
    @Dependency(\.openURL) var openURL
    @Dependency(\.self) var dependencies

    func child() -> Model {
        withDependencies(from: self) {
            $0.fileClient = FileClient { _ in "child" }
        } operation: {
            Model()
        }
    }
}

func setUp(_ change: (inout DependencyValues) -> Void) {
    withDependencies {
        change(&$0)
    } operation: {
        print("set up")
    }
}
