import FactoryKit
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

extension Container {
    var log: Factory<Log> { self { ConsoleLog() }.singleton }
    var parent: Factory<Parent> { self { Parent() }.shared }
    var model: Factory<Model> { self { Model() }.graph }
}

final class Parent {
    @Injected(\.log) var log: Log
    @LazyInjected(\.model) private var model: Model
    // factory:migrate write `@Injected(\.…)` with a factory whose product is optional
    @OptionalInjected var tracking: Tracking?
    // factory:migrate write `@Injected(\.…)` with a factory whose product is optional
    @OptionalInjected var optionalLog: Log?

    func work() {
        log.write("work")
        tracking?.track()
        optionalLog?.write("optional")
        _ = model
    }
}

final class Child {
    @WeakLazyInjected(\.parent) var parent: Parent?
    @Injected(\.log)
    private(set) var log: Log // on two lines
}

#if canImport(SwiftUI)
extension Model: ObservableObject {}

struct ModelView: View {
    @InjectedObject(\.model) var model: Model
    var body: some View { EmptyView() }
}
#endif
