import Swinject

protocol Plugin {}
final class Spelling: Plugin {}
final class Network {}
final class Draft { init(network: Network) {} }

/// The app's container.
let container = Container(defaultObjectScope: .container)
let child = Container(parent: container, defaultObjectScope: .container)

func register() {
    container.register(Network.self) { _ in Network() }
    container.register(Draft.self) { r in Draft(network: r.resolve(Network.self)!) }
        .inObjectScope(.transient)
    // All of them.
    container.register([Plugin].self) { r in [r.resolve(Plugin.self, name: "spelling")!] }
    container.register(Plugin.self, name: "spelling") { _ in Spelling() }.inObjectScope(.graph)
}

func makeChild() -> Container {
    Container(
        // Of the app.
        parent: container,
        defaultObjectScope: .container)
}
