import FactoryKit

final class Mail {}
final class Draft {}

extension Container: @retroactive AutoRegistering {
    // factory:migrate its scope is not known: the default scope is `application` or `unique`, so write `.cached`, `.shared`, `.singleton`, `.graph` or `.unique`
    var mail: Factory<Mail> { self { Mail() } }
    var draft: Factory<Draft> { self { Draft() } }

    public func autoRegister() {
        // factory:migrate another scope is the default elsewhere: give the factories of this one their scope
        defaultScope = .application
    }
}

func unshare() {
    // factory:migrate another scope is the default elsewhere: give the factories of this one their scope
    Resolver.defaultScope = .unique
}
