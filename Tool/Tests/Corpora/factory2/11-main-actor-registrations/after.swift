import FactoryKit

@MainActor
class Model {
    init() {}
}

@MainActor
final class MockModel: Model {}

extension Container {
    @MainActor var model: Factory<Model> { self { Model() } }
}

@MainActor
func registerOnTheMainActor() {
    Container.shared.model.register { MockModel() }
    Container.shared.model.onTest {
        MockModel()
    }
}

@MainActor
struct Previews {
    func prepare() {
        Container.shared.model.onPreview { () -> Model in MockModel() }
    }
}

func registerElsewhere() async {
    let container = await MainActor.run { Container() }
    // factory:migrate set it on the main actor: `await container { @MainActor in $0.model.register { … } }`
    await container.model.register { @MainActor in MockModel() }
}
