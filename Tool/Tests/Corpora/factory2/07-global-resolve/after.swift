import FactoryKit

final class Preferences {}
struct Settings {
    func resolve(_ name: String) -> String { name }
    func all() -> [String] {
        ["a", "b"].map { resolve($0) }
    }
}

final class SettingsContainer: SharedContainer {
    @TaskLocal static var shared = SettingsContainer()
    let manager = ContainerManager()
    var settings: Factory<Settings> { self { Settings() } }
}

extension Container {
    var preferences: Factory<Preferences> { self { Preferences() }.shared }
}

final class NetworkService {
    let preferences: Preferences = dependency(\.preferences)
    lazy var settings = dependency( \SettingsContainer.settings /* of the other container */ )
}
