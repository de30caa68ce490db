// Factory, MIT licence; see LICENSE
//
// Mistakes with the property wrappers for views.
import FactoryKit
import SwiftUI

// Views cannot wait for an object, nor handle its error.
struct Kinds: View {
  #if MISTAKE
    // errors: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\.asyncObject) private var object
    @InjectedObject(\.throwingObject) private var other
    @InjectedObservable(\.asyncObservable) private var observable
    @InjectedObject(\Screens.asyncObject) private var last
  #else
    @InjectedObject(\.object) private var object
    @InjectedObservable(\.observable) private var observable
    @InjectedObject(\Screens.object) private var last
  #endif
  var body: some View { EmptyView() }
}

// The wrappers have no parameter to pass: the view passes it in its initialiser.
struct Parameters: View {
  #if MISTAKE
    // errors: a property wrapper cannot wait, throw or pass a parameter
    @InjectedObject(\.page) private var page
    @InjectedObservable(\.item) private var item
    @InjectedObject(\Screens.page) private var other
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

struct InitialValues: View {
  #if MISTAKE
    // errors: the factory provides the value of an injected property; remove the initial value
    @InjectedObject(\.object) private var object = ObjectModel()
    @InjectedObservable(\.observable) private var observable: ObservableModel = .init()
    @InjectedObject(\Screens.object) private var last = ObjectModel()
  #else
    @InjectedObservable(\.observable) private var observable: ObservableModel
  #endif
  var body: some View { EmptyView() }
}

// Key paths to factories that do not exist.
//
// Without `Screens`, the compiler says for `@InjectedObject(\.objct)` that it cannot infer the type
// of the key path: these wrappers also take an object, `InjectedObject(Model())`, and it reports
// that the key path is none. It names the member if the key path is written in full.
struct Typos: View {
  #if MISTAKE
    // error: value of type 'Screens' has no member 'objct'
    @InjectedObject(\Screens.objct) private var object
    // error: value of type 'Container' has no member 'objct'
    @InjectedObject(\Container.objct) private var other
    // errors: value of type 'Container' has no member 'obsrvable'
    @InjectedObservable(\Container.obsrvable) private var observable
    @Injected(\.obsrvable) private var plain
  #else
    @InjectedObject(\Container.object) private var other
    @InjectedObservable(\Container.observable) private var observable
    @Injected(\.observable) private var plain
  #endif
  var body: some View { EmptyView() }
}

// Bindings to the properties of a model that is injected by a wrapper which has none.
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

// A registration in the body of a view or a preview.
struct Registration: View {
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
