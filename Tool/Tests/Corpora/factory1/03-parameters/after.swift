import FactoryKit

struct Account {
    let id: Int
}

class ParameterService {
    let value: Int
    init(value: Int) { self.value = value }
}

class MultipleParameterService {
    init(a: Int, b: Int, account: Account) {}
}

extension Container {
    var parameterService: ParameterFactory<Int, ParameterService> {
        self { n in
            ParameterService(value: n)
        }
    }
    var tupleService: ParameterFactory<(Int, Int), MultipleParameterService> {
        self { (a, b) in
            MultipleParameterService(a: a, b: b, account: self.account())
        }.cached
    }
    var typed: ParameterFactory<Int, Account> { self { (id: Int) in Account(id: id) } }
    var account: Factory<Account> { self { Account(id: 0) } }
    var short: ParameterFactory<Int, Account> { self { Account(id: $0) } }
}

class MyClass {
    let service: ParameterService
    let other: MultipleParameterService

    init(_ n: Int) {
        service = Container.shared.parameterService(n)
        other = Container.shared.tupleService((n, n + 1))
    }

    func mock() {
        Container.shared.parameterService.register { _ in ParameterService(value: 0) }
        Container.shared.short.register { id in
            // from another factory
            Container.shared.typed(id)
        }
    }
}
