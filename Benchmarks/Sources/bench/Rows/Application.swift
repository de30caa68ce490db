// Factory, MIT licence; see LICENSE
//
// The graph of an application: 200 factories with various scopes in six layers, resolved from the
// root. `Benchmarks/generate-application` writes it to the folder Application.
import BenchCore
import FactoryKit

let applicationRows = [
  Row("application.cold", "200 factories from the root, new container") {
    { resolveColdApplication(times: $0) }
  },
  Row("application.warm", "200 factories from the root, container in use") {
    let application = Application()
    return { resolveApplication(application, times: $0) }
  },
]

@inline(never) @_optimize(none)
private func sink(_ part: any Part0) {}

/// The singletons are not reset, as in a real process.
@inline(never)
private func resolveColdApplication(times: Int) {
  for _ in 0..<times { sink(Application().part0()) }
}

@inline(never)
private func resolveApplication(_ application: Application, times: Int) {
  for _ in 0..<times { sink(application.part0()) }
}
