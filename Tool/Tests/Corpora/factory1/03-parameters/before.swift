import Factory

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
    static var parameterService = ParameterFactory<Int, ParameterService> { n in
        ParameterService(value: n)
    }
    static var tupleService = ParameterFactory<(Int, Int), MultipleParameterService>(scope: .cached) { (a, b) in
        MultipleParameterService(a: a, b: b, account: account())
    }
    static let typed = ParameterFactory { (id: Int) in Account(id: id) }
    static let account = Factory { Account(id: 0) }
    static let short = ParameterFactory<Int, Account> { Account(id: $0) }
}

class MyClass {
    let service: ParameterService
    let other: MultipleParameterService

    init(_ n: Int) {
        service = Container.parameterService(n)
        other = Container.tupleService((n, n + 1))
    }

    func mock() {
        Container.parameterService.register { _ in ParameterService(value: 0) }
        Container.short.register { id in
            // from another factory
            Container.typed(id)
        }
    }
}
