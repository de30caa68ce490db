//  Services of the application
import Resolver

protocol Store: AnyObject {
    func save(_ text: String)
}

final class DiskStore: Store {
    func save(_ text: String) {}
}

final class APIClient {
    let session: Session
    init(session: Session) { self.session = session }
}

struct Session {
    var timeout = 10
}

final class Editor {
    @Injected private var store: Store
    private let client: APIClient
    init(client: APIClient, title: String = "Untitled") { self.client = client }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        // Persistence
        register { DiskStore() as Store }.scope(.application)

        // Network
        register { Session() }
        register { APIClient(session: resolve()) } // uses the session
            .scope(.shared)

        /* The editor has
           a client. */
        register {
            Editor(client: resolve(), title: "New")
        }
    }
}

let editor: Editor = Resolver.resolve()
