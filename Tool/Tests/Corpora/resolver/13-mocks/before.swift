import Resolver

class Repository {}
final class MockRepository: Repository {}
final class LiveRepository: Repository {}
final class Analytics {}
final class Logger {}

#if DEBUG
extension Resolver {
    static func registerMocks() {
        register { MockRepository() as Repository }
    }
}
#endif

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        registerRepositories(); register { Analytics() }
    }

    static func registerRepositories() {
        register { LiveRepository() as Repository }.scope(.application)
    }

    static func registerQuietLogger() { register { Logger() } }
    static func registerLogger() { register { Logger() }.scope(.shared) }
}

#if DEBUG
func preview() { Resolver.registerMocks(); print("preview") }
#endif

func launch() { Resolver.registerLogger() }
