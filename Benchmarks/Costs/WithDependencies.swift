// Factory, MIT licence; see LICENSE
//
// The operations with swift-dependencies. It caches all values, so none creates an object each time, and it has no
// containers whose memory could be measured.

import Dependencies

enum HostKey: DependencyKey {
  static var liveValue: any Greeter { LiveGreeter() }
}

extension DependencyValues {
  var host: any Greeter {
    get { self[HostKey.self] }
    set { self[HostKey.self] = newValue }
  }
}

struct Owner {
  @Dependency(\.host) var host
}

let operations = [
  Operation("hit") {
    @Dependency(\.host) var host
    for _ in 0..<$0 { sink(host) }
  },
  Operation("property") { for _ in 0..<$0 { sink(Owner().host) } },
  Operation("replace") {
    for _ in 0..<$0 {
      withDependencies {
        $0.host = OtherGreeter()
      } operation: {
        @Dependency(\.host) var host
        sink(host)
      }
    }
  },
  Operation("forty") {
    for _ in 0..<$0 {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        resolveForty()
      }
    }
  },
]

let makeContainer: (@Sendable () -> Void)? = nil
