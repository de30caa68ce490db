// Factory, MIT licence; see LICENSE
//
// When a view's object is created, how many there are, and how long the view keeps them.
import FactoryTesting
import SwiftUI
import Testing

@Suite(.container, .customContainer) @MainActor struct CreationTests {
  private let count = Count()

  @Test("Creating and copying a view creates no object", arguments: Wrapper.allCases)
  func makesNothing(wrapper: Wrapper) {
    let make = wrapper.views(counting: count)
    let values = (0..<10).map { _ in make() }
    let copies = values
    #expect(copies.count == 10)
    #expect(count.value == 0)
  }

  @Test("New values of a view, and copies of a value, keep its object", arguments: Wrapper.allCases)
  func newValues(wrapper: Wrapper) {
    let make = wrapper.views(counting: count)
    let view = make()
    let host = ViewHost(view)
    for _ in 0..<10 {
      host.show(make())
      host.show(view)
    }
    #expect(host.evaluations == 21)
    #expect(host.shows("made"))
    #expect(count.value == 1)
  }

  @Test("Views in two places have two objects", arguments: Wrapper.allCases)
  func twoPlaces(wrapper: Wrapper) {
    let make = wrapper.views(counting: count)
    _ = ViewHost(
      VStack {
        AnyView(make())
        AnyView(make())
      })
    #expect(count.value == 2)
  }

  @Test(
    "One value in two places has an object in each if it is a StateObject, and one if it is state",
    arguments: [(Wrapper.object, 2), (.observable, 1)])
  func oneValueTwice(wrapper: Wrapper, objects: Int) {
    let view = AnyView(wrapper.views(counting: count)())
    _ = ViewHost(TwoPlaces(view: view))
    #expect(count.value == objects)
  }

  @Test("A view that disappears and appears again has another object", arguments: Wrapper.allCases)
  func comesBack(wrapper: Wrapper) {
    let make = wrapper.views(counting: count)
    let host = ViewHost(Sometimes(isThere: true, make: make))
    host.show(Sometimes(isThere: false, make: make))
    #expect(!host.shows("made"))
    host.show(Sometimes(isThere: true, make: make))
    #expect(host.shows("made"))
    #expect(count.value == 2)
  }

  @Test("An observable object that no body reads is not created")
  func unread() {
    _ = Wrapper.observable.views(counting: count)
    let host = ViewHost(UnreadScreen())
    #expect(host.shows("nothing"))
    #expect(count.value == 0)
  }

  @Test("An object that is read before the view appears is the view's object")
  func readBefore() {
    _ = Wrapper.observable.views(counting: count)
    let view = ObservableScreen()
    let copy = view
    let before = view.model
    #expect(copy.model === before)
    before.name = "set before"
    #expect(ViewHost(copy).shows("set before"))
    #expect(count.value == 1)
  }

  @Test("A registration before the view appears applies", arguments: Wrapper.fromFactories)
  func registeredLater(wrapper: Wrapper) {
    let view = wrapper.views(named: "early", counting: count)()
    _ = wrapper.views(named: "late", counting: count)
    #expect(ViewHost(view).shows("late"))
  }

  @Test("A registration after the view has appeared changes nothing", arguments: Wrapper.allCases)
  func registeredTooLate(wrapper: Wrapper) {
    let host = ViewHost(wrapper.views(named: "early", counting: count)())
    host.show(wrapper.views(named: "late", counting: count)())
    #expect(host.shows("early"))
    #expect(count.value == 1)
  }

  @Test(
    "Views share the instance that their factory's scope caches", arguments: Wrapper.fromFactories)
  func scoped(wrapper: Wrapper) {
    let make = wrapper.views(counting: count)
    Container.shared.manager.defaultScope = .cached
    CustomContainer.shared.manager.defaultScope = .cached
    _ = ViewHost(
      VStack {
        AnyView(make())
        AnyView(make())
      })
    #expect(count.value == 1)
  }

  @Test("A view outlives the container that created its object", arguments: [true, false])
  func containerGoes(isObservable: Bool) {
    weak var container: Container?
    let host: ViewHost = {
      let local = Container()
      container = local
      return Container.$shared.withValue(local) {
        isObservable ? ViewHost(ObservableScreen()) : ViewHost(ObjectScreen())
      }
    }()
    #expect(container == nil)
    host.show(isObservable ? AnyView(ObservableScreen()) : AnyView(ObjectScreen()))
    #expect(host.shows("made"))
  }

  @Test("A closure that was passed in is released with the view")
  func thunkGoes() {
    weak var captured: Count?
    let host: ViewHost = {
      let count = Count()
      captured = count
      return ViewHost(GivenObservableScreen(ObservableModel(name: "number \(count.value)")))
    }()
    #expect(host.shows("number 0"))
    host.remove()
    #expect(captured == nil)
  }
}

private struct TwoPlaces: View {
  let view: AnyView
  var body: some View {
    view
    view
  }
}

private struct Sometimes: View {
  let isThere: Bool
  let make: () -> any View
  var body: some View {
    if isThere { AnyView(make()) }
  }
}

private struct UnreadScreen: View {
  @InjectedObservable(\.observableModel) var model
  var body: some View { Text("nothing") }
}
