import Swinject

protocol Tracker { func track() }
struct Account { var name = "Ada" }
struct Unknown { func use() {} }

class Model {
    var tracker: Tracker?
    init(tracker: Tracker?) { self.tracker = tracker }
}

struct LiveTracker: Tracker { func track() {} }

class ModelAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Tracker.self) { _ in LiveTracker() }
        container.register(Account.self) { _ in Account() }
        container.register(Model.self) { r in
            let model = Model(tracker: r.resolve(Tracker.self))
            return model
        }
    }
}

func use(_ container: Container) {
    if let account = container.resolve(Account.self) {
        print(account.name)
    }
    guard let model = container.resolve(Model.self) else { return }
    container.resolve(Tracker.self)?.track()
    container.resolve(Unknown.self)?.use()
    let name = (container.resolve(Account.self) ?? Account()).name
    print(model, name)
}
