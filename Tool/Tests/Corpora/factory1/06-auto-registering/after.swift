#if canImport(FactoryKit)
import FactoryKit
#endif
#if DEBUG
import Foundation
#endif

protocol Loading {
    func load() -> [String]
}

struct ModuleALoader: Loading {
    let prefix: Prefix
    func load() -> [String] { [prefix.text, "a"] }
}

struct MockLoader: Loading {
    func load() -> [String] { [] }
}

struct Prefix {
    var text = "-"
}

extension Container {
    // Registered by the application, because module A is not visible here.
    var loader: Factory<Loading?> { self { nil } }
    var prefix: Factory<Prefix> { self { Prefix() } }
}

extension Container: @retroactive AutoRegistering {
    public func autoRegister() {
        loader.register {
            ModuleALoader(prefix: Container.shared.prefix())
        }
        #if DEBUG
        if ProcessInfo.processInfo.arguments.contains("-mock1") {
            loader.register { MockLoader() }
        }
        #endif
        registerMore()
    }

    private func registerMore() {
        prefix.register { Prefix(text: "+") }
    }
}

func log() {
    // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
    Container.Decorator.decorate = { dependency in
        print(type(of: dependency))
    }
}

func stopLogging() {
    // factory:migrate this has no counterpart for all containers: reset or set one, such as `Container.shared`, with its `manager`, or its `decorator { … }`
    Container.Decorator.decorate = nil
}
