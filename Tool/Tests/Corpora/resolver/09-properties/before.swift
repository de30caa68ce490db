import Resolver

protocol Router: AnyObject {}
final class AppRouter: Router {}

final class ViewModel {
    var router: Router?
    var title = ""
    var count: Int
    init(count: Int) { self.count = count }
}

extension Resolver {
    static func registerModels() {
        register { AppRouter() as Router }
        register { ViewModel(count: 1) }
            .resolveProperties { (resolver, model) in
                model.router = resolver.resolve()
                model.title = "Model"
            }
            .scope(.shared)
    }
}

let model = Resolver.resolve(ViewModel.self)
