import FactoryKit

@MainActor final class Model {
    init() {}
    init(name: String) {}
}

extension Container {
    @MainActor var model: Factory<Model> { self { @MainActor @Sendable in Model() } }

    @MainActor var named: ParameterFactory<String, Model> {
        self { @Sendable @MainActor name in Model(name: name) }
    }

    @MainActor var plain: Factory<Model> { self { Model() } }
}

@MainActor func register() {
    Container.shared.model.register { @Sendable @MainActor in Model(name: "mock") }
}
