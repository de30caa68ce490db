import FactoryKit

protocol Router: AnyObject {}
final class AppRouter: Router {}

final class ViewModel {
    var router: Router?
    var title = ""
    var count: Int
    init(count: Int) { self.count = count }
}

extension Container {
    var router: Factory<Router> { self { AppRouter() }.graph }
    var viewModel: Factory<ViewModel> {
        self {
            let model = ViewModel(count: 1)
            model.router = self.router()
            model.title = "Model"
            return model
        }.shared
    }
}

let model = Container.shared.viewModel()
