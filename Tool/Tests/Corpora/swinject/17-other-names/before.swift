import Foundation
import Swinject

final class Mail {}

final class Outbox {
    private var letters: [String] = []
    private let container: Container

    init(container: Container) { self.container = container }

    func clear() {
        letters.removeAll()
        UserDefaults.standard.synchronize()
        container.synchronize().resolve(Mail.self)
        container.removeAll()
    }
}

extension Resolver {
    func need<T>(_ type: T.Type) -> T {
        resolve(type)!
    }
}

final class Recorder: Resolver {
    var calls = 0
}

func both(_ first: any Resolver, _ second: Resolver?) -> [Mail?] {
    [
        first
            .resolve(Mail.self),
        second?
            // the other one
            .resolve(Mail.self),
    ]
}

func register(_ container: Container) {
    container
        .register(Mail.self) { _ in
            Mail()
        }
        .inObjectScope(.weak)
}
