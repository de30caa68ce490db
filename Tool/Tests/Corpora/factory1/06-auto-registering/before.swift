#if canImport(Factory)
import Factory
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
    static let loader = Factory<Loading?> { nil }
    static let prefix = Factory { Prefix() }
}

extension Container: AutoRegistering {
    static func registerAllServices() {
        loader.register {
            ModuleALoader(prefix: prefix())
        }
        #if DEBUG
        if ProcessInfo.processInfo.arguments.contains("-mock1") {
            loader.register { MockLoader() }
        }
        #endif
        registerMore()
    }

    private static func registerMore() {
        prefix.register { Prefix(text: "+") }
    }
}

func log() {
    Container.Decorator.decorate = { dependency in
        print(type(of: dependency))
    }
}

func stopLogging() {
    Container.Decorator.decorate = nil
}
