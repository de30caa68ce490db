// Factory, MIT licence; see LICENSE
//
// The wrappers for views have no parameter to pass: the view passes it in its initialiser.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\.page) private var page
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObservable(\.item) private var item
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\Screens.page) private var other
    // error: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObservable(\Screens.item) private var last
  #else
    @InjectedObject private var page: PageModel
    @InjectedObservable private var item: ItemModel

    init(number: Int) {
      _page = InjectedObject(Container.shared.page(number))
      _item = InjectedObservable(Container.shared.item(number))
    }
  #endif
  var body: some View { EmptyView() }
}
