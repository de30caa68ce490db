// Factory, MIT licence; see LICENSE
//
// Injected objects with an initial value.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: the factory provides the value of an injected property; remove the initial value
    @InjectedObject(\.object) private var object = ObjectModel()
    // error: the factory provides the value of an injected property; remove the initial value
    @InjectedObservable(\.observable) private var observable: ObservableModel = .init()
    // error: the factory provides the value of an injected property; remove the initial value
    @InjectedObject(\Screens.object) private var last = ObjectModel()
  #else
    @InjectedObject(\.object) private var object
    @InjectedObservable(\.observable) private var observable: ObservableModel
    @InjectedObject(\Screens.object) private var last
  #endif
  var body: some View { EmptyView() }
}
