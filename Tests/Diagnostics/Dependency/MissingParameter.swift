// Factory, MIT licence; see LICENSE
//
// A factory with a parameter, resolved without one.
import FactoryKit

func use() async throws {
  #if MISTAKE
    // error: pass the parameter: 'dependency(\.…, parameter: …)'
    _ = dependency(\.numbered)
    // error: pass the parameter
    _ = try dependency(\.document)
    // error: pass the parameter
    _ = try await dependency(\.tenant)
    // error: pass the parameter
    _ = await dependency(\.editor)
  #else
    _ = dependency(\.numbered, parameter: 3)
    _ = try dependency(\.document, parameter: 3)
    _ = try await dependency(\.tenant, parameter: 3)
    _ = await dependency(\.editor, parameter: Service())
  #endif
}
