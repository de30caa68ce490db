// Factory, MIT licence; see LICENSE
//
// Objects of both kinds, containers that create them, views that inject them, and another thread.
import Combine
import FactoryTesting
import Foundation
import Observation
import SwiftUI
import Testing

@MainActor final class ObjectModel: ObservableObject {
  @Published var name: String
  init(name: String = "made") { self.name = name }
}

@MainActor @Observable final class ObservableModel {
  var name: String
  init(name: String = "made") { self.name = name }
}

extension Container {
  @MainActor var objectModel: Factory<ObjectModel> { self { ObjectModel() } }
  @MainActor var observableModel: Factory<ObservableModel> { self { ObservableModel() } }
}

final class CustomContainer: SharedContainer {
  @TaskLocal static var shared = CustomContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: CustomContainer) { manager = ContainerManager(childOf: parent) }
}

extension CustomContainer {
  @MainActor var objectModel: Factory<ObjectModel> { self { ObjectModel() } }
  @MainActor var observableModel: Factory<ObservableModel> { self { ObservableModel() } }
}

struct ObjectScreen: View {
  @InjectedObject(\.objectModel) var model
  var body: some View {
    Text(model.name)
    TextField("Name", text: $model.name)
  }
}

struct ObservableScreen: View {
  @InjectedObservable(\.observableModel) var model
  var body: some View {
    Text(model.name)
    TextField("Name", text: $model.name)
  }
}

struct CustomObjectScreen: View {
  @InjectedObject(\CustomContainer.objectModel) var model
  var body: some View { Text(model.name) }
}

struct CustomObservableScreen: View {
  @InjectedObservable(\CustomContainer.observableModel) var model
  var body: some View { Text(model.name) }
}

/// Views whose initialiser takes the closure that creates their object.
struct GivenObjectScreen: View {
  @InjectedObject var model: ObjectModel
  init(_ model: @autoclosure @escaping () -> ObjectModel) { _model = InjectedObject(model()) }
  var body: some View {
    Text(model.name)
    TextField("Name", text: $model.name)
  }
}

struct GivenObservableScreen: View {
  @InjectedObservable var model: ObservableModel
  init(_ model: @autoclosure @escaping () -> ObservableModel) {
    _model = InjectedObservable(model())
  }
  var body: some View {
    Text(model.name)
    TextField("Name", text: $model.name)
  }
}

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

/// Runs `body` on another thread, and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
