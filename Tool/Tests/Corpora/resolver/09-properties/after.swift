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
        // factory:migrate `resolveProperties` has no counterpart: remove this, and declare `var viewModel: Factory<ViewModel> { self { let x = …; …; return x }.shared }`; if two need each other, use `@WeakLazyInjected` in one of them
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
