// Factory, MIT licence; see LICENSE
//
// Key paths to factories that do not exist.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: value of type 'Container' has no member 'objct'
    @InjectedObject(\.objct) private var object
    // error: value of type 'Container' has no member 'obsrvable'
    @InjectedObservable(\.obsrvable) private var observable
    // error: value of type 'Container' has no member 'objct'
    @InjectedObject(\.objct) private var declared: ObjectModel
    // error: value of type 'Screens' has no member 'objct'
    @InjectedObject(\Screens.objct) private var last
  #else
    @InjectedObject(\.object) private var object
    @InjectedObservable(\.observable) private var observable
    @InjectedObject(\.object) private var declared: ObjectModel
    @InjectedObject(\Screens.object) private var last
  #endif
  var body: some View { EmptyView() }
}
