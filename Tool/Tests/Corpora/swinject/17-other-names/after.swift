import Foundation
import FactoryKit

final class Mail {}

final class Outbox {
    private var letters: [String] = []
    private let container: Container

    init(container: Container) { self.container = container }

    func clear() {
        letters.removeAll()
        UserDefaults.standard.synchronize()
        Optional(container.mail())
        // factory:migrate factories cannot be removed: `container.reset()` resets them
        container.removeAll()
    }
}

extension Container {
    func need<T>(_ type: T.Type) -> T {
        // factory:migrate there is no resolution by a type that is not known here: use the properties of the container where this is called
        resolve(type)!
    }
}

// factory:migrate `Resolver` is the class `Container` now, which is final: give it a container instead
final class Recorder: Resolver {
    var calls = 0
}

func both(_ first: Container, _ second: Container?) -> [Mail?] {
    [
        Optional(first
            .mail()),
        second?
            // the other one
            .mail(),
    ]
}

func register(_ container: Container) {
}

extension Container {
    var mail: Factory<Mail> {
        self {
                Mail()
            }.shared
    }
}
