import Factory

extension Container.Scope {
    static var session = Cached()
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
    static let authenticatedUser = Factory(scope: .session) { AuthenticatedUser() }
    static let profileImageCache = Factory(scope: .session) { ProfileImageCache() }
    static let database = Factory(scope: .singleton) { Database() }
    static let connection = Factory<Connection>(scope: .shared) { Connection() }
    static let weakConnection = Factory(scope: .weakSession) {
        Connection()
    }

    // One object for both protocols
    static let idProvider = Factory<IDProviding> { commonProviding() }
    static let valueProvider = Factory<ValueProviding> { commonProviding() }
    private static let commonProviding = Factory(scope: .graph) { Both() }
}

func logout() {
    Container.Scope.session.reset()
    Container.authenticatedUser.reset(.scope)
}

func startAgain(everything: Bool) {
    if everything {
        Container.Scope.reset(includingSingletons: true)
    } else {
        Container.Scope.reset() // all but singletons
    }
    Container.Scope.singleton.reset()
    Container.Scope.cached.reset()
}

func sameScope() -> Container.Scope {
    Container.Scope.session
}
