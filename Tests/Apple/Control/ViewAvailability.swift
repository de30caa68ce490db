// Factory, MIT licence; see LICENSE
//
// Shows which systems the interface for SwiftUI needs. See Availability.swift.
import Combine
import FactoryKit
import SwiftUI

final class Model: ObservableObject {}

extension Container {
  var model: Factory<Model> { self { Model() } }
}

struct ObjectView: View {
  // error: is only available in (iOS 14)
  @InjectedObject(\.model) private var model
  var body: some View { EmptyView().container(Container()) }
}

// error: is only available in (iOS 18)
func preview(_ preview: ContainerPreview<Container>) {}
