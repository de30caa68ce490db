// Factory, MIT licence; see LICENSE
//
// How much the tests under load do.
import Foundation

/// How many connections send requests at the same time.
let connections = 64

/// How much is measured: little, unless the environment asks for more, as README.md does.
let measurement = (
  requests: environment("LOAD_REQUESTS") ?? 640, rounds: environment("LOAD_ROUNDS") ?? 1
)

private func environment(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
}
