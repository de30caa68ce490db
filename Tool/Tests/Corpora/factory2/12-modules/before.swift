// Swift 5.9
@_exported import Factory

public protocol AccountLoading {}

extension Container {
    public var accountLoader: Factory<AccountLoading?> { promised() }
    public var loading: Factory<AccountLoading?> { Factory(self) { nil } }
    public var required: ParameterFactory<Int, AccountLoading?> { promised() }
}

#if canImport(Factory)
public extension Container {
    var description: Factory<String> {
        Factory(self) {
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
