//  Services of the application
import FactoryKit

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
    @Injected(\.store) private var store: Store
    private let client: APIClient
    init(client: APIClient, title: String = "Untitled") { self.client = client }
}

extension Container {
    // Persistence
    var store: Factory<Store> { self { DiskStore() }.singleton }

    // Network
    var session: Factory<Session> { self { Session() }.graph }
    // uses the session
    var apiClient: Factory<APIClient> { self { APIClient(session: self.session()) }.shared }

    /* The editor has
       a client. */
    var editor: Factory<Editor> {
        self {
            Editor(client: self.apiClient(), title: "New")
        }.graph
    }
}

let editor: Editor = Container.shared.editor()
