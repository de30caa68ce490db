import FactoryKit

// factory:migrate @DependencyClient gave each closure a default and a method with labels: write the closures where `FileClient()` is made, and call them without labels
struct FileClient: Sendable {
    var read: @Sendable (String) throws -> String
}

extension FileClient {
    static let liveValue = FileClient { $0 }
}

extension Container {
    var fileClient: Factory<FileClient> { self { FileClient.liveValue }.cached }

    // factory:migrate only properties that read `self[Key.self]` are rewritten: write a factory, `var …: Factory<…> { self { … } }`
    var isTesting: Bool { self.context == .test }
}

struct Model {
    @DynamicInjected(\.fileClient) var fileClient
    // factory:migrate nothing in these files declares `openURL`: write `var openURL: Factory<…> { self { … }.cached }` in `extension Container`
    @DynamicInjected(\.openURL) var openURL
    // factory:migrate there is no value of all dependencies: use `Container.shared`
    @Dependency(\.self) var dependencies

    func child() -> Model {
        // factory:migrate write `Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with { … }) { … }`; tasks and `@Injected` within get their dependencies from that container
        withDependencies(from: self) {
            $0.fileClient = FileClient { _ in "child" }
        } operation: {
            Model()
        }
    }
}

// factory:migrate `DependencyValues` is `Container` now: read `Container.shared.…()`
func setUp(_ change: (inout DependencyValues) -> Void) {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        // factory:migrate this gets a container: write `$0.….register { … }`
        change(&$0)
    }) {
        print("set up")
    }
}
