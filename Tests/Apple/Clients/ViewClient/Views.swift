// Factory, MIT licence; see LICENSE
//
// The property wrappers and previews for SwiftUI, against the stand-in of Tests/SwiftUI.
import Combine
import FactoryKit
import Observation
import SwiftUI

@MainActor final class ObjectModel: ObservableObject {
  @Published var count = 0
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @Observable final class ObservableModel {
  var count = 0
}

extension Container {
  var objectModel: MainActorFactory<ObjectModel> { self { ObjectModel() } }
  @MainActor var isolatedObject: Factory<ObjectModel> { self { ObjectModel() } }
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  var observableModel: MainActorFactory<ObservableModel> { self { ObservableModel() } }
  var label: Factory<String> { self { "label" } }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct ObjectView: View {
  @InjectedObject(\.objectModel) private var model
  @InjectedObject(\.isolatedObject) private var isolated
  @Injected(\.label) private var label
  var body: some View { Text("\(label) \(model.count) \(isolated.count)") }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ObservableView: View {
  @InjectedObservable(\.observableModel) var model
  var body: some View { Text("\(model.count)") }
}

struct PlainView: View {
  @Injected(\.label) private var label
  var body: some View { Text(label) }
}

struct PreviewedView: View {
  var body: some View {
    Container.shared.label.preview { "preview" }
    Container.shared.label { "preview" }
    Container.preview { $0.label.register { "preview" } }
    PlainView()
  }
}
