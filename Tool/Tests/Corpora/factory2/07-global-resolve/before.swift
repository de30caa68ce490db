import Factory

final class Preferences {}
struct Settings {
    func resolve(_ name: String) -> String { name }
    func all() -> [String] {
        ["a", "b"].map { resolve($0) }
    }
}

final class SettingsContainer: SharedContainer {
    static var shared = SettingsContainer()
    let manager = ContainerManager()
    var settings: Factory<Settings> { Factory(self) { Settings() } }
}

extension Container {
    var preferences: Factory<Preferences> { Factory(self) { Preferences() }.shared }
}

final class NetworkService {
    let preferences: Preferences = resolve(\.preferences)
    lazy var settings = resolve( \SettingsContainer.settings /* of the other container */ )
}
