//  User.swift
import FactoryKit
import Foundation

extension Scope {
    static let session = Cached()
}

/// The user of the session.
final class UserSession {
    let id = UUID()
}

final class ImageCache {}

extension Scope {
    static let download = Cached()
    static let shortLived = Shared()
}

extension Container {
    var userSession: Factory<UserSession> {
        self { UserSession() }
            .scope(.session)
    }
    var imageCache: Factory<ImageCache> {
        self { ImageCache() }.scope(.download)
    }
}

func logout() {
    Container.shared.manager.reset(scope: .session)
    Container.shared.manager.reset(scope: .download)
}
