// Factory, MIT licence; see LICENSE
//
// The operations without a library: lazy properties of an object. Unlike the libraries, they are not safe if several
// threads create an instance at the same time, and they are the same for all tests.

extension World {
  var greeter: any Greeter { makeGreeter() }
  var host: any Greeter { theHost }
}

nonisolated(unsafe) var makeGreeter: () -> any Greeter = { LiveGreeter() }
nonisolated(unsafe) var theHost: any Greeter = LiveGreeter()

struct Owner {
  var host: any Greeter = World.shared.host
}

let operations = [
  Operation("create") { for _ in 0..<$0 { sink(World.shared.greeter) } },
  Operation("hit") { for _ in 0..<$0 { sink(World.shared.host) } },
  Operation("property") { for _ in 0..<$0 { sink(Owner().host) } },
  Operation("replace") {
    for _ in 0..<$0 {
      let host = theHost
      theHost = OtherGreeter()
      sink(World.shared.host)
      theHost = host
    }
  },
  Operation("forty") { for _ in 0..<$0 { resolveForty(World()) } },
]

let makeContainer: (@Sendable () -> World)? = {
  let world = World()
  resolveForty(world)
  return world
}
