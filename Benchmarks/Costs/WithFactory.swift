// Factory, MIT licence; see LICENSE
//
// The operations with this library, and with Factory by Michael Long, whose API is the same.

import FactoryKit

extension Container {
  var greeter: Factory<any Greeter> { self { LiveGreeter() } }
  var host: Factory<any Greeter> { self { LiveGreeter() }.cached }
}

struct Owner {
  @Injected(\.host) var host
}

let operations = [
  Operation("create") { for _ in 0..<$0 { sink(Container.shared.greeter()) } },
  Operation("hit") { for _ in 0..<$0 { sink(Container.shared.host()) } },
  Operation("property") { for _ in 0..<$0 { sink(Owner().host) } },
  Operation("replace") {
    for _ in 0..<$0 {
      Container.shared.host.register { OtherGreeter() }
      sink(Container.shared.host())
      Container.shared.host.reset()
    }
  },
  Operation("forty") { for _ in 0..<$0 { resolveForty(Container()) } },
]

let makeContainer: (@Sendable () -> Container)? = {
  let container = Container()
  resolveForty(container)
  return container
}
