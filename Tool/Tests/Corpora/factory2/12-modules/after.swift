// Swift 5.9
@_exported import FactoryKit

public protocol AccountLoading {}

extension Container {
    public var accountLoader: Factory<AccountLoading?> { promised() }
    public var loading: Factory<AccountLoading?> { self { nil } }
    public var required: ParameterFactory<Int, AccountLoading?> { promised() }
}

#if canImport(FactoryKit)
public extension Container {
    var description: Factory<String> {
        self {
            #if DEBUG
            "debug"
            #else
            "release"
            #endif
        }
        .unique
    }
}
#endif
