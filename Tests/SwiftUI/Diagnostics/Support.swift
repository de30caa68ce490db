// Factory, MIT licence; see LICENSE
//
// What the programs in this directory use. It is compiled with each of them.
import Combine
import FactoryKit
import Observation
import SwiftUI

@MainActor final class ObjectModel: ObservableObject {
  @Published var name = ""
}
@MainActor @Observable final class ObservableModel: Sendable {
  var name = ""
}

@MainActor final class PageModel: ObservableObject {
  init(number: Int) {}
}

@MainActor @Observable final class ItemModel {
  init(number: Int) {}
}

final class SendableObject: ObservableObject, Sendable {}

final class Screens: SharedContainer {
  @TaskLocal static var shared = Screens()
  let manager = ContainerManager()
}

extension Container {
  var object: MainActorFactory<ObjectModel> { self { ObjectModel() } }
  var observable: MainActorFactory<ObservableModel> { self { ObservableModel() } }
  var page: MainActorParameterFactory<Int, PageModel> { self { PageModel(number: $0) } }
  var item: MainActorParameterFactory<Int, ItemModel> { self { ItemModel(number: $0) } }
  var throwingObject: ThrowingFactory<SendableObject, any Error> { self { SendableObject() } }
  var asyncObject: AsyncFactory<SendableObject, any Error> { self { SendableObject() } }
  var asyncObservable: AsyncFactory<ObservableModel, Never> {
    self { await ObservableModel() }
  }
}

extension Screens {
  var object: MainActorFactory<ObjectModel> { self { ObjectModel() } }
  var page: MainActorParameterFactory<Int, PageModel> { self { PageModel(number: $0) } }
  var item: MainActorParameterFactory<Int, ItemModel> { self { ItemModel(number: $0) } }
  var asyncObject: AsyncFactory<SendableObject, any Error> { self { SendableObject() } }
}
