import FactoryKit

protocol Tracker { func track() }
struct Account { var name = "Ada" }
struct Unknown { func use() {} }

class Model {
    var tracker: Tracker?
    init(tracker: Tracker?) { self.tracker = tracker }
}

struct LiveTracker: Tracker { func track() {} }

extension Container {
    var tracker: Factory<Tracker> { self { LiveTracker() }.graph }
    var account: Factory<Account> { self { Account() }.graph }
    var model: Factory<Model> {
        self {
            let model = Model(tracker: Optional(self.tracker()))
            return model
        }.graph
    }
}

func use(_ container: Container) {
    if let account = Optional(container.account()) {
        print(account.name)
    }
    guard let model = Optional(container.model()) else { return }
    Optional(container.tracker())?.track()
    container.unknown()?.use()
    let name = (Optional(container.account()) ?? Account()).name
    print(model, name)
}

extension Container {
    // factory:migrate no registration of Unknown could be moved here: write its closure
    var unknown: Factory<Unknown?> { self { nil } }
}
