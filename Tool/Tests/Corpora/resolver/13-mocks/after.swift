import FactoryKit

class Repository {}
final class MockRepository: Repository {}
final class LiveRepository: Repository {}
final class Analytics {}
final class Logger {}

#if DEBUG
extension Container {
    func registerMocks() {
        Container.shared.repository.register { MockRepository() }
    }
}
#endif

extension Container {
    var analytics: Factory<Analytics> { self { Analytics() }.graph }

    var repository: Factory<Repository> { self { LiveRepository() }.singleton }

    func registerQuietLogger() { Container.shared.logger.register { Logger() }.graph }
    func registerLogger() { Container.shared.logger.register { Logger() }.shared }
}

#if DEBUG
func preview() { Container.shared.registerMocks(); print("preview") }
#endif

func launch() { Container.shared.registerLogger() }

extension Container {
    // factory:migrate Logger is registered when `registerQuietLogger` or `registerLogger` runs: call that first, or write its closure here
    var logger: Factory<Logger> { required() }
}
