// Factory, MIT licence; see LICENSE
//
// The behaviour of both wrappers is tested with each of them, from each source.
import FactoryTesting
import SwiftUI
import Testing

/// Counts on the main actor.
@MainActor final class Count {
  private(set) var value = 0
  func add() { value += 1 }
}

extension Trait where Self == ContainerTrait<CustomContainer> {
  static var customContainer: ContainerTrait<CustomContainer> {
    .init(shared: CustomContainer.$shared, container: CustomContainer())
  }
}

/// A wrapper, and where its object comes from.
enum Wrapper: CaseIterable {
  case object, observable, customObject, customObservable, givenObject, givenObservable

  static let fromFactories: [Wrapper] = [.object, .observable, .customObject, .customObservable]

  /// Creates values of a view that injects an object named `name`, and counts the objects.
  @MainActor func views(named name: String, counting count: Count) -> () -> any View {
    func object() -> ObjectModel {
      count.add()
      return ObjectModel(name: name)
    }
    func observable() -> ObservableModel {
      count.add()
      return ObservableModel(name: name)
    }
    switch self {
    case .object:
      Container.shared.objectModel.register { object() }
      return { ObjectScreen() }
    case .observable:
      Container.shared.observableModel.register { observable() }
      return { ObservableScreen() }
    case .customObject:
      CustomContainer.shared.objectModel.register { object() }
      return { CustomObjectScreen() }
    case .customObservable:
      CustomContainer.shared.observableModel.register { observable() }
      return { CustomObservableScreen() }
    case .givenObject: return { GivenObjectScreen(object()) }
    case .givenObservable: return { GivenObservableScreen(observable()) }
    }
  }

  @MainActor func views(counting count: Count) -> () -> any View {
    views(named: "made", counting: count)
  }
}
