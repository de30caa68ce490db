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

    func registerModels() {
        // factory:migrate set the properties in the closure that is registered, `{ let x = …; …; return x }`, and remove `resolveProperties`
        register { ViewModel(count: 1) }
            .resolveProperties { (resolver, model) in
                model.router = resolver.resolve()
                model.title = "Model"
            }
            .scope(.shared)
    }
}

let model = Container.shared.viewModel()

extension Container {
    // factory:migrate no registration of ViewModel could be moved here: write its closure
    var viewModel: Factory<ViewModel> { required() }
}
