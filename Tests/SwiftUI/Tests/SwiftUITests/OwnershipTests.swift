// Factory, MIT licence; see LICENSE
//
// How long a view keeps its object.
import FactoryTesting
import SwiftUI
import Testing

@Suite(.container) @MainActor struct OwnershipTests {
  /// Records whether the object still exists.
  @MainActor private final class Witness {
    weak var object: AnyObject?
  }

  private let witness = Witness()

  private func register() {
    Container.shared.objectModel.register { [witness] in
      let model = ObjectModel()
      witness.object = model
      return model
    }
    Container.shared.observableModel.register { [witness] in
      let model = ObservableModel()
      witness.object = model
      return model
    }
  }

  @Test("A view owns its object and releases it when it disappears", arguments: [true, false])
  func released(isObservable: Bool) {
    register()
    let host = isObservable ? ViewHost(ObservableScreen()) : ViewHost(ObjectScreen())
    #expect(witness.object != nil)
    host.remove()
    #expect(witness.object == nil)
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
