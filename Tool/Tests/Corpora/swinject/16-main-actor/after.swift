import FactoryKit

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

extension Container {
    var theme: MainActorFactory<Theme> { self { Theme() }.cached }
    // With an argument.
    var screen: MainActorParameterFactory<String, Screen> {
        self { title in
            Screen(theme: self.theme(), title: title)
        }.graph
    }
    var clock: Factory<Clock> { self { Clock() }.graph }
}

@MainActor func show(_ resolver: Container) -> Screen {
    resolver.screen("Home")
}

func elsewhere(_ resolver: Container) -> Theme {
    // factory:migrate `theme` runs on the main actor: isolate what resolves it, or make it a `MainActorFactory` too
    resolver.theme()
}

func replace(_ container: Container) {
    // factory:migrate this closure runs on the main actor, and `clock` does not: declare it as a `MainActorFactory`
    container.clock.register { @MainActor in Clock() }
}
