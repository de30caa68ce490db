// Factory, MIT licence; see LICENSE
//
// Both projections create bindings, whose changes are written to the object and shown.
import FactoryTesting
import SwiftUI
import Testing

@Suite(.container) @MainActor struct BindingTests {
  private nonisolated static let bindable: [Wrapper] = [
    .object, .observable, .givenObject, .givenObservable,
  ]

  @Test(
    "A field bound to a property of the object changes it, and the view shows it",
    arguments: bindable)
  func writesThrough(wrapper: Wrapper) {
    let host = ViewHost(wrapper.views(counting: Count())())
    #expect(host.enter("entered", into: "Name"))
    #expect(host.texts == ["entered", "entered"])
  }

  @Test("Creating an observable object, and its binding, is no change")
  func firstRead() {
    let host = ViewHost(ObservableScreen())
    #expect(!host.isInvalid)
    #expect(host.evaluations == 1)
  }

  @Test("Setting a whole binding leaves the observable object")
  func wholeBinding() {
    let screen = ObservableScreen()
    let model = screen.model
    screen.$model.wrappedValue = ObservableModel(name: "other")
    #expect(screen.model === model)
  }

  @Test("A binding that is created before the object is read has the view's object")
  func bindingFirst() {
    let screen = ObservableScreen()
    let binding = screen.$model
    #expect(binding.wrappedValue === screen.model)
  }

  @Test(
    "A change of the view's object asks for another evaluation, which shows it",
    arguments: [true, false])
  func observesWhatItMade(isObservable: Bool) {
    let models = (object: ObjectModel(), observable: ObservableModel())
    Container.shared.objectModel.register { models.object }
    Container.shared.observableModel.register { models.observable }
    let host = isObservable ? ViewHost(ObservableScreen()) : ViewHost(ObjectScreen())
    #expect(!host.isInvalid)
    models.object.name = "changed"
    models.observable.name = "changed"
    #expect(host.isInvalid)
    host.update()
    #expect(host.texts == ["changed", "changed"])
  }
}
