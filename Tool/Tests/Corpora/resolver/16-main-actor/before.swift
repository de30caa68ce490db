import Resolver

@MainActor final class Theme {
    init() {}
}
@MainActor final class Screen {
    let title: String
    @Injected var theme: Theme
    init(title: String) { self.title = title }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { @MainActor in Theme() }.scope(.application)
        register { @MainActor (_, args) in Screen(title: args()) }
    }
}

@MainActor func show() -> Screen { Resolver.resolve(args: "Home") }

func elsewhere() -> Theme { Resolver.resolve() }
