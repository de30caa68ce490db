import FactoryKit

extension Scope {
    static let session = Cached()
    static let weakSession = Shared()
}

final class AuthenticatedUser {}
final class ProfileImageCache {}
final class Database {}
final class Connection {}

protocol IDProviding {
    var id: Int { get }
}

protocol ValueProviding {
    var value: String { get }
}

final class Both: IDProviding, ValueProviding {
    let id = 1
    let value = "one"
}

extension Container {
    var authenticatedUser: Factory<AuthenticatedUser> { self { AuthenticatedUser() }.scope(.session) }
    var profileImageCache: Factory<ProfileImageCache> { self { ProfileImageCache() }.scope(.session) }
    var database: Factory<Database> { self { Database() }.singleton }
    var connection: Factory<Connection> { self { Connection() }.shared }
    var weakConnection: Factory<Connection> {
        self {
            Connection()
        }.scope(.weakSession)
    }

    // One object for both protocols
    var idProvider: Factory<IDProviding> { self { self.commonProviding() } }
    var valueProvider: Factory<ValueProviding> { self { self.commonProviding() } }
    private var commonProviding: Factory<Both> { self { Both() }.graph }
}

func logout() {
    Container.shared.manager.reset(scope: .session)
    Container.shared.authenticatedUser.reset(.scope)
}

func startAgain(everything: Bool) {
    if everything {
        // factory:migrate write `Container.shared.manager.reset(options: .scope)`, and `Scope.singleton.reset()` if singletons are included
        Container.Scope.reset(includingSingletons: true)
    } else {
        Container.shared.manager.reset(options: .scope) // all but singletons
    }
    Scope.singleton.reset()
    Container.shared.manager.reset(scope: .cached)
}

func sameScope() -> Scope {
    Scope.session
}
