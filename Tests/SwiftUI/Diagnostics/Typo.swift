// Factory, MIT licence; see LICENSE
//
// Key paths to factories that do not exist.
//
// Without `Screens`, the compiler says for `@InjectedObject(\.objct)` that it cannot infer the type of
// the key path: these wrappers also take an object, `InjectedObject(Model())`, and it reports that the
// key path is none. It names the member if the key path is written in full.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: value of type 'Screens' has no member 'objct'
    @InjectedObject(\Screens.objct) private var object
    // error: value of type 'Container' has no member 'objct'
    @InjectedObject(\Container.objct) private var other
    // error: value of type 'Container' has no member 'obsrvable'
    @InjectedObservable(\Container.obsrvable) private var observable
    // error: value of type 'Container' has no member 'obsrvable'
    @Injected(\.obsrvable) private var plain
  #else
    @InjectedObject(\Screens.object) private var object
    @InjectedObject(\Container.object) private var other
    @InjectedObservable(\Container.observable) private var observable
    @Injected(\.observable) private var plain
  #endif
  var body: some View { EmptyView() }
}
