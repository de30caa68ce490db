// Factory, MIT licence; see LICENSE
//
// Bindings to the properties of a model that is injected by a wrapper which has none.
import FactoryKit
import SwiftUI

struct First: View {
  #if MISTAKE
    @Injected(\.observable) private var model
  #else
    @InjectedObservable(\.observable) private var model
  #endif
  var body: some View {
    // error: referencing property 'name' requires wrapped value of type 'ObservableModel'
    TextField("Name", text: $model.name)
  }
}

struct Second: View {
  #if MISTAKE
    @DynamicInjected(\.object) private var model
  #else
    @InjectedObject(\.object) private var model
  #endif
  var body: some View {
    // error: cannot convert value of type 'String' to expected argument type 'Binding<String>'
    TextField("Name", text: $model.name)
  }
}
