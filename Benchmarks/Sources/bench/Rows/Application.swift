// Factory, MIT licence; see LICENSE
//
// An application's graph: 200 factories, six deep, of mixed scopes, resolved from the root. The
// folder Application has it; `Benchmarks/generate-application` wrote it.
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

/// The singletons live on, as they do in a process.
@inline(never)
private func resolveColdApplication(times: Int) {
  for _ in 0..<times { sink(Application().part0()) }
}

@inline(never)
private func resolveApplication(_ application: Application, times: Int) {
  for _ in 0..<times { sink(application.part0()) }
}
