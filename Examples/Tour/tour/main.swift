// Factory, MIT licence; see LICENSE
//
// The entry point: resolves the program and runs it. Try `swift run tour README.md`, then add
// `--trace` to see each resolution.
import FactoryKit
import Foundation
import TourCore

// The arguments that select contexts are the options: `tour -- --json` reports a file named
// `--json`.
FactoryContext.current.arguments = Array(
  CommandLine.arguments.prefix { $0 != TourCommand.terminator })

// The trace and the library's messages go to the program's logger.
Container.shared.manager.logger = { Container.shared.logger().log($0) }
Container.shared.manager.trace = Container.shared.isTracing()

// Resolves the root object. The factories resolve its dependencies.
let outcome = await Container.shared.tour().run(Array(CommandLine.arguments.dropFirst()))
if !outcome.output.isEmpty { print(outcome.output) }
exit(outcome.exitCode)
