import FactoryKit

protocol ParentProtocol: AnyObject {}
protocol ChildProtocol: AnyObject {}

class Parent: ParentProtocol {
    let child: ChildProtocol?
    init(child: ChildProtocol?) { self.child = child }
}

class Child: ChildProtocol {
    weak var parent: ParentProtocol?
}

class View {
    var title = ""
}

extension Container {
    var parentProtocol: Factory<ParentProtocol> {
        self {
            Parent(child: self.childProtocol())
        }.graph
    }
    // factory:migrate initCompleted ran once for each instance, this decorator on each resolution; if both need each other, use @WeakLazyInjected in one of them
    var childProtocol: Factory<ChildProtocol> { self { Child() }.graph.decorator { c in let child = c as! Child; child.parent = self.parentProtocol() } }
    // factory:migrate initCompleted ran once for each instance, this decorator on each resolution; if both need each other, use @WeakLazyInjected in one of them
    var view: Factory<View> { self { View() }.graph.decorator { view in view.title = "View" } }
}
