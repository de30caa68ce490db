// Factory, MIT licence; see LICENSE
//
// Objects of both kinds, containers that create them, and views that inject them.
import Combine
import FactoryTesting
import Observation
import SwiftUI

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
