import FactoryKit

final class Mail {}
final class Draft { init(mail: Mail) {} }

// factory:migrate another container has another default scope: give the factories of this one their scope, and remove the argument
let app = Container(defaultObjectScope: .container)
let extra = Container()

func register() {
}

extension Container {
    // factory:migrate its scope is not known: the default scope is `container` or `graph`, so write `.cached`, `.shared`, `.singleton`, `.graph` or `.unique`
    var mail: Factory<Mail> { self { Mail() } }
    var draft: Factory<Draft> { self { Draft(mail: self.mail()) }.shared }
}
