// Factory, MIT licence; see LICENSE
//
// A wrapper of a constant.
import FactoryKit

struct Renderer: Sendable {
  #if MISTAKE
    // error: property wrapper can only be applied to a 'var'
    @Injected(\.service) private let service: Service
  #else
    private let service = dependency(\.service)
  #endif
}
