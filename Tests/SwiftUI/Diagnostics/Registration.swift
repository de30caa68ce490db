// Factory, MIT licence; see LICENSE
//
// A registration in the body of a view or a preview.
import FactoryKit
import SwiftUI

struct Screen: View {
  var body: some View {
    #if MISTAKE
      // error: this expression does not conform to 'View'
      Container.shared.object.register { ObjectModel() }
    #else
      Container.shared.object.preview { ObjectModel() }
    #endif
    EmptyView()
  }
}
