#if DEBUG
import FactoryKit
#else
import FactoryKit
#endif

final class Root {}

extension Container {
    var root: Factory<Root> { self { Root() } }
}

func debug() {
    // Show what is resolved
    Container.shared.manager.trace.toggle()
    _ = Container.shared.root()
    Container.shared.manager.trace = false
    Container.shared.manager.circularDependencyTesting = false
    if Container.shared.manager.trace { print("tracing") }
}
