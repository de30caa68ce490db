// Factory, MIT licence; see LICENSE
//
// Both wrappers on main-actor factories. The other tests use factories that are declared
// `@MainActor`.
import FactoryTesting
import Observation
import SwiftUI
import Testing

extension Container {
  fileprivate var object: MainActorFactory<ObjectModel> { self { ObjectModel() } }
  fileprivate var observable: MainActorFactory<ObservableModel> { self { ObservableModel() } }
  fileprivate var kept: MainActorFactory<ObservableModel> { self { ObservableModel() }.cached }
}

private struct Screen: View {
  @InjectedObject(\.object) private var object
  @InjectedObservable(\.observable) private var observable
  var body: some View {
    Text("\(object.name) \(observable.name)")
  }
}

@MainActor private struct PlainWrappers: View {
  @Injected(\.kept) private var injected
  @LazyInjected(\.kept) private var lazy
  @DynamicInjected(\.kept) private var dynamic
  var body: some View { Text("\(injected === lazy && lazy === dynamic)") }
}

@Suite("Main-actor factories", .container, .customContainer)
@MainActor struct MainActorFactoryTests {
  @Test("A main-actor factory is resolved once, when the view appears")
  func once() {
    let count = Count()
    Container.shared.object.register {
      count.add()
      return ObjectModel(name: "registered")
    }
    Container.shared.observable.register {
      count.add()
      return ObservableModel(name: "registered")
    }
    let view = Screen()
    #expect(count.value == 0)
    let host = ViewHost(view)
    host.show(Screen())
    #expect(host.shows("registered registered"))
    #expect(count.value == 2)
  }

  @Test("Registering needs no main actor")
  nonisolated
    func registeredAnywhere() async
  {
    Container.shared.object.register { ObjectModel(name: "anywhere") }
    let isShown = await MainActor.run { ViewHost(Screen()).shows("anywhere made") }
    #expect(isShown)
  }

  @Test("Views use the other wrappers on main-actor factories")
  func plainWrappers() {
    #expect(ViewHost(PlainWrappers()).shows("true"))
  }
}
