import FactoryKit

@MainActor
final class ContentViewModel {
    var text = ""
    init() {}
    init(text: String) { self.text = text }
}

extension Container {
    @MainActor
    var contentViewModel: Factory<ContentViewModel> {
        self { @MainActor in ContentViewModel() }
    }

    // The property was not isolated.
    var other: Factory<ContentViewModel> {
        self { @MainActor in
            ContentViewModel()
        }
        .cached
    }

    @MainActor var detail: ParameterFactory<String, ContentViewModel> {
        self { @MainActor text in ContentViewModel(text: text) }
    }

    @MainActor
    var captured: Factory<ContentViewModel> {
        self { @MainActor [name = "model"] in ContentViewModel(text: name) }
    }
}

@MainActor
extension Container {
    var isolated: Factory<ContentViewModel> { self { @MainActor in ContentViewModel() }.shared }
}

@MainActor func show() -> String {
    Container.shared.contentViewModel().text + Container.shared.other().text
}
