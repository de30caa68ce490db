import Resolver
#if canImport(SwiftUI)
import SwiftUI
#endif

protocol Log: AnyObject {
    func write(_ text: String)
}
final class ConsoleLog: Log {
    func write(_ text: String) { print(text) }
}
protocol Tracking { func track() }
final class Model {
    weak var parent: Parent?
}

extension Resolver {
    static func registerWrapped() {
        register { ConsoleLog() as Log }.scope(.application)
        register { Parent() }.scope(.shared)
        register { Model() }
    }
}

final class Parent {
    @Injected var log: Log
    @LazyInjected private var model: Model
    @OptionalInjected var tracking: Tracking?
    @OptionalInjected var optionalLog: Log?

    func work() {
        log.write("work")
        tracking?.track()
        optionalLog?.write("optional")
        _ = model
    }
}

final class Child {
    @WeakLazyInjected var parent: Parent?
    @Injected
    private(set) var log: Log // on two lines
}

#if canImport(SwiftUI)
extension Model: ObservableObject {}

struct ModelView: View {
    @InjectedObject var model: Model
    var body: some View { EmptyView() }
}
#endif
