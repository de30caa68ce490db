// Factory, MIT licence; see LICENSE
//
// Views cannot wait for an object, nor handle its error.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\.asyncObject) private var object
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\.throwingObject) private var other
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObservable(\.asyncObservable) private var observable
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\Screens.asyncObject) private var last
  #else
    @InjectedObject(\.object) private var object
    @InjectedObservable(\.observable) private var observable
    @InjectedObject(\Screens.object) private var last
  #endif
  var body: some View { EmptyView() }
}
