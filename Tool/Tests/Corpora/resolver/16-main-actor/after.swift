import FactoryKit

@MainActor final class Theme {
    init() {}
}
@MainActor final class Screen {
    let title: String
    @Injected(\.theme) var theme: Theme
    init(title: String) { self.title = title }
}

extension Container {
    var theme: MainActorFactory<Theme> { self { Theme() }.singleton }
    var screen: MainActorParameterFactory<String, Screen> { self { args in Screen(title: args) }.graph }
}

@MainActor func show() -> Screen { Container.shared.screen("Home") }

// factory:migrate `theme` runs on the main actor: isolate what resolves it, or make it a `MainActorFactory` too
func elsewhere() -> Theme { Container.shared.theme() }
