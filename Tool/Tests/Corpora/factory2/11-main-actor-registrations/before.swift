import FactoryKit

@MainActor
class Model {
    init() {}
}

@MainActor
final class MockModel: Model {}

extension Container {
    @MainActor var model: Factory<Model> { self { @MainActor in Model() } }
}

@MainActor
func registerOnTheMainActor() {
    Container.shared.model.register { @MainActor in MockModel() }
    Container.shared.model.onTest { @MainActor in
        MockModel()
    }
}

@MainActor
struct Previews {
    func prepare() {
        Container.shared.model.onPreview { @MainActor () -> Model in MockModel() }
    }
}

func registerElsewhere() async {
    let container = await MainActor.run { Container() }
    await container.model.register { @MainActor in MockModel() }
}
