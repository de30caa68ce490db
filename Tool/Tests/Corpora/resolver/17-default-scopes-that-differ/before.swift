import Resolver

final class Mail {}
final class Draft {}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        defaultScope = .application
        register { Mail() }
        register { Draft() }.scope(.unique)
    }
}

func unshare() {
    Resolver.defaultScope = .unique
}
