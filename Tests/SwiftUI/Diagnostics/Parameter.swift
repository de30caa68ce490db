// Factory, MIT licence; see LICENSE
//
// The wrappers for views have no parameter to pass: the view passes it in its initialiser.
import FactoryKit
import SwiftUI

struct Screen: View {
  #if MISTAKE
    // error: this factory needs a parameter
    @InjectedObject(\.page) private var page
    // error: '_model = InjectedObservable(Container.shared.model(parameter))' in the view's 'init'
    @InjectedObservable(\.item) private var item
    // error: this factory needs a parameter
    @InjectedObject(\Screens.page) private var other
    // error: this factory needs a parameter
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
