#if DEBUG
import Factory
#else
import Factory
#endif

final class Root {}

extension Container {
    var root: Factory<Root> { Factory(self) { Root() } }
}

func debug() {
    // Show what is resolved
    Container.shared.trace.toggle()
    _ = Container.shared.root()
    Container.shared.trace = false
    Container.shared.manager.dependencyChainTestMax = 20 // longer chains
    Container.shared.manager.circularDependencyTesting = false
    if Container.shared.trace { print("tracing") }
}
