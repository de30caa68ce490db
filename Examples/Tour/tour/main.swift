// Factory, MIT licence; see LICENSE
//
// The entry point: resolves the program and runs it. Try `swift run tour README.md`, then add
// `--trace` to see each resolution.
import FactoryKit
import Foundation
import TourCore

// Traces and the library's own remarks go where all remarks go.
Container.shared.manager.logger = { Container.shared.logger().log($0) }
Container.shared.manager.trace = Container.shared.isTracing()

// One resolution at the root; everything below follows from the factories.
let outcome = Container.shared.tour().run(Array(CommandLine.arguments.dropFirst()))
if !outcome.output.isEmpty { print(outcome.output) }
exit(outcome.exitCode)
