import FactoryKit

protocol Plugin {}
final class Spelling: Plugin {}
final class Network {}
final class Draft { init(network: Network) {} }

/// The app's container.
let container = Container()
let child = Container(parent: container, sharing: .cached)

func register() {
}

extension Container {
    var network: Factory<Network> { self { Network() }.cached }
    var draft: Factory<Draft> { self { Draft(network: self.network()) } }
    // All of them.
    var plugins: Factory<[Plugin]> { self { [self.spellingPlugin()] }.cached }
    var spellingPlugin: Factory<Plugin> { self { Spelling() }.graph }
}

func makeChild() -> Container {
    Container(
        // Of the app.
        parent: container, sharing: .cached)
}
