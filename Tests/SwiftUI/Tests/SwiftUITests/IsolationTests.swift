// Factory, MIT licence; see LICENSE
//
// Where the wrappers can be created, and which factories they accept. Most of the test is that this
// compiles without a warning.
import Combine
import FactoryTesting
import Observation
import SwiftUI
import Testing

/// Not isolated to the main actor.
private final class PlainObject: ObservableObject {
  @Published var name = "plain"
}

@Observable private final class PlainObservable {
  var name = "plain"
}

extension Container {
  fileprivate var plainObject: Factory<PlainObject> { self { PlainObject() } }
  fileprivate var plainObservable: Factory<PlainObservable> { self { PlainObservable() } }
}

private struct PlainScreen: View {
  @InjectedObject(\.plainObject) private var object
  @InjectedObservable(\.plainObservable) private var observable
  var body: some View {
    TextField("Object", text: $object.name)
    TextField("Observable", text: $observable.name)
  }
}

/// Screens that are generic over their object.
private struct GenericObject<Model: ObservableObject>: View {
  @InjectedObject var model: Model
  init(_ keyPath: KeyPath<Container, Factory<Model>>) { _model = InjectedObject(keyPath) }
  var body: some View { Text("\(Model.self)") }
}

private struct GenericObservable<Model: AnyObject & Observable>: View {
  @InjectedObservable var model: Model
  init(_ keyPath: KeyPath<Container, Factory<Model>>) { _model = InjectedObservable(keyPath) }
  var body: some View { Text("\(type(of: model))") }
}

private func isSendable<T: Sendable>(_: T) -> Bool { true }

private nonisolated func wrappersMadeAnywhere()
  -> (InjectedObject<PlainObject>, InjectedObservable<PlainObservable>)
{
  (InjectedObject(\.plainObject), InjectedObservable(\.plainObservable))
}

@Suite(.container) struct IsolationTests {
  @Test("Factories of no actor fit both wrappers") @MainActor
  func plainFactories() {
    let host = ViewHost(PlainScreen())
    host.enter("one", into: "Object")
    host.enter("two", into: "Observable")
    #expect(host.texts == ["one", "two"])
  }

  @Test("Views may be generic over their object") @MainActor
  func generic() {
    #expect(ViewHost(GenericObject(\.objectModel)).shows("ObjectModel"))
    #expect(ViewHost(GenericObservable(\.observableModel)).shows("ObservableModel"))
  }

  @Test("Wrappers can be created outside the main actor, and resolve on it")
  func madeAnywhere() async {
    let (object, observable) = wrappersMadeAnywhere()
    #expect(isSendable(object) && isSendable(observable))
    let names = await MainActor.run { [observable.wrappedValue.name] }
    #expect(names == ["plain"])
  }

  @Test("Registering with a closure is for any thread")
  func registeringAnywhere() {
    let container = Container()
    container.plainObject { PlainObject() }
    container { $0.plainObservable.register { PlainObservable() } }
    container.plainObservable.preview { PlainObservable() }
    Container.preview { $0.plainObject.register { PlainObject() } }
    #expect(container.plainObservable().name == "plain")
  }
}
