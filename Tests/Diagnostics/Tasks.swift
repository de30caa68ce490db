// Factory, MIT licence; see LICENSE
//
// Tasks and actors that use an injected property, which the compiler checks in a program without
// other mistakes. The article "Sendable classes and tasks" quotes the messages.
import FactoryKit

final class Uploader {
  @Injected(\.service) private var service

  func start() {
    #if MISTAKE
      // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
      Task { await use(service) }
      // error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
      Task.detached { await use(self.service) }
    #else
      Task { [service] in await use(service) }
      Task.detached { [service] in await use(service) }
    #endif
  }
}

@MainActor final class ParserModel {
  #if MISTAKE
    @Injected(\.parser) private var parser
    // error: sending 'self.parser' risks causing data races
    func parse() async { await parser.parse() }
  #else
    @Injected(\.service) private var service
    func parse() async {
      await use(service)
      Task { await use(service) }
    }
  #endif
}

func use(_ service: Service) async {}

final class Parser {
  func parse() async {}
}

extension Container {
  var parser: Factory<Parser> { self { Parser() } }
}
