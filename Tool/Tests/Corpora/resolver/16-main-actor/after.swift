import FactoryKit

@MainActor final class Theme {
    init() {}
}
@MainActor final class Screen {
    let title: String
    @Injected(\.theme) var theme: Theme
    init(title: String) { self.title = title }
}

extension Container: @retroactive AutoRegistering {
    var theme: MainActorFactory<Theme> { self { Theme() }.singleton }

    public func autoRegister() {
        // factory:migrate its arguments have no types: write `var …: ParameterFactory<…, Screen> { self { … } }`
        register { @MainActor (_, args) in Screen(title: args()) }
    }
}

// factory:migrate pass the argument to a `ParameterFactory`: `Container.shared.screen(…)`
@MainActor func show() -> Screen { Resolver.resolve(args: "Home") }

// factory:migrate `theme` runs on the main actor: isolate what resolves it, or make it a `MainActorFactory` too
func elsewhere() -> Theme { Container.shared.theme() }
