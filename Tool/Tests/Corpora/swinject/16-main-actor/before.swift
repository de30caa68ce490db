import Swinject

@MainActor final class Theme {
    init() {}
}
@MainActor final class Screen {
    let theme: Theme
    let title: String
    init(theme: Theme, title: String) {
        self.theme = theme
        self.title = title
    }
}
final class Clock {}

final class ScreenAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Theme.self) { @MainActor _ in Theme() }
            .inObjectScope(.container)
        // With an argument.
        container.register(Screen.self) { @MainActor (r, title: String) in
            Screen(theme: r.resolve(Theme.self)!, title: title)
        }
        container.register(Clock.self) { _ in Clock() }
    }
}

@MainActor func show(_ resolver: Resolver) -> Screen {
    resolver.resolve(Screen.self, argument: "Home")!
}

func elsewhere(_ resolver: Resolver) -> Theme {
    resolver.resolve(Theme.self)!
}

func replace(_ container: Container) {
    container.register(Clock.self) { @MainActor _ in Clock() }
}
