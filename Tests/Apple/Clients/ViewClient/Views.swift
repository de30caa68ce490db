// Factory, MIT licence; see LICENSE
//
// The property wrappers, containers of views, windows and previews, against the stand-in of
// Tests/SwiftUI.
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

final class ViewContainer: SharedContainer {
  @TaskLocal static var shared = ViewContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: ViewContainer) { manager = ContainerManager(childOf: parent) }
}

extension ViewContainer {
  var object: MainActorFactory<ObjectModel> { self { ObjectModel() } }
}

struct ContainerView: View {
  @InjectedContainer private var container
  @InjectedContainer(ViewContainer.self) private var other
  var body: some View {
    Text(container.label())
    Button("Reset") { $container.reset(options: .scope) }
  }
}

struct WindowView: View {
  @State private var container = Container(parent: .shared)
  @State private var other = ViewContainer(parent: .shared)
  var body: some View {
    ContainerView()
      .container(container)
      .container(ViewContainer.$shared, other)
      .id(ObjectIdentifier(container))
  }
}

nonisolated func outsideOfTheMainActor(_ view: ContainerView) -> some View {
  view.container(Container())
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct OtherObjectView: View {
  @InjectedObject(\ViewContainer.object) private var model
  var body: some View { Text("\(model.count)") }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct Windows: Scene {
  let container: Container
  var body: some Scene {
    WindowGroup { WindowView() }.container(container).container(ViewContainer.$shared, .shared)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor func previews() -> [Preview] {
  [
    Preview(traits: .container { $0.label.register { "preview" } }) { ContainerView() },
    Preview("Several", traits: .container(), .container(ViewContainer.$shared, ViewContainer())) {
      ContainerView()
    },
    Preview(traits: .modifier(ContainerPreview { $0.label.register { "preview" } })) {
      ContainerView()
    },
  ]
}
